"""The exceptions. Each message is one sentence: what, where, what to do."""


class MachineError(Exception):
    """An error a user can cause; the command line prints the message and exits with `exit_code`."""

    exit_code = 2


class BadValue(MachineError, ValueError):
    """A value that is out of range, given in Python."""


class BadType(MachineError, TypeError):
    """A value of the wrong kind, or a setting that does not exist, given in Python."""


class MediaError(MachineError):
    """A card or tape file that is damaged or of the wrong kind."""


class DeviceNotReady(MachineError):
    """A program selected a device that has no file attached, or cannot do what was asked."""

    exit_code = 3
