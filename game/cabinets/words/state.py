"""What a match of the word game is made of: options, actions, state and view."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import force_setattr

from game.cabinets.words.lists import THEMES
from game.core.language.hangul import is_syllable
from game.core.options import OptionError, names

KOREAN = ("chain", "three", "front", "consonants", "quiz")
"""The modes in Korean; the others are in English."""
RIDDLES = ("quiz", "gloss")
"""The modes in which everybody guesses one hidden word."""
MOST_LETTERS = 40
MOST_TRIES = 40
"""Number of wrong tries after which a turn is over."""
SHOWN = 64
"""The most words of a chain that a view holds."""
UNTIMED_WORDS = 200
"""Number of words after which a round without a clock ends."""
WORD = Meta(max_length=MOST_LETTERS)
TRIED = Meta(max_length=MOST_LETTERS, examples=["가방"])
FORFEIT = Meta(max_length=80)


class Options(msgspec.Struct, frozen=True):
    mode: Literal["chain", "three", "front", "consonants", "quiz", "gloss", "letter", "tail"] = "chain"
    rounds: Annotated[int, Meta(ge=1, le=10)] = 5
    seconds: Annotated[int, Meta(ge=0, le=300)] = 90
    mission: bool = False
    initial_law: Literal["off", "on", "both"] = "on"
    begins: Literal["lost", "next"] = "lost"
    """Who begins the round after one that was lost: its loser, or whoever comes after."""
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
    """The sign that every round begins with; with one, seats take turns in seat order and nothing is drawn. Empty:
    drawn."""

    def __post_init__(self) -> None:
        """Raises OptionError for a `position` that is no sign of the mode, and for lengths that no word can have."""
        sign, korean = self.position, self.mode in KOREAN
        if sign and not (is_syllable(sign) if korean else "a" <= sign <= "z"):
            raise OptionError("words.refuse.hangul" if korean else "words.refuse.letters")
        most = {"three": 2 if self.alternate else 3, "consonants": 2}.get(self.mode, self.least)
        if self.least > most:
            raise OptionError("words.refuse.least", least=self.least, most=most)


class Try(msgspec.Struct, frozen=True, tag="try"):
    """Try a word; whether it counts is decided when it is played."""

    text: Annotated[str, TRIED]
    """The word, kept composed and in small letters, however it was sent; it must hold at least one letter of the mode's
    alphabet.
    """

    def __post_init__(self) -> None:
        force_setattr(self, "text", unicodedata.normalize("NFC", self.text).lower())


class GiveUp(msgspec.Struct, frozen=True, tag="give_up"):
    """Give the round up."""


Action: TypeAlias = Try | GiveUp


class Said(msgspec.Struct, frozen=True):
    """A word of the chain."""

    word: Annotated[str, WORD]
    seat: int
    points: int
    spent: int
    """Milliseconds of its turn that the word took."""


class Missed(msgspec.Struct, frozen=True):
    """A word that did not count."""

    text: Annotated[str, WORD]
    """The word as it was typed; empty if nobody may read it."""
    why: Annotated[str, Meta(max_length=12)]
    """`start`, `end`, `initials`, `length`: it does not fit what is asked for; `used`, `unknown`, `list`, `blocked`,
    `theme`, `dead_end`, `unfinished`; in the quiz `wrong`.
    """
    seat: int


class Solved(msgspec.Struct, frozen=True):
    """A seat that has found the hidden word."""

    seat: int
    points: int
    spent: int
    """Milliseconds of the round that had passed."""


class State(msgspec.Struct):
    options: Options
    points: list[int]
    phase: Literal["order", "title", "mission", "uncover", "turn", "forfeit", "over"] = "order"
    order: list[int] = []
    """The seats in turn order; in the quiz the order in which syllables are uncovered."""
    place: int = 0
    """Whose turn it is, as an index into `order`."""
    drawn: str = ""
    """The title word; in the quiz the word that was hidden last."""
    title: list[str] = []
    """The sign that each round begins with."""
    round: int = 0
    chain: list[Said] = []
    asked: tuple[str, ...] = ()
    """The texts one of which the next word must answer."""
    left: int = 0
    """Milliseconds left of the round."""
    spent: int = 0
    """Milliseconds that have passed: of this turn, in the quiz of the round."""
    tries: list[Missed] = []
    """Wrong words of this turn, in the quiz of this round."""
    mission: str = ""
    earlier: dict[str, int] = {}
    """Words of earlier rounds, with how often each was said."""
    turns: int = 0
    rested: bool = False
    """Whether the next window follows a wrong try, and so has no lead before its clock."""
    lost: list[list[str]] = []
    """By seat: the texts for which it had no word, one for each round it lost."""
    longest: list[str] = []
    """The longest word of each seat."""
    fastest: list[Said | None] = []
    """By seat: the word it found fastest in a match with a clock; None if it has none."""
    wrong: list[int] = []
    """By seat: the number of its words that did not count."""
    theme: str = ""
    hidden: str = ""
    """The hidden word of the quiz, which no seat may know."""
    hints: int = 0
    solved: list[Solved] = []
    out: list[int] = []
    """The seats that gave up finding the hidden word."""
    forfeit: str = ""
    """The forfeit of the seats in last place: the name of one that comes with the game, or a line of an own list."""

    def note(self, said: Said) -> None:
        """Keep a word that counted if it is its seat's longest or fastest."""
        best = self.fastest[said.seat]
        if said.spent and (best is None or said.spent < best.spent):
            self.fastest[said.seat] = said
        self.longest[said.seat] = max(self.longest[said.seat], said.word, key=len)


