"""Programmes that equal seeds must go on giving on every machine; where that is changed, `net.ledger.mixes.DRAWING` is
raised, so that programs say of older mixes that they draw otherwise."""

from __future__ import annotations

import hashlib

from game.core.mix.programme import Guest, Party, programme
from game.core.short import Asks, Form, Format, Mood, Short
from net.ledger.mixes import DRAWING, forms_of

SHORTS = {
    "race": [
        Short(
            "run",
            {n: Form(120, 180) for n in (1, 2, 3, 4)},
            format=Format.SAME,
            mood=Mood.FAST,
            asks=frozenset(Asks),
            matches=3,
        )
    ],
    "board": [Short("duel", {2: Form(180, 300)}, {"rule": "free"}, format=Format.DUEL, limit=10)],
    "market": [Short("few", {2: Form(150, 200), 3: Form(220, 260, {"target": 6})}, mood=Mood.LUCK)],
    "words": [
        Short("quiz", {n: Form(110 + n, 200) for n in range(2, 9)}, spoken={"ko": {"l": "ko"}, "en": {"l": "en"}}),
        Short("chain", {n: Form(80 + n, 120) for n in range(2, 6)}, spoken={"ko": {}}, apart=True, mood=Mood.PARTY),
    ],
    "crowd": [Short("room", {n: Form(175, 180) for n in range(1, 10)}, filled=9, mood=Mood.PARTY)],
}


FIVE = """\
words/chain x1 121 [4 3 2 1 5]
market/few x1 256 [3 2 5; 4 1]
board/duel x1 216 [3 5; 4 1; -1 2]
crowd/room x2 211 [1 4 2 5 3 -1 -1 -1 -1]"""
GRID, FORMS = "3489a852fa51b198", "cf2ae989c99467f9"


def told(people: int, seed: int, **length: int) -> str:
    """A programme as text: every game, who sits where, and how long it takes."""
    party = Party({one: Guest(("ko", "en") if one % 3 else ("ko",)) for one in range(1, people + 1)})
    rounds, points = programme(party, SHORTS, seed, **length), dict.fromkeys(party.guests, 0)
    drawn = next(rounds, None)
    lines = []
    while drawn is not None:
        tables = "; ".join(" ".join(map(str, table.people)) for table in drawn.tables)
        lines.append(f"{drawn.game}/{drawn.short.name} x{drawn.weight} {drawn.seconds} [{tables}]")
        points = {one: (7 * one + 5 * len(lines)) % 13 for one in points}
        try:
            drawn = rounds.send(points)
        except StopIteration:
            drawn = None
    return "\n".join(lines)


def test_equal_input_gives_equal_rounds_on_every_machine() -> None:
    assert told(5, 7, rounds=4) == FIVE
    grid = [
        told(n, seed, seconds=60 * minutes) for n in range(1, 13) for minutes in (20, 60) for seed in (1, 2**60 + 3)
    ]
    assert (DRAWING, hashlib.sha256("\n\n".join(grid).encode()).hexdigest()[:16]) == (1, GRID)


def test_a_digest_of_short_forms_is_the_same_on_every_machine() -> None:
    assert forms_of(SHORTS, ["race", "words", "none"]) == FORMS
    assert forms_of(SHORTS, ["race", "words"]) != FORMS
