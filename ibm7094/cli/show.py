"""`ibm7094 show`: FAP source in colour."""

import sys

from ibm7094.cli import options
from ibm7094.cli.output import coloured


def command(files: options.Sources) -> None:
    """Show FAP source in colour, in a terminal; elsewhere, or with NO_COLOR, as it is.

    Examples:
      ibm7094 show listings/evaluate.fap
      NO_COLOR=1 ibm7094 show listings/evaluate.fap
    """
    from ibm7094.asm.source import files_of, read_text

    for path in (file for named in files for file in files_of(named)):
        text = read_text(path)
        sys.stdout.write(in_colour(text) if coloured(sys.stdout) else text)


def in_colour(text: str) -> str:
    """The same text with a terminal's codes for colours that show on light and on dark."""
    from pygments import highlight
    from pygments.formatters import TerminalFormatter
    from pygments.token import Comment, Error, Keyword, Name, Number, String, Token

    from ibm7094.asm.lexer import IDENTIFICATION, FapLexer

    colours = {
        Token: "",
        Comment: "green",
        Comment.Special: "cyan",  # the editor's voice beside the program's own
        IDENTIFICATION: "brightblack",
        Keyword: "blue",
        Keyword.Pseudo: "magenta",
        Name.Function: "*magenta*",
        Name.Label: "**",
        Number: "yellow",
        String: "yellow",
        Error: "_red_",
    }
    scheme = {kind: (colour, colour) for kind, colour in colours.items()}
    return highlight(text, FapLexer(), TerminalFormatter(colorscheme=scheme))
