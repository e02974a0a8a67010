"""What an operation moves of a track, and whether the track is the one that the order means."""

from collections.abc import Iterable, Sequence

from ibm7094.devices.disks.orders import Operation, Order, record_key
from ibm7094.media.disks.file import ADDRESS, HOME, Area

WITH_ADDRESSES = (Operation.DVTA, Operation.DVHA)


def parts(operation: int, areas: Iterable[Area]) -> list[list[int]]:
    """The positions on the track that an operation moves, record by record."""
    found = []
    for area in areas:
        data = range(area.data, area.end)
        found.append([area.begin + ADDRESS, *data] if operation in WITH_ADDRESSES else [*data])
    if operation == Operation.DVHA:
        found[0].insert(0, HOME)
    return found


def first_part(
    operation: int, order: Order, track: int, buffer: Sequence[int], areas: Iterable[Area]
) -> int | None:
    """The record that an operation begins with; None if the addresses are not those of the order.

    A single record is known by its own address. Otherwise the heads chosen by the seek must be on the track
    of the order, and home address 2 must agree bit by bit [M pages 12, 13 and 16].
    """
    if operation == Operation.DVSR:
        for number, area in enumerate(areas):
            if record_key(buffer[area.begin + ADDRESS]) == order.record:
                return number
        return None
    if order.track != track:
        return None
    return 0 if operation == Operation.DVHA or buffer[HOME] >> 24 == order.identifier else None
