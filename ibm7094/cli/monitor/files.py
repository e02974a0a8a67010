"""Files: save, restore, do, trace."""

from pathlib import Path

from ibm7094 import saved
from ibm7094.cli.monitor.devices import DeviceCommands
from ibm7094.cli.monitor.running import RunningCommands
from ibm7094.cli.monitor.shell import CommandFailed, parts
from ibm7094.cli.monitor.tracing import TraceFile
from ibm7094.errors import MachineError
from ibm7094.files import outputs, rules
from ibm7094.files.inputs import read_bytes
from ibm7094.machine import Machine
from ibm7094.media.images import write_image
from ibm7094.terminal import listing

DEEPEST = 10
"""How many command files may call one another."""
CORE_COMMAND = "ibm7094 debug save core"
FORCE = ("force", "--force")
"""The last word of a command that may replace a file."""


class FileCommands(RunningCommands, DeviceCommands):
    """Commands that write and read files of the operator."""

    _doing: list[Path]
    _place = ""

    @property
    def is_doing(self) -> bool:  # type: ignore[override]
        """Whether the commands come from a file."""
        return bool(self._doing)

    def do_save(self, arg: str) -> None:
        """Save the whole machine, or with core only the words of core as octal lines.

        The whole machine is core, registers, channels, devices with their cards, paper and tapes, and clock.
        save core FILE [100-777] writes all words that are not zero, or a range. force replaces other files.
        save machine.sav
        """
        words = parts(arg)
        force = len(words) > 1 and words[-1] in FORCE
        match words[:-1] if force else words:
            case ["core", name]:
                self._save_core(Path(name), listing.used_words(self.machine), force)
            case ["core", name, places]:
                first, last = self.range(places)
                found = {place: int(self.machine.core[place]) for place in range(first, last + 1)}
                self._save_core(Path(name), found, force)
            case [name]:
                self.machine.save(Path(name), force=force)
                self.say(f"Saved in {name}: restore {name} goes on from here.")
            case _:
                raise MachineError("Type save FILE, or save core FILE 100-777.")

    def _save_core(self, path: Path, words: dict[int, int], force: bool) -> None:
        rules.check_own(path, CORE_COMMAND, force)
        write_image(path, words)
        rules.remember_own(path, CORE_COMMAND)
        self.say(f"{len(words)} words written to {path}.")

    def do_restore(self, arg: str) -> None:
        """Go on with a machine that save wrote. Breakpoints and watched words stay.

        Files that it writes go back to what they were; force replaces those that have changed on disk since.
        restore machine.sav
        """
        words = parts(arg)
        force = len(words) > 1 and words[1] in FORCE
        if len(words) != 1 + force:
            raise MachineError("Type restore FILE, or restore FILE force.")
        found = saved.read(Path(words[0]))
        if found.get("model") != self.machine.model.name:
            raise MachineError(
                f"{words[0]} is a saved {found.get('model')}, and this is a {self.machine.model.name}:"
                f" start ibm7094 debug --model {found.get('model')}."
            )
        saved.check_files(found, force)
        self._give_up(saved.output_paths(found))
        machine = Machine.restore(Path(words[0]), compiled=self.machine.compiled, force=force)
        self.machine.close()
        machine.watch = self.watch
        self.session.machine = self.machine = machine
        self.print_file = saved.print_path(found)
        self.show_core(machine.ic, machine.ic)

    def _give_up(self, paths: list[Path]) -> None:
        """Leave the files that a restored machine takes over: its own version of them counts."""
        names = {path.resolve() for path in paths}
        lost = len(outputs.lost)
        with outputs.discarding():
            for where, kind, path in self.machine.io.files():
                if path.resolve() in names:
                    self.machine.detach(where, kind)
        del outputs.lost[lost:]

    def do_do(self, arg: str) -> bool:
        """Do the commands of a file, a line each. # begins a remark. The first error ends the file.

        do setup.txt
        """
        words = parts(arg)
        if len(words) != 1:
            raise MachineError("Type do FILE, with one file of commands.")
        return self.do_file(Path(words[0]))

    def do_file(self, path: Path) -> bool:
        """Do the commands of a file; return whether one of them was quit."""
        if len(self._doing) == DEEPEST:
            raise MachineError(f"{path}: {DEEPEST} command files call one another: remove a do.")
        text = read_bytes(path).decode("utf-8", "replace")
        self._doing.append(path)
        try:
            for number, line in enumerate(text.splitlines(), 1):
                command = line.partition("#")[0] if line.lstrip().startswith("#") else line
                self._place = f"{path}, line {number}"
                if self.onecmd(command):
                    return True
        finally:
            self._doing.pop()
        return False

    def failed(self, message: str) -> None:
        """Report an error; in a command file, end the file."""
        if not self._doing:
            self.say(message)
            return
        raise CommandFailed(f"{self._place}: {message}")

    def do_trace(self, arg: str) -> None:
        """Write each instruction executed to a file: trace on FILE, trace off; limit N ends it after N lines.

        Each line has the registers before the instruction. force replaces another file.
        trace on run.txt limit 100000
        """
        match parts(arg):
            case ["on", name, *options]:
                force = bool(options) and options[-1] in FORCE
                options = options[:-1] if force else options
                if options and (options[0] != "limit" or len(options) != 2):
                    raise MachineError("Type trace on FILE, trace on FILE limit 1000, or trace off.")
                most = self.count(options[1], 1, "lines") if options else None
                self.end_trace()
                self.trace = TraceFile(Path(name), most, force)
                self.say(f"Tracing to {name}: trace off completes the file.")
            case ["off"]:
                if self.trace is None:
                    raise MachineError("There is no trace: start one with trace on FILE.")
                self.end_trace()
            case _:
                raise MachineError("Type trace on FILE, trace on FILE limit 1000, or trace off.")

    def end_trace(self) -> None:
        """Complete the trace, if there is one."""
        trace, self.trace = self.trace, None
        if trace is not None:
            trace.close()
            self.say(f"{trace.lines:,} instructions written to {trace.path}.")
