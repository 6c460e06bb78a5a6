"""The cabinet of the word game: its rules, bots, titles of honour and commands."""

from __future__ import annotations

from game.cabinets.words.bots import NoviceBot, RandomBot, SkilledBot
from game.cabinets.words.rules import Words
from game.cabinets.words.solved import ExpertBot, StrongBot
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour

WORDS = Cabinet(
    Words(),
    {"random": RandomBot, "novice": NoviceBot, "skilled": SkilledBot, "strong": StrongBot, "expert": ExpertBot},
    mix=("skilled", "novice", "strong"),
    spoken={"en": {"mode": "letter"}},
    kind=Kind.PARTY,
    honours=(Honour("word", "said", amount="points", most=True), Honour("riddles", "solved")),
    commands={"words-search": "words.commands.search", "words-export": "words.commands.export"},
)
