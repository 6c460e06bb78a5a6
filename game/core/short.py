"""A short form of a game: a whole match of a few minutes, for an evening of many games one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Format(StrEnum):
    """Who plays against whom in a round, and over whom ranks are told."""

    TABLES = "tables"
    """As few tables as hold everybody; each has ranks of its own."""
    DUEL = "duel"
    """Tables of two; over the rounds everybody meets everybody."""
    SAME = "same"
    """The same number for every table; ranks go over all tables, by score."""


class Asks(StrEnum):
    """What a game asks of people that some cannot or do not like to do."""

    REFLEXES = "reflexes"
    TYPING = "typing"
    DRAWING = "drawing"


class Mood(StrEnum):
    """What a game feels like; two rounds of one mood do not follow each other where that can be helped."""

    THINK = "think"
    FAST = "fast"
    PARTY = "party"
    LUCK = "luck"


@dataclass(frozen=True)
class Form:
    """A short form at a table with a certain number of seats."""

    seconds: int
    """How long it usually takes people."""
    most: int
    """How long it takes in one match of twenty, in seconds."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Values of the game's options that this number of seats needs, beside those of the short form."""


@dataclass(frozen=True)
class Short:
    """One short form. Its sentence on the card is the text `<game>.mix.<name>`, its name a part of that key."""

    name: str
    forms: Mapping[int, Form]
    """The form for each number of people at one table."""
    options: Mapping[str, Any] = field(default_factory=dict)
    spoken: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Options by the language that the table reads; empty where a game needs no language."""
    apart: bool = False
    """Whether people who read different languages play it at tables of their own; else all need a common one."""
    format: Format = Format.TABLES
    mood: Mood = Mood.THINK
    asks: frozenset[Asks] = frozenset()
    own_window: bool = False
    """Whether each person needs a window of their own."""
    limit: int = 0
    """Seconds for a decision where the game sets none; 0 for none."""
    filled: int = 0
    """Seats of a table, those that people leave taken by computers; else it has as many as `forms` says, and a computer
    only where somebody would be left over."""
    matches: int = 1
    """Matches on numbers of their own that are played one after the other and whose ranks are added."""
