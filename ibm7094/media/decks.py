"""Binary decks: absolute cards in row and column binary, and self-loading decks.

    row absolute     9L = count in the decrement, load address; 9R = checksum; up to 22 words from 8L.
                     Transfer card: 9L zero, 9R = TRA start. 9L is a channel command too: IOCD address,,count.
    column absolute  as FAP punches it: 0005cc 0aaaaa, checksum, up to 22 words. Transfer card: count and
                     checksum zero, the address is the start.

A checksum is the sum of the control word and the data, with end-around carry as in ACL.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

from ibm7094.errors import MediaError
from ibm7094.media.cards import SEVEN_NINE, WORDS, Card
from ibm7094.words import ADDRESS, CORE_SIZE, DECREMENT, WORD, octal, ring_sum

MOST_WORDS = WORDS - 2
_COUNT_AT = 18
_MARKER = SEVEN_NINE << 24
_TRA = 0o002000000000
_TCOA_1 = 0o006000000001


def checksum(control: int, words: Sequence[int]) -> int:
    """What a card's checksum should be."""
    return reduce(ring_sum, words, control)


def row_card(address: int, words: Sequence[int]) -> Card:
    """One row-binary absolute card."""
    control = len(words) << _COUNT_AT | address
    return Card.from_rows([control, checksum(control, words), *words])


def row_transfer(start: int) -> Card:
    """The card that ends a row-binary deck."""
    return Card.from_rows([0, _TRA | start])


def column_card(address: int, words: Sequence[int]) -> Card:
    """One column-binary absolute card, as FAP punches it."""
    control = _MARKER | len(words) << _COUNT_AT | address
    return Card.from_column_words([control, checksum(control, words), *words])


def column_transfer(start: int) -> Card:
    """The card that ends a column-binary deck."""
    return Card.from_column_words([_MARKER | start, 0])


def row_deck(words: Mapping[int, int], start: int) -> list[Card]:
    """Storage as row-binary absolute cards, without the loader that reads them."""
    return [*(row_card(*block) for block in _blocks(words, start)), row_transfer(start)]


def column_deck(words: Mapping[int, int], start: int) -> list[Card]:
    """Storage as column-binary absolute cards."""
    return [*(column_card(*block) for block in _blocks(words, start)), column_transfer(start)]


def read_deck(cards: Iterable[Card]) -> tuple[dict[int, int], int]:
    """What an absolute deck loads, and where it starts; row and column cards may be mixed.

    Cards are read up to the transfer card; if `cards` is an iterator, the rest stays in it. A first card
    that loads itself (its second word waits for channel A) is a loader, and is skipped.
    """
    loaded: dict[int, int] = {}
    number = 0
    for number, card in enumerate(cards, 1):
        by_column = card.is_column_binary
        control, check, *words = card.column_words() if by_column else card.rows()
        count, address = control >> _COUNT_AT & ADDRESS, control & ADDRESS
        if by_column:
            count &= 0o77
            if control & ~(0o77 << _COUNT_AT | ADDRESS) != _MARKER:
                raise MediaError(
                    f"card {number}: {octal(control)} does not begin an absolute card: assemble it with ABS"
                )
            if count == 0 and check == 0:
                return loaded, address
        elif number == 1 and check == _TCOA_1:
            continue
        elif control == 0 and check & ~ADDRESS == _TRA:
            return loaded, check & ADDRESS
        if not 0 < count <= MOST_WORDS or control & ~(DECREMENT | ADDRESS) or address + count > CORE_SIZE:
            raise MediaError(
                f"card {number}: {octal(control)} does not begin an absolute card: check the deck's order"
            )
        total = checksum(control, words[:count])
        if total != check:
            raise MediaError(
                f"card {number}: the checksum punched is {octal(check)}, that of its words {octal(total)}:"
                " make the card again"
            )
        loaded.update(enumerate(words[:count], address))
    raise MediaError(
        f"card {number}: the deck ends here without a transfer card: add one, or the rest of the deck"
    )


