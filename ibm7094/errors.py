"""What goes wrong, as types. Each message is one sentence: what, where, what to do."""


class MachineError(Exception):
    """Anything a user can cause; the command line prints the sentence and exits with `exit_code`."""

    exit_code = 2


class MediaError(MachineError):
    """A card or tape file that cannot be what it is said to be."""


class DeviceNotReady(MachineError):
    """A program selected a device that has no file attached, or cannot do what was asked."""

    exit_code = 3
