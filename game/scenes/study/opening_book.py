"""Opening books: what was played from a position in many matches, and what came of it.

Positions that a turn or a mirror makes equal are one, and so are moves that it makes equal. A file is text: a line
`souk-openings 1`, then for each variant of the rules a line `= <variant> <matches>` and a line for each position that
was met more than once: its digest, and for each move its spots, how often it was played, and twice the points of who
played it.
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
"""Bytes; a book of 3,000 positions has two alike with a chance of 1 in 200,000."""


class PlayedMove(NamedTuple):
    """A move as a book knows it."""

    spots: Spots
    times: int
    halves: int
    """Twice the points of who played it: 2 for a match won, 1 for a draw."""

    @property
    def share(self) -> float:
        """The share that its player won."""
        return self.halves / (2 * self.times)


class Folded(NamedTuple):
    """A position in the least of its orientations."""

    key: str
    ways: Sequence[tuple[int, ...]]
    """Where each square lies in it; more than one where the position is symmetrical itself."""

    def fold(self, spots: Spots) -> Spots:
        """A move as the book has it."""
        return min(tuple(way[spot] for spot in spots) for way in self.ways)

    def unfold(self, spots: Spots) -> Spots:
        """A move of the book as it is played here; one of several that are equal."""
        return tuple(self.ways[0].index(spot) for spot in spots)


def folded(board: Squares, cells: Sequence[int], mover: int) -> Folded:
    """The least orientation of what lies on a board that is as wide as high."""
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
    """What a file tells, or is to tell."""

    def __init__(self) -> None:
        self.matches: dict[str, int] = {}
        """Number of matches in the book, by variant."""
        self.positions: dict[str, dict[str, dict[Spots, tuple[int, int]]]] = {}
        """By variant and position: for each move how often it was played, and its result in half points."""

    def add(self, variant: str, played: Iterable[tuple[str, Spots, int]]) -> None:
        """Count a match: its positions with the move played in each, and the halves of who played it."""
        self.matches[variant] = self.matches.get(variant, 0) + 1
        positions = self.positions.setdefault(variant, {})
        for key, spots, halves in played:
            moves = positions.setdefault(key, {})
            count, before = moves.get(spots, (0, 0))
            moves[spots] = count + 1, before + halves

    def write(self) -> str:
        """The text; positions that were met once are left out."""
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
        """Raises ValueError for anything else than `write` wrote."""
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
    """What a game with a board of squares or crossings tells of its positions; `data/openings.txt` has the matches."""

    game: ClassVar[str]
    option: ClassVar[str]
    """The option whose values are the variants of the book."""
    board: ClassVar[Squares]
    sides: ClassVar[Sequence[str]]
    """Who may be to move, the one that usually begins first; `<game>.editor.side.<name>` in texts."""
    file: ClassVar[Path]

    @abstractmethod
    def options(self, variant: str, position: str = "") -> Any:
        """The options of a match of this variant, from a position as the option of that name has it."""

    @abstractmethod
    def cells(self, view: Any) -> Sequence[int]:
        """What lies on each square, 0 for nothing."""

    @abstractmethod
    def side(self, view: Any) -> int:
        """Which side is to move, by its number among `sides`."""

    @abstractmethod
    def spots(self, action: Any) -> Spots | None:
        """The squares of a move; None for what is none, such as giving up."""

    @abstractmethod
    def position(self, view: Any) -> str:
        """The position as the option of that name has it."""

    @abstractmethod
    def name(self, spots: Spots) -> str:
        """The move as people write it."""

    @cached_property
    def known(self) -> BookFile:
        """The matches of the file."""
        return BookFile.read(self.file.read_text(encoding="utf-8"))

    @property
    def variants(self) -> Sequence[str]:
        """Those of which there are matches."""
        return tuple(self.known.matches)

    def folded(self, view: Any) -> Folded:
        """The position of a view as the book has it."""
        return folded(self.board, self.cells(view), self.side(view))

    def moves(self, variant: str, view: Any) -> list[PlayedMove]:
        """What was played from here, the most frequent first."""
        here = self.folded(view)
        moves: Mapping[Spots, tuple[int, int]] = self.known.positions[variant].get(here.key, {})
        found = [PlayedMove(here.unfold(spots), count, halves) for spots, (count, halves) in moves.items()]
        return sorted(found, key=lambda move: (-move.times, -move.halves, move.spots))
