"""Opening books: the moves played from a position in many matches, and their results.

Positions and moves that differ only by a turn or a mirror count as one. A file is text: a line `souk-openings 1`, then
for each variant of the rules a line `= <variant> <matches>`, and a line for each position that was reached more than
once: its digest, and for each move its spots, how often it was played, and the mover's result in half points.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeAlias

from game.core.space import SYMMETRIES, Squares

Spots: TypeAlias = tuple[int, ...]
"""The squares of a move, one after another."""
_HEADING = "souk-openings 1"
_DIGEST = 5
"""Bytes of a position's digest; two of 3,000 positions share one with a probability of 1 in 200,000."""


class PlayedMove(NamedTuple):
    """A move in an opening book."""

    spots: Spots
    times: int
    halves: int
    """The mover's results in half points: 2 for each match won, 1 for each draw."""

    @property
    def share(self) -> float:
        """Share of the points that the mover won."""
        return self.halves / (2 * self.times)


class Folded(NamedTuple):
    """A position in its canonical orientation: the least of all turns and mirrors."""

    key: str
    ways: Sequence[tuple[int, ...]]
    """Mappings of each square to the canonical orientation; several where the position itself is symmetrical."""

    def fold(self, spots: Spots) -> Spots:
        """Convert a move's squares to the canonical orientation."""
        return min(tuple(way[spot] for spot in spots) for way in self.ways)

    def unfold(self, spots: Spots) -> Spots:
        """Convert a move's squares from the canonical orientation; one of several if the position is symmetrical."""
        return tuple(self.ways[0].index(spot) for spot in spots)


def folded(board: Squares, cells: Sequence[int], mover: int) -> Folded:
    """Return the canonical orientation of a position on a square board."""
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for symmetry in SYMMETRIES:
        images = board.images(symmetry)
        there = [0] * len(board)
        for square, image in enumerate(images):
            there[image] = cells[square]
        found.append((tuple(there), images))
    least = min(there for there, _ in found)
    digest = blake2b(bytes((*least, mover)), digest_size=_DIGEST).hexdigest()
    return Folded(digest, tuple(sorted({images for there, images in found if there == least})))


class BookFile:
    """The content of an opening book's file."""

    def __init__(self) -> None:
        self.matches: dict[str, int] = {}
        """Number of matches in the book, by variant."""
        self.positions: dict[str, dict[str, dict[Spots, tuple[int, int]]]] = {}
        """By variant and position: for each move how often it was played, and its result in half points."""

    def add(self, variant: str, played: Iterable[tuple[str, Spots, int]]) -> None:
        """Count a match: its positions, each with the move played and the mover's result in half points."""
        self.matches[variant] = self.matches.get(variant, 0) + 1
        positions = self.positions.setdefault(variant, {})
        for key, spots, halves in played:
            moves = positions.setdefault(key, {})
            count, before = moves.get(spots, (0, 0))
            moves[spots] = count + 1, before + halves

    def write(self) -> str:
        """Return the file's text; positions reached only once are left out."""
        lines = [_HEADING]
        for variant, matches in self.matches.items():
            lines.append(f"= {variant} {matches}")
            for key, moves in sorted(self.positions[variant].items()):
                if sum(count for count, _ in moves.values()) > 1:
                    told = (f"{'-'.join(map(str, spots))} {count} {halves}" for spots, (count, halves) in moves.items())
                    lines.append(f"{key} {' '.join(sorted(told))}")
        return "\n".join(lines) + "\n"

    @classmethod
    def read(cls, text: str) -> BookFile:
        """Parse a file's text. Raises ValueError for anything that `write` did not write."""
        book, variant = cls(), ""
        heading, *lines = text.splitlines()
        if heading != _HEADING:
            raise ValueError(f"a book of openings begins with {_HEADING!r}, not with {heading[:40]!r}")
        for line in lines:
            first, *words = line.split(" ")
            if first == "=":
                variant = words[0]
                book.matches[variant], book.positions[variant] = int(words[1]), {}
                continue
            book.positions[variant][first] = {
                tuple(map(int, spots.split("-"))): (int(count), int(halves))
                for spots, count, halves in zip(words[::3], words[1::3], words[2::3], strict=True)
            }
        return book


class OpeningBook(ABC):
    """The opening book of a game on squares or crossings; its file is `data/openings.txt`."""

    game: ClassVar[str]
    option: ClassVar[str]
    """Name of the option whose values are the variants of the book."""
    board: ClassVar[Squares]
    sides: ClassVar[Sequence[str]]
    """Names of the sides, the one that usually begins first, with texts `<game>.editor.side.<name>`."""
    file: ClassVar[Path]

    @abstractmethod
    def options(self, variant: str, position: str = "") -> Any:
        """Return the options of a match of this variant, from a position written as its option takes it."""

    @abstractmethod
    def cells(self, view: Any) -> Sequence[int]:
        """Return a number for the content of each square, 0 for an empty one."""

    @abstractmethod
    def side(self, view: Any) -> int:
        """Return the side to move, as an index of `sides`."""

    @abstractmethod
    def spots(self, action: Any) -> Spots | None:
        """Return the squares of a move; None for an action that is no move, such as giving up."""

    @abstractmethod
    def position(self, view: Any) -> str:
        """Return the position of a view as the option `position` takes it."""

    @abstractmethod
    def name(self, spots: Spots) -> str:
        """Return a move as people write it."""

    @cached_property
    def known(self) -> BookFile:
        """The content of the book's file."""
        return BookFile.read(self.file.read_text(encoding="utf-8"))

    @property
    def variants(self) -> Sequence[str]:
        """The variants that have matches in the book."""
        return tuple(self.known.matches)

    def folded(self, view: Any) -> Folded:
        """Return the canonical orientation of a view's position."""
        return folded(self.board, self.cells(view), self.side(view))

    def moves(self, variant: str, view: Any) -> list[PlayedMove]:
        """Return the moves played from a view's position, the most frequent first."""
        here = self.folded(view)
        moves: Mapping[Spots, tuple[int, int]] = self.known.positions[variant].get(here.key, {})
        found = [PlayedMove(here.unfold(spots), count, halves) for spots, (count, halves) in moves.items()]
        return sorted(found, key=lambda move: (-move.times, -move.halves, move.spots))
