"""The sort of FAP's symbol table: a radix exchange sort, bit by bit from the left."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
WORD_BITS = 36


def exchange_sort(items: list[T], rank: Callable[[T], int]) -> None:
    """Sort in place by 36-bit words. It is not stable, but equal items end up in the same order as in FAP."""
    blocks = [(0, len(items), WORD_BITS - 1)]
    while blocks:
        start, end, bit = blocks.pop()
        if end - start > 1 and bit >= 0:
            middle = part(items, start, end, rank, bit)
            blocks += [(start, middle, bit - 1), (middle, end, bit - 1)]


def part(items: list[T], start: int, end: int, rank: Callable[[T], int], bit: int) -> int:
    """Put items with the bit off before those with it on, and return where the latter begin."""
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
