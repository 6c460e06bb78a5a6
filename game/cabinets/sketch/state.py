"""Options, actions, state and view of Odd Brush."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from game.cabinets.sketch.drawing.lists import ORDER
from game.cabinets.sketch.freehand.points import MOST_POINTS
from game.core.options import names
from game.core.rules import Seat

LONGEST_HAND = 120_000
"""The most milliseconds that a stroke may claim it took."""
MODEL = range(4, 13)
"""How many strokes a master's drawing of the word may have."""
MODEL_NUMBERS = 2000
"""The most numbers, two per point, of all strokes of the master's drawing together."""
OFFERED = 6
NOBODY: Seat = -1
TEXT = Meta(max_length=200)
"""Limit of typed texts: long enough that `check` can refuse longer words with a sentence of its own."""


class Options(msgspec.Struct, frozen=True):
    goal: Annotated[int, Meta(ge=3, le=20)] = 5
    rounds: Annotated[int, Meta(ge=0, le=20)] = 0
    """The most rounds of a match, whatever points people have; 0 for no such end."""
    laps: Annotated[int, Meta(ge=1, le=4)] = 2
    master: Literal["turns", "machine"] = "turns"
    words: Literal["offer", "free", "deal"] = "offer"
    lists: Annotated[str, names(*ORDER)] = ""
    language: Literal["ko", "en"] = "ko"
    seconds: Annotated[int, Meta(ge=0, le=120)] = 45
    talk: Annotated[int, Meta(ge=0, le=180)] = 30
    ink: Annotated[int, Meta(ge=0, le=9000)] = 3000
    tie: Literal["escape", "runoff"] = "escape"
    tiebreak: Literal["none", "votes"] = "none"
    """What ranks seats with equal points: `votes` first those who voted for the odd one more often, of these those who
    got fewer votes. Where votes stay hidden only the votes they got count."""
    judge: Literal["artists", "exact"] = "artists"
    master_knows: bool = False
    blind_votes: bool = False

    @property
    def limit(self) -> int:
        """Seconds for a stroke, a vote or a similar decision; 0 is no limit."""
        return max(10, self.seconds) if self.seconds else 0

    @property
    def longest(self) -> int:
        """The longest stroke, in canvas units; 0 is no limit."""
        return max(500, self.ink) if self.ink else 0


Line: TypeAlias = Annotated[tuple[int, ...], Meta(max_length=8 * MOST_POINTS)]
"""Points of a line, x and y in turn, on a canvas of 1024 × 768; `check` refuses more points than a stroke may have."""


class Pose(msgspec.Struct, frozen=True, tag="pose"):
    """The master names a category and a word of it."""

    category: Annotated[str, TEXT]
    word: Annotated[str, TEXT]
    model: Annotated[tuple[Line, ...], Meta(max_length=40)] = ()
    """The word's drawing, stroke by stroke, for computers among the artists; needed only where no list has
    a drawing.
    """


class First(msgspec.Struct, frozen=True, tag="first"):
    """The master names who draws first."""

    seat: int


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Draw one line without lifting the pen."""

    points: Line
    took: int = 0
    """Milliseconds that the hand took, so that screens can show the stroke at its own pace."""


class Enough(msgspec.Struct, frozen=True, tag="enough"):
    """Say that enough has been talked about the picture."""


class Vote(msgspec.Struct, frozen=True, tag="vote"):
    """Vote for the seat that is thought to be the odd one."""

    seat: int


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    """The odd one's guess of the word."""

    text: Annotated[str, TEXT]


class Judge(msgspec.Struct, frozen=True, tag="judge"):
    """An artist's judgement of whether a guess means the word."""

    same: bool


Action: TypeAlias = Pose | First | Draw | Enough | Vote | Guess | Judge
Phase: TypeAlias = Literal[
    "master", "deal", "pose", "odd", "brush", "first", "stroke", "talk", "vote", "runoff", "guess", "judge", "over"
]


class Stroke(msgspec.Struct, frozen=True):
    """A line on the paper, with the seat that drew it."""

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
    """The seat that was voted out; -1 for nobody."""
    guess: Annotated[str, TEXT]
    right: bool
    """Whether the guess counted as the word."""
    points: tuple[int, ...]
    """Points that each seat gained in this round."""


class Offered(msgspec.Struct, frozen=True):
    """A word that the master may pose."""

    category: Annotated[str, TEXT]
    word: Annotated[str, TEXT]


class State(msgspec.Struct):
    options: Options
    points: list[int]
    phase: Phase
    round: int = 0
    """Number of the current round, from 1; 0 before the first."""
    master: int = NOBODY
    offered: list[Offered] = []
    category: str = ""
    word: str = ""
    model: tuple[tuple[int, ...], ...] = ()
    odd: int = NOBODY
    first: int = NOBODY
    drawn: int = 0
    """How many strokes were drawn in this round."""
    strokes: list[Stroke] = []
    votes: list[int] = []
    """The seat that each seat voted for, -1 for no vote; empty before the tally and where votes stay hidden."""
    counts: list[int] = []
    """How many votes each seat got; empty before the tally."""
    tied: list[int] = []
    suspect: int = NOBODY
    guess: str = ""
    judged: list[int] = []
    """1 for each seat that took the guess for the word, 0 for each that did not, -1 for the others."""
    used: list[str] = []
    """Words posed in this match so far, as `plain` writes them."""
    history: list[Round] = []
    turns: int = 0
    fooled: list[int] = []
    """Rounds in which each seat was the odd one."""
    escaped: list[int] = []
    """Rounds that each seat won as the odd one."""
    found: list[int] = []
    """Votes of each seat for the odd one; empty before the first and where votes rank nobody."""
    suspected: list[int] = []
    """Votes that each seat got; empty as `found` is."""


class View(msgspec.Struct, frozen=True):
    """The match as one viewer may know it."""

    phase: Phase
    """What is waited for: `pose` and `first` of the master, `stroke` of `artist`, `talk` and `vote` of the artists,
    `guess` of the odd one, `judge` of the others; `master`, `deal`, `odd` and `brush` while something is drawn.
    """
    round: int
    """From 1."""
    master: int
    """The seat that names the word and does not draw."""
    first: int
    """The seat that drew first."""
    artist: int
    """The seat whose stroke is next; -1 for none."""
    lap: int
    """Number of the current lap, from 0: each artist draws one stroke per lap."""
    category: Annotated[str, TEXT]
    word: Annotated[str, TEXT] | None
    """The word; None for a viewer who may not know it."""
    odd: int | None
    """The odd one's seat; None for a viewer who may not know it."""
    strokes: tuple[Stroke, ...]
    counts: tuple[int, ...]
    """How many votes each seat got; empty before the tally."""
    votes: tuple[int, ...]
    """The seat that each seat voted for, -1 for no vote; empty before the tally and where votes stay hidden."""
    tied: tuple[int, ...]
    """The seats among which a tie is voted on again."""
    suspect: int
    """The seat that was voted out; -1 for nobody."""
    guess: Annotated[str, TEXT]
    judged: tuple[int, ...]
    """1 for each seat that took the guess for the word, 0 for each that did not, -1 for the others."""
    offered: tuple[Offered, ...]
    """The words to choose from; empty for everybody but the master."""
    points: tuple[int, ...]
    history: tuple[Round, ...]
    revealed: bool
    """Whether the round's word has been revealed to all."""
    model: tuple[tuple[int, ...], ...] = ()
    """The master's drawing of the word, if there is one; empty for a viewer who does not know the word."""
