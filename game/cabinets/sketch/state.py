"""What a match of the drawing game is made of: options, actions, state and view."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from game.cabinets.sketch.drawing.lists import ORDER
from game.cabinets.sketch.freehand.points import MOST_POINTS
from game.core.options import names
from game.core.rules import Seat

LONGEST_HAND = 120_000
"""Milliseconds that a hand may say it took."""
MODEL = range(4, 13)
"""How many strokes a master's drawing of the word may have."""
MODEL_NUMBERS = 2000
"""How many numbers all of them."""
OFFERED = 6
NOBODY: Seat = -1
TEXT = Meta(max_length=200)
"""Of what people type: long enough for every text that `check` refuses with a sentence of its own."""


class Options(msgspec.Struct, frozen=True):
    goal: Annotated[int, Meta(ge=3, le=20)] = 5
    laps: Annotated[int, Meta(ge=1, le=4)] = 2
    master: Literal["turns", "machine"] = "turns"
    words: Literal["offer", "free", "deal"] = "offer"
    lists: Annotated[str, names(*ORDER)] = ""
    language: Literal["ko", "en"] = "ko"
    seconds: Annotated[int, Meta(ge=0, le=120)] = 45
    talk: Annotated[int, Meta(ge=0, le=180)] = 30
    ink: Annotated[int, Meta(ge=0, le=9000)] = 3000
    tie: Literal["escape", "runoff"] = "escape"
    judge: Literal["artists", "exact"] = "artists"
    master_knows: bool = False
    blind_votes: bool = False

    @property
    def limit(self) -> int:
        """Seconds for a stroke, a vote and the like; 0 is none."""
        return max(10, self.seconds) if self.seconds else 0

    @property
    def longest(self) -> int:
        """The longest stroke; 0 is no limit."""
        return max(500, self.ink) if self.ink else 0


Line: TypeAlias = Annotated[tuple[int, ...], Meta(max_length=8 * MOST_POINTS)]
"""x and y in turn, on a canvas of 1024 by 768; `check` refuses more than a stroke may have."""


class Pose(msgspec.Struct, frozen=True, tag="pose"):
    """The master names a category and a word of it."""

    category: Annotated[str, TEXT]
    word: Annotated[str, TEXT]
    model: Annotated[tuple[Line, ...], Meta(max_length=40)] = ()
    """How the word is drawn, stroke by stroke, for computers among the artists where no list says it; mostly none."""


class First(msgspec.Struct, frozen=True, tag="first"):
    """The master names who draws first."""

    seat: int


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """One line without lifting."""

    points: Line
    took: int = 0
    """Milliseconds that the hand took, to show the stroke again at its own pace."""


class Enough(msgspec.Struct, frozen=True, tag="enough"):
    """Enough has been said."""


class Vote(msgspec.Struct, frozen=True, tag="vote"):
    """Who is thought to be the odd one."""

    seat: int


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    """What the odd one takes the word for."""

    text: Annotated[str, TEXT]


class Judge(msgspec.Struct, frozen=True, tag="judge"):
    """Whether a guess means the word."""

    same: bool


Action: TypeAlias = Pose | First | Draw | Enough | Vote | Guess | Judge
Phase: TypeAlias = Literal[
    "master", "deal", "pose", "odd", "brush", "first", "stroke", "talk", "vote", "runoff", "guess", "judge", "over"
]


class Stroke(msgspec.Struct, frozen=True):
    """A line on the paper."""

    seat: int
    points: tuple[int, ...]
    took: int


class Round(msgspec.Struct, frozen=True):
    """A round that has ended."""

    category: Annotated[str, TEXT]
    word: Annotated[str, TEXT]
    master: int
    odd: int
    suspect: int
    """Who was voted out; -1 for nobody."""
    guess: Annotated[str, TEXT]
    right: bool
    """Whether the guess was taken for the word."""
    points: tuple[int, ...]
    """What each seat gained."""


class Offered(msgspec.Struct, frozen=True):
    """A word that the master may pose."""

    category: Annotated[str, TEXT]
    word: Annotated[str, TEXT]


class State(msgspec.Struct):
    options: Options
    points: list[int]
    phase: Phase
    round: int = 0
    """From 1; 0 before the first."""
    master: int = NOBODY
    offered: list[Offered] = []
    category: str = ""
    word: str = ""
    model: tuple[tuple[int, ...], ...] = ()
    odd: int = NOBODY
    first: int = NOBODY
    drawn: int = 0
    """Strokes of this round."""
    strokes: list[Stroke] = []
    votes: list[int] = []
    """Whom each seat named, -1 for those who name nobody; empty before the tally and where votes stay hidden."""
    counts: list[int] = []
    """Votes for each seat, once they are counted."""
    tied: list[int] = []
    suspect: int = NOBODY
    guess: str = ""
    judged: list[int] = []
    """1 for each seat that took the guess for the word, 0 for each that did not, -1 for the others."""
    used: list[str] = []
    """Words of this match."""
    history: list[Round] = []
    turns: int = 0
    fooled: list[int] = []
    """Rounds in which each seat was the odd one."""
    escaped: list[int] = []
    """Rounds in which each seat gained as the odd one."""


class View(msgspec.Struct, frozen=True):
    """What a viewer may know."""

    phase: Phase
    round: int
    master: int
    first: int
    artist: int
    """Whose stroke is waited for; -1 for nobody's."""
    lap: int
    """From 0."""
    category: Annotated[str, TEXT]
    word: Annotated[str, TEXT] | None
    """None for who may not know it."""
    odd: int | None
    """None for who may not know it."""
    strokes: tuple[Stroke, ...]
    counts: tuple[int, ...]
    votes: tuple[int, ...]
    tied: tuple[int, ...]
    suspect: int
    guess: Annotated[str, TEXT]
    judged: tuple[int, ...]
    offered: tuple[Offered, ...]
    """For the master alone."""
    points: tuple[int, ...]
    history: tuple[Round, ...]
    revealed: bool
    """Whether the round's word is told to all."""
    model: tuple[tuple[int, ...], ...] = ()
    """The master's drawing of the word, where there is one, for who knows the word."""
