"""Load a program from a file and make the machine ready to start it.

FAP cards are assembled first, and become a deck. A deck goes through the simulated card reader: a
self-loading deck as it is, an absolute deck after a loader. A core image goes straight into core, as does any
program for a 704, whose LOAD CARDS is different.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ibm7094.cli import arguments
from ibm7094.errors import MachineError, MediaError
from ibm7094.machine import Machine
from ibm7094.media import bcd
from ibm7094.media.cards import Card, cards_in
from ibm7094.media.decks import CHECKSUM_STOP, MOST_WORDS, NO_CARDS_STOP, read_deck, self_loading
from ibm7094.media.images import image_in, is_image, read
from ibm7094.source_map import SourceMap, words_hash
from ibm7094.stop import Reason, Stop
from ibm7094.terminal.output import say
from ibm7094.words import ADDRESS, DECREMENT

WAIT_FOR_CHANNEL_A = 0o006000000001
"""TCOA 1, the first instruction on a self-loading card (the word before it is a channel command)."""
TRANSFER = 0o002000000000
COUNT_AT = 18
TEXT_DECK = "this is text, not a binary deck: assemble it first, or give it as data with --cards"
NO_PROGRAM = "this is neither a binary deck nor a core image: check the file name"
CARD_SUFFIX = ".cbn"
CARD_MARK = 0x80
"""A file of binary cards begins with a byte that has this bit."""
SOURCE_SUFFIXES = (".fap", ".deck")


@dataclass
class ProgramFile:
    """A program read from a file: words and a start address, or a self-loading deck."""

    words: dict[int, int] = field(default_factory=dict)
    start: int | None = None
    own_loader: list[Card] = field(default_factory=list)
    """All cards of a self-loading deck."""
    data: list[Card] = field(default_factory=list)
    """Cards after the transfer card of an absolute deck."""
    source: SourceMap | None = None
    """The symbols and cards of a program that was just assembled."""


def read_program(path: Path) -> ProgramFile:
    """A core image, a deck, or cards to be assembled. From a pipe, FAP cards are known by what they hold."""
    if path.suffix.lower() in SOURCE_SUFFIXES:
        return assembled(path, path)
    contents = read(path)
    if is_image(path, contents):
        return ProgramFile(image_in(contents, path))
    if not path.is_file() and is_printable(contents):
        from ibm7094.asm.text.recognise import is_fap

        if is_fap(text := contents.decode()):
            return assembled(text + "\n", path)
    try:
        cards = cards_in(contents, path)
    except MediaError:
        if path.suffix.lower() == CARD_SUFFIX or not contents or contents[0] >= CARD_MARK:
            raise
        what = TEXT_DECK if is_printable(contents) else NO_PROGRAM
        raise MediaError(f"{path}: {what}") from None
    try:
        return deck_program(cards)
    except MediaError as error:
        raise MediaError(f"{path}: {error}") from None


def files_read(path: Path) -> list[Path]:
    """All files that reading a program reads: those in a deck list too."""
    if path.suffix.lower() not in SOURCE_SUFFIXES:
        return [path]
    from ibm7094.asm.cards.source import files_read as files_of_cards

    return list(files_of_cards(path))


def assembled(source: Path | str, path: Path) -> ProgramFile:
    """Assemble FAP cards, or those that a deck list names. Cards with a fatal flag are refused."""
    from ibm7094.asm import AssemblyError, assemble  # slow to import, and not always needed

    program = assemble(source)
    if program.is_fatal:
        for problem in program.problems:
            say(str(problem))
        raise AssemblyError(f"{path}: this program has fatal flags: correct the cards.")
    if program.problems:
        count = len(program.problems)
        say(f"{path}: {count} {'card has' if count == 1 else 'cards have'} flags: ibm7094 asm shows them.")
    if program.start is None:
        say(f"{path}: END has no start address: the program starts at its lowest word, {program.entry:05o}.")
    return ProgramFile(dict(program.image), program.entry, source=program.source)


def is_printable(contents: bytes) -> bool:
    """Whether a file is text, even if it does not fit on cards."""
    try:
        text = contents.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return bool(text.strip()) and "".join(text.split()).isprintable()


def deck_program(cards: list[Card]) -> ProgramFile:
    """The program on a binary deck. Checksums and the deck's end are checked if its format is known."""
    first, *others = cards
    is_text = all(bcd.UNPRINTABLE not in card.text() for card in cards)
    loads_itself = first.rows()[1] == WAIT_FOR_CHANNEL_A
    after_loader = loads_itself and (is_our_loader(first) or any(map(looks_absolute, others[:1])))
    if not after_loader and (loads_itself or not looks_absolute(first)):
        if is_text and not loads_itself:
            raise MediaError(TEXT_DECK)
        return ProgramFile(own_loader=cards)  # only its own loader knows what is on the cards
    remaining = iter(cards)
    try:
        words, start = read_deck(remaining)
    except MediaError:
        if is_text and not loads_itself:  # punched text may happen to look like a count and an address
            raise MediaError(TEXT_DECK) from None
        raise
    return ProgramFile(words, start, cards if loads_itself else [], list(remaining))


