"""What a match of words is made of: options, actions, state and view."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

KOREAN = ("chain", "three", "front", "consonants")
"""The modes in Korean; the others are in English."""
MOST_LETTERS = 40
MOST_TRIES = 40
"""Wrong tries with which a turn is over."""
SHOWN = 64
"""Words of a chain that a view holds."""
UNTIMED_WORDS = 200
"""Words after which a round without a clock ends."""
WORD = Meta(max_length=MOST_LETTERS)


class Options(msgspec.Struct, frozen=True):
    mode: Literal["chain", "three", "front", "consonants", "letter", "tail"] = "chain"
    rounds: Annotated[int, Meta(ge=1, le=10)] = 5
    seconds: Annotated[int, Meta(ge=0, le=300)] = 90
    mission: bool = False
    initial_law: Literal["off", "on", "both"] = "on"
    manner: Literal["off", "on"] = "on"
    alternate: bool = False
    words: Literal["usual", "all"] = "all"
    least: Annotated[int, Meta(ge=0, le=8)] = 0
    longest: Annotated[int, Meta(ge=3, le=40)] = 40
    tempo: Annotated[int, Meta(ge=50, le=300)] = 100
    clean: bool = True


class Try(msgspec.Struct, frozen=True, tag="try"):
    """A word is tried; whether it counts is seen then."""

    text: Annotated[str, WORD]


class GiveUp(msgspec.Struct, frozen=True, tag="give_up"):
    """The round is given up."""


Action: TypeAlias = Try | GiveUp


class Said(msgspec.Struct, frozen=True):
    """A word of the chain."""

    word: Annotated[str, WORD]
    seat: int
    points: int
    spent: int
    """Milliseconds of its turn."""


class Missed(msgspec.Struct, frozen=True):
    """A word that did not count."""

    text: Annotated[str, WORD]
    """Empty where nobody should read it."""
    why: Annotated[str, Meta(max_length=12)]


class State(msgspec.Struct):
    options: Options
    points: list[int]
    phase: Literal["order", "title", "mission", "turn", "over"] = "order"
    order: list[int] = []
    """The seats as they take turns."""
    place: int = 0
    """Whose turn it is, as a place in `order`."""
    drawn: str = ""
    """The title word."""
    title: list[str] = []
    """What each round begins with."""
    round: int = 0
    chain: list[Said] = []
    asked: tuple[str, ...] = ()
    """What the next word must answer to."""
    left: int = 0
    """Milliseconds left of the round."""
    spent: int = 0
    """Of them in this turn."""
    tries: list[Missed] = []
    """Wrong words of this turn."""
    mission: str = ""
    earlier: dict[str, int] = {}
    """Words of earlier rounds, with how often each was said."""
    turns: int = 0
    rested: bool = False
    """Whether the next window follows a wrong try, without a lead."""
    lost: list[int] = []
    """Rounds that each seat lost."""
    longest: list[str] = []
    """The longest word of each seat."""


class View(msgspec.Struct, frozen=True):
    """What everybody may know: there are no secrets."""

    mode: Annotated[str, Meta(max_length=12)]
    phase: Annotated[str, Meta(max_length=8)]
    round: int
    """From 0."""
    rounds: int
    title: tuple[Annotated[str, Meta(max_length=4)], ...]
    """What each round begins with, as far as it is drawn."""
    drawn: Annotated[str, WORD]
    """The title word that was drawn."""
    order: tuple[int, ...]
    mover: int
    """Who is to say a word; -1 for nobody."""
    asked: tuple[Annotated[str, Meta(max_length=4)], ...]
    """What the next word must begin with (`front`: end with; `consonants`: its initials), in any of these forms."""
    length: int
    """The length the next word must have; 0 is any."""
    chain: tuple[Said, ...]
    """The last words of the round."""
    words: int
    """How many words the round has."""
    left: int
    """Milliseconds left of the round; 0 where there is no clock."""
    turn: int
    """Milliseconds that a whole turn has now."""
    spent: int
    """Milliseconds that wrong tries of this turn took."""
    clocked: bool
    points: tuple[int, ...]
    mission: Annotated[str, Meta(max_length=1)]
    tries: tuple[Missed, ...]
    """Wrong words of this turn."""
    lost: tuple[int, ...]
    """Rounds that each seat lost."""
