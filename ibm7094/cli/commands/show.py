"""`ibm7094 show`: FAP source in colour."""

import sys

from ibm7094.cli import options
from ibm7094.terminal.output import coloured


def command(files: options.Sources) -> None:
    """Show FAP source, in colour on a terminal; elsewhere, or with NO_COLOR, as plain text.

    Examples:
      ibm7094 show listings/1959/pieces.fap
      NO_COLOR=1 ibm7094 show listings/1959/pieces.fap
    """
    from ibm7094.asm.cards.source import files_of, read_text

    for path in (file for named in files for file in files_of(named)):
        text = read_text(path)
        sys.stdout.write(in_colour(text) if coloured(sys.stdout) else text)


def in_colour(text: str) -> str:
    """The same text with terminal colours that are readable on light and on dark backgrounds."""
    from pygments import highlight
    from pygments.formatters import TerminalFormatter
    from pygments.token import Comment, Error, Keyword, Name, Number, String, Token

    from ibm7094.asm.text.lexer import IDENTIFICATION, FapLexer

    colours = {
        Token: "",
        Comment: "green",
        Comment.Special: "cyan",  # the modern editor's remarks
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
