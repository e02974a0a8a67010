"""Lines that a person types at a terminal: with editing, history and completion, by prompt_toolkit.

Only a session at a terminal imports this module: prompt_toolkit takes a while to import.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.output.color_depth import ColorDepth

from samuel.cli.playing.table.kept_game import folder

Words = Callable[[str], Iterable[str]]
"""What may follow the part of a line before the word that is being typed."""


class TypedLines:
    """A terminal."""

    def __init__(self, words: Words) -> None:
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self._session: PromptSession[str] = PromptSession(
            history=_history(),
            completer=WordsCompleter(words),
            complete_while_typing=False,  # Tab completes; a menu at every key would hide the board
            color_depth=ColorDepth.DEPTH_1_BIT if plain else None,
        )

    def ask(self, prompt: str) -> str:
        """The next line; EOFError for Ctrl-D, KeyboardInterrupt for Ctrl-C."""
        return self._session.prompt(prompt).strip()


def _history() -> History:
    path = folder() / "history"
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()  # fails here, and not at the first line, if it cannot be written
        return FileHistory(str(path))
    return InMemoryHistory()


class WordsCompleter(Completer):
    """Completes the last word of a line."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """The words that begin like the one being typed."""
        before, _, word = document.text_before_cursor.lstrip().rpartition(" ")
        for candidate in self._words(before.strip()):
            if candidate.lower().startswith(word.lower()):
                yield Completion(candidate, start_position=-len(word))
