"""`ibm7094 docs`: the reference page of the instruction set."""


def command() -> None:
    """Print the reference page of all operations, in Markdown.

    Examples:
      ibm7094 docs > operations.md
    """
    from ibm7094.lab.reference_page import page

    print(page().rstrip("\n"))
