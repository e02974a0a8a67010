"""The monitor's command loop: read commands, show help, and continue after errors."""

import cmd
import os
import shlex
import sys
from typing import IO

from ibm7094.errors import MachineError
from ibm7094.terminal.failures import TRACEBACK_VARIABLE, sentence


def parts(text: str) -> list[str]:
    """Split a line into words; file names may be in quotes."""
    try:
        return shlex.split(text)
    except ValueError:
        raise MachineError("A quotation mark is missing: put one at each end of the file name.") from None


class CommandFailed(MachineError):
    """A command of a command file failed; the message names the file and the line."""


class Shell(cmd.Cmd):
    """Reads commands until quit or the end of its input. Errors do not end it.

    A command is a method do_NAME of a subclass. Its docstring is its help: the first line says what it does,
    the last is an example.
    """

    is_doing = False
    """Whether the commands come from a file."""
    order: tuple[str, ...] = ()
    """All commands but help."""

    def __init__(self, name: str, stdin: IO[str] | None = None, stdout: IO[str] | None = None) -> None:
        super().__init__(stdin=stdin, stdout=stdout)
        self.intro = f"Monitor of an IBM {name}: type help for the commands, quit to end."
        self.prompt = f"{name}> " if (stdin or sys.stdin).isatty() else ""
        self.use_rawinput = stdin is None

    def cmdloop(self, intro: str | None = None) -> None:
        """Read commands until quit. Ctrl-C at the prompt starts a new line; in a run it stops the machine.

        At a terminal, lines can be edited and called back: cmd uses readline.
        """
        if reconfigure := getattr(sys.stdin, "reconfigure", None):
            reconfigure(errors="replace")
        while True:
            try:
                super().cmdloop(intro)
                return
            except KeyboardInterrupt:
                self.say("")
                intro = ""

    def onecmd(self, line: str) -> bool:
        """Run one line of commands separated by ;. An error is reported, and ends the line."""
        if line == "EOF":
            return True
        for command in line.split(";"):
            try:
                if super().onecmd(command):
                    return True
            except BrokenPipeError:
                raise
            except KeyboardInterrupt:
                self.say("Stopped by the operator.")
                break
            except CommandFailed as problem:
                if self.is_doing:
                    raise
                self.say(str(problem))
                break
            except Exception as problem:
                if os.environ.get(TRACEBACK_VARIABLE) and not isinstance(problem, MachineError | OSError):
                    raise
                self.failed(sentence(problem))
                break
        return False

    def failed(self, message: str) -> None:
        """Report an error."""
        self.say(message)

    def parseline(self, line: str) -> tuple[str | None, str | None, str]:
        """Expand an abbreviated command to the first command that begins with it."""
        name, rest, line = super().parseline(line)
        if name and name not in self.names():
            name = next((each for each in self.names() if each.startswith(name.lower())), name)
        return name, rest, line

    def names(self) -> list[str]:
        """All commands, the most used first, so that one letter is enough for them."""
        return [*self.order, "help"]

    def emptyline(self) -> bool:
        return False

    def default(self, line: str) -> None:
        raise MachineError(f"There is no command {line.split()[0]!r}: help shows the commands.")

    def say(self, text: str) -> None:
        """Print a line for the operator."""
        print(text, file=self.stdout, flush=True)

    def do_help(self, arg: str) -> None:
        """Show the commands, or how to use one.

        help examine
        """
        if arg:
            name = self.parseline(arg)[0]
            method = getattr(self, f"do_{name}", None)
            if method is None:
                raise MachineError(f"There is no command {arg!r}: help shows the commands.")
            *lines, example = [line.strip() for line in method.__doc__.strip().splitlines() if line.strip()]
            self.say("\n".join([*lines, f"Example: {example}"]))
            return
        for name in self.names():
            self.say(f"{name:<11}{getattr(self, f'do_{name}').__doc__.strip().splitlines()[0]}")
        self.say("Numbers are octal. An address may be a symbol, or a symbol and an offset: LOOP+2.")
