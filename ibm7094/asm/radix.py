"""The sort of FAP's symbol table: by one bit after the other, from the left, exchanging from both ends."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
WORD_BITS = 36


def exchange_sort(items: list[T], rank: Callable[[T], int]) -> None:
    """Sort in place by 36-bit words. Equal ones come out in an order of their own, as they did in FAP."""
    blocks = [(0, len(items), WORD_BITS - 1)]
    while blocks:
        start, end, bit = blocks.pop()
        if end - start > 1 and bit >= 0:
            middle = part(items, start, end, rank, bit)
            blocks += [(start, middle, bit - 1), (middle, end, bit - 1)]


def part(items: list[T], start: int, end: int, rank: Callable[[T], int], bit: int) -> int:
    """Bring the items without a bit before those that have it; where these begin."""
    low, high = start, end
    while low < high:
        if not rank(items[low]) >> bit & 1:
            low += 1
            continue
        high -= 1
        while high > low and rank(items[high]) >> bit & 1:
            high -= 1
        items[low], items[high] = items[high], items[low]
    return low