class View(msgspec.Struct, frozen=True):
    """What every viewer may know; all viewers know the same."""

    mode: Annotated[str, Meta(max_length=12)]
    """As the option: `chain`, `three`, `front`, `consonants`, `quiz`, `gloss`, `letter` or `tail`."""
    phase: Annotated[str, Meta(max_length=8)]
    """`turn` while a word is wanted, `over` at the end; `order`, `title`, `mission`, `uncover` and `forfeit` while
    something is drawn.
    """
    round: int
    """The number of the round, from 0."""
    rounds: int
    title: tuple[Annotated[str, Meta(max_length=4)], ...]
    """The signs that the rounds begin with, as far as they are drawn."""
    drawn: Annotated[str, WORD]
    """The title word that was drawn; in the quiz the word that was hidden last."""
    order: tuple[int, ...]
    """The seats in the order in which they take turns."""
    mover: int
    """The seat that is to say a word; -1 for none."""
    asked: tuple[Annotated[str, Meta(max_length=4)], ...]
    """What the next word must begin with (`front`: end with; `consonants`: its initials), in any of these forms."""
    length: int
    """The length the next word must have; 0 for any."""
    chain: tuple[Said, ...]
    """The last words of the round."""
    words: int
    """How many words were said in the round."""
    left: int
    """Milliseconds left of the round; 0 without a clock."""
    turn: int
    """Milliseconds of the whole current turn; in the quiz of a whole round."""
    spent: int
    """Milliseconds that wrong tries of this turn took; in the quiz the time that has passed of the round."""
    clocked: bool
    points: tuple[int, ...]
    mission: Annotated[str, Meta(max_length=1)]
    """A sign that brings points for each time it is in a word; empty for none."""
    tries: tuple[Missed, ...]
    """Wrong words of this turn, in the quiz of this round."""
    lost: tuple[int, ...]
    """By seat: the number of rounds it lost."""
    theme: Annotated[str, Meta(max_length=64)]
    """The theme of the hidden word."""
    seen: tuple[Annotated[str, Meta(max_length=2)], ...]
    """Of each syllable of the hidden word: its initial, its initial and vowel, or all of it; `_` for an unseen
    letter."""
    hints: int
    solved: tuple[Solved, ...]
    """The seats that found the hidden word, the first one first."""
    out: tuple[int, ...]
    """The seats that gave up finding the hidden word."""
    follow: int
    """How many unused words answer what is asked for; -1 if the match does not `teach`."""
    forfeit: Annotated[str, FORFEIT]
    """The forfeit of the seats in last place: the name of one that comes with the game, or a line of an own list."""
    losers: tuple[int, ...]
    """The seats that have to do the forfeit."""
    gloss: Annotated[str, Meta(max_length=160)] = ""
    """What the hidden English word means, from the first hint on, with `___` for the word and its other forms."""
