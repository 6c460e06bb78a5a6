"""What a match of words is made of: options, actions, state and view."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from game.cabinets.words.lists import THEMES
from game.core.language.hangul import is_syllable
from game.core.options import OptionError, names

KOREAN = ("chain", "three", "front", "consonants", "quiz")
"""The modes in Korean; the others are in English."""
RIDDLES = ("quiz", "gloss")
"""The modes in which everybody guesses one hidden word."""
MOST_LETTERS = 40
MOST_TRIES = 40
"""Wrong tries with which a turn is over."""
SHOWN = 64
"""Words of a chain that a view holds."""
UNTIMED_WORDS = 200
"""Words after which a round without a clock ends."""
WORD = Meta(max_length=MOST_LETTERS)
TRIED = Meta(max_length=MOST_LETTERS, examples=["가방"])
FORFEIT = Meta(max_length=80)


class Options(msgspec.Struct, frozen=True):
    mode: Literal["chain", "three", "front", "consonants", "quiz", "gloss", "letter", "tail"] = "chain"
    rounds: Annotated[int, Meta(ge=1, le=10)] = 5
    seconds: Annotated[int, Meta(ge=0, le=300)] = 90
    mission: bool = False
    initial_law: Literal["off", "on", "both"] = "on"
    manner: Literal["off", "on", "strict"] = "on"
    alternate: bool = False
    words: Literal["usual", "all"] = "all"
    extra: Annotated[str, names("ours")] = "ours"
    themes: Annotated[str, names(*THEMES)] = ""
    least: Annotated[int, Meta(ge=0, le=8)] = 0
    longest: Annotated[int, Meta(ge=3, le=40)] = 40
    typing: Literal["shown", "dots", "off"] = "shown"
    teach: Literal["off", "danger", "answers"] = "off"
    tempo: Annotated[int, Meta(ge=50, le=300)] = 100
    forfeit: Annotated[str, names("ours")] = ""
    clean: bool = True
    position: Annotated[str, Meta(max_length=1, examples=["가"])] = ""
    """What every round begins with; the seats take turns as they sit, and nothing is drawn."""

    def __post_init__(self) -> None:
        """Raises OptionError for a `position` that is no sign of the mode, and for lengths that no word can have."""
        sign, korean = self.position, self.mode in KOREAN
        if sign and not (is_syllable(sign) if korean else "a" <= sign <= "z"):
            raise OptionError("words.refuse.hangul" if korean else "words.refuse.letters")
        most = {"three": 2 if self.alternate else 3, "consonants": 2}.get(self.mode, self.least)
        if self.least > most:
            raise OptionError("words.refuse.least", least=self.least, most=most)


class Try(msgspec.Struct, frozen=True, tag="try"):
    """A word is tried; whether it counts is seen then."""

    text: Annotated[str, TRIED]
    """At least one letter of the mode's alphabet."""


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
    seat: int


class Solved(msgspec.Struct, frozen=True):
    """Somebody has found the hidden word."""

    seat: int
    points: int
    spent: int
    """Milliseconds of the round."""


class State(msgspec.Struct):
    options: Options
    points: list[int]
    phase: Literal["order", "title", "mission", "uncover", "turn", "forfeit", "over"] = "order"
    order: list[int] = []
    """The seats as they take turns; in the quiz the order in which the syllables are uncovered."""
    place: int = 0
    """Whose turn it is, as a place in `order`."""
    drawn: str = ""
    """The title word; in the quiz the word that was hidden last."""
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
    """Wrong words of this turn, in the quiz of this round."""
    mission: str = ""
    earlier: dict[str, int] = {}
    """Words of earlier rounds, with how often each was said."""
    turns: int = 0
    rested: bool = False
    """Whether the next window follows a wrong try, without a lead."""
    lost: list[list[str]] = []
    """What each seat had no word for, round by round."""
    longest: list[str] = []
    """The longest word of each seat."""
    fastest: list[Said | None] = []
    """The word that each seat found soonest, by a clock."""
    wrong: list[int] = []
    """How many words of each seat did not count."""
    theme: str = ""
    hidden: str = ""
    """What the quiz asks for: nobody may know it."""
    hints: int = 0
    solved: list[Solved] = []
    out: list[int] = []
    """Who gave the hidden word up."""
    forfeit: str = ""
    """What the last are to do: the name of one of ours, or a line of a list."""

    def note(self, said: Said) -> None:
        """Keep a word that counted, where it is its seat's longest or fastest."""
        best = self.fastest[said.seat]
        if said.spent and (best is None or said.spent < best.spent):
            self.fastest[said.seat] = said
        self.longest[said.seat] = max(self.longest[said.seat], said.word, key=len)


class View(msgspec.Struct, frozen=True):
    """What everybody may know: nobody knows more."""

    mode: Annotated[str, Meta(max_length=12)]
    phase: Annotated[str, Meta(max_length=8)]
    round: int
    """From 0."""
    rounds: int
    title: tuple[Annotated[str, Meta(max_length=4)], ...]
    """What each round begins with, as far as it is drawn."""
    drawn: Annotated[str, WORD]
    """The title word that was drawn; in the quiz the word that was hidden last."""
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
    """Milliseconds that a whole turn has now, in the quiz a whole round."""
    spent: int
    """Milliseconds that wrong tries of this turn took; in the quiz what has passed of the round."""
    clocked: bool
    points: tuple[int, ...]
    mission: Annotated[str, Meta(max_length=1)]
    tries: tuple[Missed, ...]
    """Wrong words of this turn, in the quiz of this round."""
    lost: tuple[int, ...]
    """Rounds that each seat lost."""
    theme: Annotated[str, Meta(max_length=64)]
    """What the hidden word is about."""
    seen: tuple[Annotated[str, Meta(max_length=2)], ...]
    """Of each syllable of the hidden word: its initial, with the vowel behind it, or all of it; `_` for a letter."""
    hints: int
    solved: tuple[Solved, ...]
    """Who has found the hidden word, the first one first."""
    out: tuple[int, ...]
    """Who gave it up."""
    follow: int
    """How many unused words answer what is asked for; -1 where the match does not `teach`."""
    forfeit: Annotated[str, FORFEIT]
    """What the last are to do: the name of one of ours, or a line of a list."""
    losers: tuple[int, ...]
    """Who has to do it."""
    gloss: Annotated[str, Meta(max_length=160)] = ""
    """What the hidden English word means, from the first hint on, with `___` for the word and its other forms."""
