"""A select that a channel holds."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ibm7094.devices.device import Device, Select, Steps

if TYPE_CHECKING:
    from ibm7094.channels.channel import Channel


class Selection:
    """One select, and the link between its device and the channel (see devices.device.DeviceLink).

    After the channel disconnects, the device runs on to the end of its card or record. Its link is then dead,
    so it cannot affect a later select.
    """

    def __init__(self, channel: "Channel", operation: Select, device: Device, unit: int) -> None:
        self.channel = channel
        self.operation = operation
        self.device = device
        self.unit = unit
        self.started = False
        self.record_ended = False  # writing: the command ended the record, the device does not know yet

    def as_saved(self, key: str) -> dict[str, Any]:
        """The select; `key` names its device on the channel."""
        return {
            "channel": self.channel.number,
            "operation": self.operation.value,
            "device": key,
            "unit": self.unit,
            "started": self.started,
            "record_ended": self.record_ended,
        }

    @classmethod
    def restored(cls, channel: "Channel", saved: Mapping[str, Any]) -> "Selection":
        """A select that was saved."""
        selection = cls(
            channel, Select(saved["operation"]), channel.devices[saved["device"]], int(saved["unit"])
        )
        selection.started, selection.record_ended = bool(saved["started"]), bool(saved["record_ended"])
        return selection

    def steps(self) -> Steps:
        """What the device does for this select."""
        if self.operation is Select.RDS:
            return self.device.read(self, self.unit)
        if self.operation is Select.WRS:
            return self.device.write(self, self.unit)
        return self.device.control(self.operation, self, self.unit)

    @property
    def connected(self) -> bool:
        return self.channel.data is self

    @property
    def now_us(self) -> float:
        return self.channel.scheduler.now_us

    def put(self, word: int, good: bool = True) -> None:
        if self.connected:
            self.channel.word_in(word, good)

    def take(self) -> int | None:
        if self.record_ended or not self.connected:
            self.record_ended = False
            return None
        return self.channel.word_out()

    def end_of_record(self) -> None:
        if self.record_ended:
            self.record_ended = False
        elif self.connected:
            self.channel.end_of_record()

    def end_of_file(self) -> None:
        # Even on a dead link: a select that IOCD 0,,0 disconnected at once still finds the mark.
        self.channel.state.end_of_file[self.channel.number] = 1
        if self.connected:
            self.channel.disconnect()

    def release(self) -> None:
        self.channel.release(self)

    def load_point(self) -> None:
        self.channel.state.load_point[self.channel.number] = 1

    def end_of_tape(self) -> None:
        self.channel.state.end_of_tape[self.channel.number] = 1