def _check(words: Mapping[int, int], start: int) -> None:
    for address in (start, *words):
        if not 0 <= address < CORE_SIZE:
            raise MediaError(f"{address:o} is not an address in core: the highest is {CORE_SIZE - 1:o}")
    for address, word in words.items():
        if not 0 <= word <= WORD:
            raise MediaError(f"{word:o} for {address:05o} is not a word: the highest is {WORD:o}")


def _blocks(words: Mapping[int, int], start: int) -> Iterator[tuple[int, list[int]]]:
    """Runs of cells without a gap, each short enough for one card."""
    _check(words, start)
    block: list[int] = []
    first = 0
    for address in sorted(words):
        if block and (address != first + len(block) or len(block) == MOST_WORDS):
            yield first, block
            block = []
        if not block:
            first = address
        block.append(words[address])
    if block:
        yield first, block


# The loader on the first card of a self-loading deck, assembled at 0.
# The channel reads control word and checksum into HEAD and HEAD+1, and continues with HEAD as its command:
# IOCD address,,count puts the words where they belong; on the transfer card it is IOCD 0,,0, and HEAD+1
# is the TRA to the program.
_LOADER = (
    0o076200001321,  # 00  NEXT  RCDA               READ A CARD
    0o054000000017,  # 01        RCHA   HEAD-1
    0o006000000002,  # 02        TCOA   *           WAIT FOR IT
    0o003000000016,  # 03        TEFA   OUT         THERE IS NONE
    0o450000000020,  # 04        CAL    HEAD
    0o010000000021,  # 05        TZE    HEAD+1      IT IS THE TRANSFER CARD
    0o073700200000,  # 06        PAC    ,2
    0o473400100000,  # 07        PDX    ,1
    0o036100200000,  # 10  SUM   ACL    0,2
    0o177777200012,  # 11        TXI    *+1,2,-1
    0o200001100010,  # 12        TIX    SUM,1,1
    0o032200000021,  # 13        ERA    HEAD+1
    0o010000000000,  # 14        TZE    NEXT        THE CHECKSUM IS RIGHT
    0o000000000000,  # 15        HTR    NEXT        IT IS WRONG, START READS ON
    0o000000000000,  # 16  OUT   HTR    NEXT        START READS ON
    0o400002000020,  # 17        IOCP   HEAD,,2
)  #                  20  HEAD  BSS    2
_FIXED = {0o00, 0o06, 0o07, 0o10}  # whose addresses stay when the loader is moved
LOADER_SIZE = len(_LOADER) + 2
CHECKSUM_STOP = 0o15
"""Where in the loader the machine halts on a card whose checksum is wrong."""
NO_CARDS_STOP = 0o16
"""Where in the loader it halts when the cards run out before the transfer card."""

_BOOTSTRAP_CELLS = 3
_ABOVE_TRAPS = 0o40


def loader_place(words: Mapping[int, int]) -> int:
    """Where the loader of a self-loading deck goes: the lowest gap above the trap cells, else among them."""
    for lowest in (_ABOVE_TRAPS, _BOOTSTRAP_CELLS):
        free = lowest
        for taken in (*sorted(words), CORE_SIZE):
            if taken - free >= LOADER_SIZE:
                return free
            free = max(free, taken + 1)
    raise MediaError(f"the program does not leave {LOADER_SIZE} cells in a row for a loader: free some")


def self_loading(words: Mapping[int, int], start: int) -> list[Card]:
    """A deck that LOAD CARDS reads on a 709, 7090 or 7094 with the reader on channel A.

    The key reads three words into 0-2, gives the channel word 0 as its next command, and starts at 1.
    Here word 0 reads the rest of the loader; the program's own words for 0-2 come later, like any others.
    The loader stays in core, and so do 0-2 if the program has nothing there. (BOOT CDR of SIMH V3.8-1 does
    not do what the key does; the tests show what to deposit instead.)
    """
    place = loader_place(words)
    loader = [word if at in _FIXED else word + place for at, word in enumerate(_LOADER)]
    bring_in = len(loader) << _COUNT_AT | place
    return [Card.from_rows([bring_in, _TCOA_1, _TRA | place, *loader]), *row_deck(words, start)]