def is_our_loader(card: Card) -> bool:
    """Whether a card is the loader that `self_loading` makes, which reads absolute cards."""
    bring_in, _, go, *loader = card.rows()
    place = go & ADDRESS
    begins = (bring_in & ADDRESS, go) == (place, TRANSFER | place)
    return begins and loader[CHECKSUM_STOP] == loader[NO_CARDS_STOP] == place


def looks_absolute(card: Card) -> bool:
    """Whether a card begins as absolute cards do."""
    if card.is_column_binary:
        return True
    control, check = card.rows()[:2]
    count = control >> COUNT_AT & ADDRESS
    is_transfer = control == 0 and check & ~ADDRESS == TRANSFER
    return is_transfer or (0 < count <= MOST_WORDS and not control & ~(DECREMENT | ADDRESS))


def make_ready(
    machine: Machine, program: ProgramFile, start: int | None = None, cards: Sequence[Card] = ()
) -> Stop | None:
    """Put a program into the machine and data cards into the reader, and set the start address.

    A program that was just assembled is also read in, so that all of it can be examined, and so that trace,
    profile and limits cover the program alone; the stop returned is the one at its start.
    """
    if program.own_loader and not (program.words and machine.model.name == "704"):
        if start is not None:
            raise MachineError("A self-loading deck sets its own start: drop --start.")
        boot(machine, [*program.own_loader, *cards])
        return None
    begin = next(
        place for place in (start, program.start, min(program.words, default=0)) if place is not None
    )
    if program.start is not None and machine.model.name != "704":
        boot(machine, [*self_loading(program.words, begin), *program.data, *cards])
        return read_in(machine, begin) if program.source else None
    machine.load(program.words)
    machine.ic = begin
    if program.data or cards:
        fill_reader(machine, [*program.data, *cards])
    return None


def read_in(machine: Machine, begin: int) -> Stop:
    """Run the loader up to the start of the program."""
    stop = machine.run(breakpoints=[begin])
    if stop.reason is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    if machine.watch:
        machine.watch.begin_anew()
    return stop


def use_names(machine: Machine, program: ProgramFile | None, path: Path | None) -> None:
    """Take symbols and cards from a map, if one is given, else from a program that was just assembled."""
    if path is None:
        if program and program.source:
            machine.use_source(program.source)
        return
    source = arguments.read_map(path)
    machine.use_source(source)
    if program and program.words and source.sha256 not in ("", words_hash(program.words)):
        say(f"{path}: this map was made for a different program: its names may be wrong.")


def boot(machine: Machine, cards: list[Card]) -> None:
    """Put cards into the reader and press LOAD CARDS."""
    fill_reader(machine, cards)
    machine.load_cards()


def fill_reader(machine: Machine, cards: list[Card]) -> None:
    """Put cards into the reader."""
    machine.attach("A", "reader", cards)
