"""The cabinet of the word game: its rules, bots, titles of honour and commands."""

from __future__ import annotations

from game.cabinets.words.bots import NoviceBot, RandomBot, SkilledBot
from game.cabinets.words.rules import Words
from game.cabinets.words.solved import ExpertBot, StrongBot
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour
from game.core.short import Asks, Form, Mood, Short

WORDS = Cabinet(
    Words(),
    {"random": RandomBot, "novice": NoviceBot, "skilled": SkilledBot, "strong": StrongBot, "expert": ExpertBot},
    mix=("skilled", "novice", "strong"),
    spoken={"en": {"mode": "letter"}},
    kind=Kind.PARTY,
    honours=(Honour("word", "said", amount="points", most=True), Honour("riddles", "solved")),
    shorts=(
        Short(
            "riddles",
            {seats: Form(112 + 4 * seats, 130 + 4 * seats) for seats in range(2, 9)},
            {"rounds": 6, "seconds": 20},
            spoken={"ko": {"mode": "quiz"}, "en": {"mode": "gloss"}},
            apart=True,
            mood=Mood.PARTY,
            asks=frozenset({Asks.TYPING}),
            own_window=True,
        ),
        Short(
            "chain",
            {seats: Form(66 + 7 * seats, 80 + 7 * seats) for seats in range(2, 6)},
            {"rounds": 2, "seconds": 45},
            spoken={"ko": {"mode": "chain"}, "en": {"mode": "letter"}},
            apart=True,
            mood=Mood.FAST,
            asks=frozenset({Asks.TYPING}),
        ),
    ),
    commands={"words-search": "words.commands.search", "words-export": "words.commands.export"},
)
