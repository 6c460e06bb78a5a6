"""Every sentence of the spec's turn and scores as a small room, before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules import turn as t
from game.cabinets.l4g.rules.grading import GRADE, grade
from game.cabinets.l4g.rules.grading import ROWS as GRADE_ROWS
from game.cabinets.l4g.rules.room import CORPSE, DOWN, INFECTED, LEFT, RIGHT, SILENT, SOUL, STAY, SURVIVOR, UP
from game.cabinets.l4g.rules.rules import Options
from game.core.compiled import array, plain
from tests.cabinets.l4g.table import SCORES, Case, known, one, played, room_of

CASES = [
    # Step 1: decide and move
    Case("moves happen at once and pass through each other", [one(SURVIVOR, (0, 0)), one(SURVIVOR, (0, 1))],
         [RIGHT, LEFT], {0: {"place": (0, 1)}, 1: {"place": (0, 0)}}),
    Case("up is a row less, down a row more", [one(SURVIVOR, (3, 3)), one(SURVIVOR, (3, 3))], [UP, DOWN],
         {0: {"place": (2, 3)}, 1: {"place": (4, 3)}}),
    Case("leaving the room is punished", [one(SURVIVOR, (0, 3)), one(INFECTED, (6, 6), health=5)], [UP, RIGHT],
         {0: {"state": SOUL, "cooldown": 20, "punished": 1, "place": None, "events": r.PUNISHED},
          1: {"state": SOUL, "cooldown": 20, "punished": 1}}),
    Case("on every side, whatever the room",
         [one(SURVIVOR, (0, 0)), one(SURVIVOR, (1, 8)), one(INFECTED, (1, 0), health=9),
                                              one(INFECTED, (0, 8), health=9), one(SURVIVOR, (1, 4))],
         [LEFT, RIGHT, DOWN, UP, UP],
         {0: {"punished": 1}, 1: {"punished": 1}, 2: {"punished": 1}, 3: {"punished": 1}, 4: {"punished": 0}},
         options=Options(rows=2, columns=9)),
    Case("a survivor that stays is punished", [one(SURVIVOR, (3, 3))], [STAY], {0: {"state": SOUL, "cooldown": 20}}),
    Case("an infected may stay", [one(INFECTED, (3, 3), health=9, power=1)], [STAY],
         {0: {"state": INFECTED, "punished": 0}}),
    Case("what a corpse and a soul answer is their waiting", [one(CORPSE, (0, 0), cooldown=3), one(SOUL, cooldown=5)],
         [UP, LEFT], {0: {"state": CORPSE, "place": (0, 0), "punished": 0}, 1: {"state": SOUL, "punished": 0}}),
    Case("an exception is punished as a survivor", [one(SURVIVOR, (3, 3))], [SILENT],
         {0: {"state": SOUL, "events": r.ARRESTED, "cooldown": 20, "punished": 1}}),
    Case("… as a corpse", [one(CORPSE, (3, 3), cooldown=3)], [SILENT], {0: {"state": SOUL, "cooldown": 20}}),
    Case("… as an infected", [one(INFECTED, (3, 3), health=9)], [SILENT], {0: {"state": SOUL, "cooldown": 20}}),
    Case("… as a soul that waits", [one(SOUL, cooldown=2)], [SILENT], {0: {"state": SOUL, "cooldown": 20}}),
    Case("… as a soul whose wait is over, which is then not asked", [one(SOUL, cooldown=1)], [SILENT],
         {0: {"state": SOUL, "cooldown": 20}}, places={0: (3, 3)}),
    Case("the penalty is a setting", [one(SURVIVOR, (3, 3))], [STAY], {0: {"cooldown": 7}},
         options=Options(penalty=7)),
    Case("being punished ends no streak and clears no list",
         [one(SURVIVOR, (3, 3), streak=8), one(INFECTED, (0, 0), life=4, health=9), one(CORPSE, (6, 6), list=6)],
         [STAY, UP, SILENT], {0: {"streak": 8}, 1: {"life": 4}, 2: {"list": 6}}),
    Case("a survival streak goes on after a punishment", [one(SOUL, streak=8)], [STAY],
         {0: {"streak": 9, "survivor_most": 9}}, places={0: (3, 3)}),
    Case("who is punished has left before anybody kills",
         [one(SURVIVOR, (3, 3), streak=8), one(INFECTED, (3, 4), health=9)],
         [STAY, LEFT], {0: {"state": SOUL, "streak": 8, "survivor_most": 0}, 1: {"kills": 0}}),
    Case("and does not assist",
         [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9), one(INFECTED, (1, 3), health=9)],
         [RIGHT, LEFT, SILENT], {0: {"state": CORPSE}, 2: {"kills": 0}}),
    Case("a list kept through a punishment goes on in the next life as a corpse",
         [one(SURVIVOR, (3, 3), list=4, healed=1), one(INFECTED, (3, 5), health=9)], [RIGHT, LEFT], {0: {"healed": 2}}),
    Case("kills kept through a punishment go on in the next life as an infected",
         [one(SURVIVOR, (3, 3)), one(CORPSE, (3, 4), cooldown=1, health=9, life=4)], [RIGHT, STAY],
         {1: {"life": 5, "kills": 5}}),
    # Step 2: souls
    Case("in turn 0 all may choose", [one(SOUL), one(SOUL)], [STAY, STAY],
         {0: {"state": SURVIVOR, "place": (0, 0)}, 1: {"state": SURVIVOR, "place": (6, 6)}},
         places={0: (0, 0), 1: (6, 6)}, turn=0),
    Case("a soul whose wait is over becomes a survivor", [one(SOUL, cooldown=1)], [STAY],
         {0: {"state": SURVIVOR, "place": (2, 5), "streak": 1}}, places={0: (2, 5)}),
    Case("several may choose one square, and lose nothing else", [one(SOUL), one(SOUL)], [STAY, STAY],
         {0: {"state": SURVIVOR, "place": (2, 5), "health": 0}, 1: {"place": (2, 5)}}, places={0: (2, 5), 1: (2, 5)}),
    Case("one that comes down on an infected dies at once, and rises three turns later",
         [one(SOUL, streak=4), one(INFECTED, (2, 5), health=9)], [STAY, STAY],
         {0: {"state": CORPSE, "cooldown": 3, "streak": 0, "given": 3}, 1: {"kills": 0, "health": 12}},
         places={0: (2, 5)}),
    Case("one whose wait is not over stays", [one(SOUL, cooldown=2)], [STAY], {0: {"state": SOUL, "cooldown": 1}},
         places={0: (2, 5)}),
    Case("an invalid square puts it off by a turn, with no penalty", [one(SOUL)], [STAY],
         {0: {"state": SOUL, "cooldown": 0, "punished": 0}}),
    # Step 3: rising
    Case("a corpse rises in its third turn, with its health and no loss",
         [one(CORPSE, (3, 3), cooldown=1, health=16, counter=3, power=3)], [STAY],
         {0: {"state": INFECTED, "health": 16, "counter": 0, "power": 1, "events": r.ROSE}}),
    Case("and not before", [one(CORPSE, (3, 3), cooldown=2, health=16)], [STAY], {0: {"state": CORPSE, "cooldown": 1}}),
    Case("rising ends the life as a corpse", [one(CORPSE, (3, 3), cooldown=1, health=16, list=3)], [STAY],
         {0: {"list": 0}}),
    # Step 4: direct infection
    Case("on a choosing turn survivors accept with their move", [one(SURVIVOR, (3, 3)), one(SURVIVOR, (0, 0))],
         [UP, DOWN], {0: {"accepted": 1}, 1: {"accepted": 0}}, accepts=[1, 0]),
    Case("on any other turn the answer does not count", [one(SURVIVOR, (3, 3)), one(CORPSE, (0, 0), cooldown=3)],
         [UP, STAY], {0: {"accepted": 0}}, accepts=[1]),
    Case("a punished answer does not count", [one(SURVIVOR, (3, 3)), one(SURVIVOR, (0, 0))], [STAY, DOWN],
         {0: {"accepted": 0}}, accepts=[1, 0]),
    Case("it fires for survivors who accepted, keeps their streak and takes no health",
         [one(SURVIVOR, (3, 3), accepted=1, streak=9), one(SURVIVOR, (0, 0), streak=9)], [UP, DOWN],
         {0: {"state": INFECTED, "health": 10, "streak": 9, "accepted": 0, "events": r.TURNED},
          1: {"state": SURVIVOR, "streak": 10}}, firing=30),
    Case("it waits for its turn", [one(SURVIVOR, (3, 3), accepted=1)], [UP], {0: {"state": SURVIVOR, "accepted": 1}},
         firing=31),
    Case("its health is a setting", [one(SURVIVOR, (3, 3), accepted=1)], [UP], {0: {"health": 4}}, firing=30,
         options=Options(direct_health=4)),
    Case("acceptance is kept through death", [one(SURVIVOR, (3, 3), accepted=1), one(INFECTED, (3, 5), health=9)],
         [RIGHT, LEFT], {0: {"state": CORPSE, "accepted": 1}}, firing=33),
    Case("and through being a soul: placed in the turn it fires, it is infected", [one(SOUL, accepted=1)], [STAY],
         {0: {"state": INFECTED, "health": 10, "place": (1, 1)}}, places={0: (1, 1)}, firing=30),
    Case("who is no survivor when it fires has missed it", [one(CORPSE, (3, 3), accepted=1, cooldown=3)], [STAY],
         {0: {"state": CORPSE, "accepted": 0}}, firing=30),
    Case("one that rises as it fires is no survivor: it keeps its own health",
         [one(CORPSE, (3, 3), accepted=1, cooldown=1, health=19)], [STAY],
         {0: {"state": INFECTED, "health": 19, "accepted": 0, "events": r.ROSE}}, firing=30),
    Case("whoever comes down and dies as it fires was infected first",
         [one(SOUL, accepted=1), one(INFECTED, (1, 1), health=9)], [STAY, STAY],
         {0: {"state": INFECTED, "health": 10, "events": r.TURNED}, 1: {"kills": 0}}, places={0: (1, 1)}, firing=30),
    Case("a streak kept goes on when it next is a survivor", [one(SOUL, streak=9)], [STAY], {0: {"streak": 10}},
         places={0: (1, 1)}),
    # Step 5: kills
    Case("a survivor on a square with an infected dies",
         [one(SURVIVOR, (3, 3), streak=5), one(INFECTED, (3, 5), health=9)], [RIGHT, LEFT],
         {0: {"state": CORPSE, "health": 13, "cooldown": 3, "streak": 0, "survivor_most": 0, "place": (3, 4)},
          1: {"kills": 1, "life": 1}}),
    Case("every infected there kills",
         [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9), one(INFECTED, (2, 4), health=9)],
         [RIGHT, LEFT, DOWN], {1: {"kills": 1}, 2: {"kills": 1}}),
    Case("every victim counts",
         [one(SURVIVOR, (3, 3)), one(SURVIVOR, (2, 4)), one(INFECTED, (3, 5), health=9)],
         [RIGHT, DOWN, LEFT], {2: {"kills": 2}}),
    Case("each infected counts each victim once",
         [one(SURVIVOR, (3, 3)), one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9),
          one(INFECTED, (2, 4), health=9), one(INFECTED, (4, 3), health=9)],
         [RIGHT, RIGHT, LEFT, DOWN, LEFT], {2: {"kills": 2}, 3: {"kills": 2}, 4: {"kills": 2}}),
    Case("an infected that was in the victim's sight assists",
         [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9), one(INFECTED, (1, 3), health=9)],
         [RIGHT, LEFT, UP], {2: {"kills": 1}}),
    Case("one three steps off does not",
         [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9), one(INFECTED, (1, 2), health=9)],
         [RIGHT, LEFT, DOWN], {2: {"kills": 0}}),
    Case("it is the last positions that count",
         [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9), one(INFECTED, (0, 4), health=9)],
         [RIGHT, LEFT, DOWN], {2: {"kills": 0}}),
    Case("one that rose this turn assists",
         [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9), one(CORPSE, (2, 3), cooldown=1, health=10)],
         [RIGHT, LEFT, STAY], {2: {"state": INFECTED, "kills": 1}}),
    Case("one rises and kills in one turn", [one(SURVIVOR, (3, 3)), one(CORPSE, (3, 4), cooldown=1, health=10)],
         [RIGHT, STAY], {0: {"state": CORPSE}, 1: {"state": INFECTED, "kills": 1, "health": 13}}),
    Case("one infected directly kills", [one(SURVIVOR, (3, 3), accepted=1), one(SURVIVOR, (3, 5))],
         [RIGHT, LEFT], {0: {"state": INFECTED, "kills": 1}, 1: {"state": CORPSE}}, firing=30),
    Case("one infected directly this turn assists",
         [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9), one(SURVIVOR, (1, 3), accepted=1)], [RIGHT, LEFT, UP],
         {2: {"state": INFECTED, "kills": 1}}, firing=30),
    Case("one that vanishes this turn has killed before, and its life ends",
         [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9), one(INFECTED, (1, 3), health=1, life=2)],
         [RIGHT, LEFT, UP], {2: {"state": SOUL, "kills": 3, "life": 0}}),
    Case("who kills does not assist as well", [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9)], [RIGHT, LEFT],
         {1: {"kills": 1}}),
    Case("one who was no survivor when the turn began dies and counts for nobody",
         [one(SOUL), one(INFECTED, (3, 5), health=9)], [STAY, LEFT], {0: {"state": CORPSE}, 1: {"kills": 0}},
         places={0: (3, 4)}),
    Case("a survivor and an infected that change squares do not meet",
         [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 4), health=9)], [RIGHT, LEFT], {0: {"state": SURVIVOR}}),
    Case("survivors who live on add one", [one(SURVIVOR, (3, 3), streak=4, survivor_most=7)], [RIGHT],
         {0: {"streak": 5, "survivor_most": 7}}),
    Case("the best life counts", [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9, life=2, kills=7)],
         [RIGHT, LEFT], {1: {"life": 3, "kills": 7}}),
    # Step 6: healing
    Case("each corpse and infected on one square heal each other",
         [one(CORPSE, (3, 3), cooldown=3, health=10), one(CORPSE, (3, 3), cooldown=3, health=10),
          one(INFECTED, (3, 3), health=5)], [STAY, STAY, STAY],
         {0: {"health": 13, "given": 3, "healed": 1}, 1: {"health": 13}, 2: {"health": 11, "infected": 6}}),
    Case("the same infected counts once in one life",
         [one(CORPSE, (3, 3), cooldown=3, health=10, list=2, healed=1), one(INFECTED, (3, 3), health=5)], [STAY, STAY],
         {0: {"healed": 1, "given": 3}}),
    Case("different ones add up over the life",
         [one(CORPSE, (3, 3), cooldown=3, health=10, list=4), one(INFECTED, (3, 3), health=5)], [STAY, STAY],
         {0: {"healed": 2}}),
    Case("all infected on the square count for the corpse",
         [one(CORPSE, (3, 3), cooldown=3, health=10), one(INFECTED, (3, 3), health=5), one(INFECTED, (3, 2), health=5)],
         [STAY, STAY, RIGHT], {0: {"health": 16, "given": 6, "healed": 2}, 1: {"health": 8, "infected": 3},
                               2: {"health": 8, "infected": 3}}),
    Case("beside each other they do nothing",
         [one(CORPSE, (3, 3), cooldown=3, health=10), one(INFECTED, (3, 4), health=5)],
         [STAY, STAY], {0: {"health": 10, "given": 0, "healed": 0}, 1: {"health": 4, "infected": 0}}),
    Case("a new life as a corpse begins a new list; the best one counts",
         [one(SURVIVOR, (3, 3), healed=1), one(INFECTED, (3, 5), health=9)], [RIGHT, LEFT],
         {0: {"healed": 1, "list": 2}}),
    Case("who died this turn heals at once", [one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9)], [RIGHT, LEFT],
         {0: {"given": 3, "healed": 1}, 1: {"health": 12, "infected": 3}}),
    Case("who rose this turn heals nobody, and is healed",
         [one(CORPSE, (3, 3), cooldown=1, health=10), one(CORPSE, (3, 3), cooldown=3, health=10)], [STAY, STAY],
         {0: {"health": 13, "given": 0}, 1: {"given": 3}}),
    Case("both amounts are settings", [one(CORPSE, (3, 3), cooldown=3, health=10), one(INFECTED, (3, 3), health=5)],
         [STAY, STAY], {0: {"health": 12, "given": 4}, 1: {"health": 9, "infected": 2}},
         options=Options(heal=4, infect=2)),
    # Step 7: fading
    Case("one that moved loses one", [one(INFECTED, (3, 3), health=5, counter=3, power=3)], [UP],
         {0: {"health": 4, "counter": 3, "power": 1}}),
    Case("a first prayer", [one(INFECTED, (3, 3), health=5, power=1)], [STAY],
         {0: {"health": 4, "counter": 1, "power": 2}}),
    Case("a second prayer", [one(INFECTED, (3, 3), health=4, counter=1, power=2)], [STAY],
         {0: {"health": 3, "counter": 3, "power": 3}}),
    Case("the third is answered: two turns", [one(INFECTED, (3, 3), health=9, counter=3, power=3, life=4)], [STAY],
         {0: {"state": SOUL, "cooldown": 2, "counter": 0, "life": 0, "place": None, "events": r.VANISHED}}),
    Case("one that was healed loses nothing, and its power returns to 1; the counter stays",
         [one(CORPSE, (3, 3), cooldown=3, health=10), one(INFECTED, (3, 3), health=5, counter=3, power=3)],
         [STAY, STAY], {1: {"health": 8, "counter": 3, "power": 1}}),
    Case("one that rose loses nothing, and its power is 1",
         [one(CORPSE, (3, 3), cooldown=1, health=1, counter=5, power=3)],
         [STAY], {0: {"state": INFECTED, "health": 1, "counter": 0, "power": 1}}),
    Case("a counter kept is prayed on from", [one(INFECTED, (3, 3), health=5, counter=5, power=1)], [STAY],
         {0: {"state": SOUL, "cooldown": 2}}),
    Case("without health it vanishes: three turns, and its kills end", [one(INFECTED, (3, 3), health=1, life=4)],
         [UP], {0: {"state": SOUL, "cooldown": 3, "life": 0}}),
    Case("a prayer that runs out of health first is not answered", [one(INFECTED, (3, 3), health=1, power=1)], [STAY],
         {0: {"state": SOUL, "cooldown": 3}}),
    # Step 8: spotting
    Case("corpses and infected in sight times other survivors in sight",
         [one(SURVIVOR, (3, 2)), one(SURVIVOR, (3, 0)), one(CORPSE, (3, 5), cooldown=3),
          one(INFECTED, (4, 5), health=9)], [RIGHT, RIGHT, STAY, LEFT], {0: {"spotted": 2}, 1: {"spotted": 0}}),
    Case("nobody beside it, nothing scored", [one(SURVIVOR, (3, 2)), one(CORPSE, (3, 4), cooldown=3)], [RIGHT, STAY],
         {0: {"spotted": 0}}),
    Case("every other survivor in sight counts, at two steps too, none further",
         [one(SURVIVOR, (3, 1)), one(SURVIVOR, (1, 3)), one(SURVIVOR, (3, 5)), one(SURVIVOR, (6, 6)),
          one(INFECTED, (4, 4), health=9)],
         [RIGHT, LEFT, LEFT, LEFT, LEFT], {0: {"spotted": 2}, 1: {"spotted": 0}, 2: {"spotted": 1}, 3: {"spotted": 0}}),
    Case("it is what stands there as the turn ends: the dead of this turn count as corpses",
         [one(SURVIVOR, (2, 3)), one(SURVIVOR, (2, 2)), one(SURVIVOR, (3, 5)), one(INFECTED, (3, 3), health=9)],
         [LEFT, RIGHT, LEFT, RIGHT], {0: {"spotted": 0}, 1: {"state": SURVIVOR, "spotted": 2}, 2: {"state": CORPSE}}),
    Case("who vanished this turn is not spotted",
         [one(SURVIVOR, (3, 2)), one(SURVIVOR, (3, 0)), one(INFECTED, (3, 4), health=1)], [RIGHT, RIGHT, RIGHT],
         {0: {"spotted": 0}, 2: {"state": SOUL}}),
    Case("points add up over the game", [one(SURVIVOR, (3, 2), spotted=7), one(SURVIVOR, (3, 0)),
                                         one(CORPSE, (3, 5), cooldown=3)], [RIGHT, RIGHT, STAY], {0: {"spotted": 8}}),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.sentence.replace(" ", "-"))
def test_turn(case: Case) -> None:
    room = played(case)
    for player, expected in case.after.items():
        assert known(room, player, list(expected)) == dict(expected), f"player {player}"


@pytest.mark.parametrize(
    ("before", "firing", "offered"),
    [
        ([one(SURVIVOR, (0, 0)), one(SOUL, cooldown=4)], 0, True),
        ([one(SOUL), one(SOUL)], 0, False),
        ([one(SURVIVOR, (0, 0)), one(CORPSE, (1, 1), cooldown=3)], 0, False),
        ([one(SURVIVOR, (0, 0)), one(INFECTED, (1, 1), health=3)], 0, False),
        ([one(SURVIVOR, (0, 0)), one(SURVIVOR, (1, 1))], 35, False),
    ],
    ids=["survivors and souls", "nobody", "a corpse", "an infected", "one is running"],
)
def test_direct_infection_is_offered(before: list[dict[str, Any]], firing: int, offered: bool) -> None:
    room = room_of(before, firing=firing)
    t.begin(room)
    assert bool(room[r.CHOOSING]) is offered


def graded(scores: Mapping[str, Sequence[int]], guests: int = 0) -> list[list[int]]:
    """The grades of the parts and the grade for raw scores by part; what is not named is 0 for all."""
    players = max(len(values) for values in scores.values())
    room = array(r.new_room(players, msgspec.structs.astuple(Options(guests=guests))))
    for name, values in scores.items():
        for player, value in enumerate(values):
            room[r.SCORE + SCORES[name] * r.MOST_PLAYERS + player] = value
    grades = array([0] * (GRADE_ROWS * r.MOST_PLAYERS))
    grade(room, grades)
    flat = plain(grades)
    return [flat[row * r.MOST_PLAYERS : row * r.MOST_PLAYERS + players] for row in range(GRADE_ROWS)]


@pytest.mark.parametrize(
    ("part", "scores", "guests", "grades"),
    [
        ("kills", [3, 2, 1], 0, [100, 66, 33]),
        ("kills", [0, 0, 0], 0, [100, 100, 100]),
        ("given", [9, 6, 3], 0, [100, 50, 0]),
        ("given", [10, 4, 1], 0, [100, 33, 0]),
        ("given", [5, 5, 5], 0, [100, 100, 100]),
        ("kills", [2, 1, 9], 1, [100, 50, 100]),
        ("given", [6, 3, 0], 1, [100, 0, 0]),
        ("kills", [2, 1, 9], 3, [100, 100, 100]),
    ],
)
def test_a_part_is_graded(part: str, scores: list[int], guests: int, grades: list[int]) -> None:
    assert graded({part: scores}, guests)[SCORES[part]] == grades


def test_the_two_lowest_parts_are_dropped() -> None:
    scores = {name: [100, value] for name, value in zip(SCORES, (10, 0, 30, 0, 50, 0), strict=True)}
    scores["spotted"] = scores["given"] = scores["infected"] = [100, 0]
    parts = graded(scores)
    assert [row[1] for row in parts[:GRADE]] == [10, 0, 30, 0, 50, 0]
    assert parts[GRADE] == [400, 90]
    assert graded({"kills": [0, 0]})[GRADE] == [400, 400]
