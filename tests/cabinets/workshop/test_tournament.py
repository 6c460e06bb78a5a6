"""What a tournament tells of generators: playable as made, measures, variety, time, faults."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.workshop.bots import level_for
from game.cabinets.workshop.figures import as_made
from game.cabinets.workshop.rules import Options
from game.commands.shared.output import _told
from game.core.forge.measures.measuring import MEASURES
from game.core.forge.model.level import GROUND
from game.core.forge.proof.repair import mended
from game.core.tournament.matches import MatchTournament, tournament
from game.core.tournament.result import TournamentResult
from game.core.work.place import Workplace
from game.core.work.run import Order, run
from game.ground.texts import Texts

WORKSHOP = CABINETS["workshop"]
THREEFOLD = '''
from itertools import count

from game.core.forge.api import Generator

CALLS = count()

class Threefold(Generator):
    """Right, without an exit, or another each time, by the number."""

    def generate(self, request):
        level = request.blank()
        way = request.number % 3
        moved = next(CALLS) % 9 if way == 2 else 0
        level.room(4, 4, 12, 5)
        level.add("start", 5 + moved, 5)
        if way != 1:
            level.add("exit", 15, 8)
        return level
'''


def _asked(bots: tuple[str, ...], games: int) -> MatchTournament:
    return tournament(WORKSHOP, Order(Options(size="small"), bots, games=games, key=5))


@pytest.fixture
def threefold(tmp_path: Path) -> str:
    path = tmp_path / "threefold.py"
    path.write_text(THREEFOLD, encoding="utf-8")
    return f"{path}:Threefold"


def _in_parts(asked: MatchTournament, parts: int) -> TournamentResult:
    """Its outcome, played in so many chunks: a generator's process lives for one."""
    plans = [plan for chunk in asked.chunks() for plan in chunk]
    size = -(-len(plans) // parts)
    return asked.outcome([asked.task()(tuple(plans[start : start + size]), 0) for start in range(0, len(plans), size)])


def _timeless(result: TournamentResult) -> Any:
    document = result.document()
    for told in document["figures"].values():
        del told["milliseconds"]
    return document


def test_a_tournament_tells_of_each_generator_what_it_made(threefold: str) -> None:
    result = _in_parts(_asked(("bsp", threefold), 12), 1)
    document = json.loads(json.dumps(result.document()))["figures"]
    numbers = [line.more["level"][0] for match in result.matches for line in match.seats if line.entry == 0]
    ways = [number % 3 for number in numbers]
    assert len(set(ways)) == 3, "each fault has its turn"

    own = document[threefold]
    assert own["asked"] == 12 and own["levels"] == own["playable"] == ways.count(0)
    assert own["faults"] == {"differs": ways.count(2), "GeneratorError": 2 * ways.count(1)}
    assert own["made"]["dungeon"]["same_twice"] >= ways.count(0) - 1
    assert 0 < own["low"] < own["playable"] / 12 < own["high"] < 1

    bsp = document["bsp"]
    assert (bsp["asked"], bsp["levels"], bsp["playable"], bsp["faults"]) == (12, 12, 12, {})
    assert bsp["made"]["dungeon"]["variety"] > 0 and 1 < bsp["made"]["dungeon"]["bins_hit"] <= 12
    assert list(bsp["made"]["dungeon"]["deciles"]) == list(MEASURES["dungeon"])
    for told in document.values():
        assert all(tenths == sorted(tenths) for made in told["made"].values() for tenths in made["deciles"].values())
        assert 0 < told["milliseconds"]["median"] <= told["milliseconds"]["p99"]

    heads, *rows = result.rows()
    floor = heads.index("floor")
    told_floors = sorted(row[floor] for row in rows if row[heads.index("bot")] == "bsp")
    assert told_floors[0] == bsp["made"]["dungeon"]["deciles"]["floor"][0]
    assert {len(row) for row in rows} == {len(heads)}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_its_tables_are_in_both_languages(language: str) -> None:
    result = run(_asked(("bsp", "caves"), 4), lambda progress: None)
    lines = _told(Texts(language), "Workshop", result)
    assert sum(line.startswith("caves") for line in lines) == 3 + len(MEASURES["dungeon"])
    assert not any("workshop." in line for line in lines)


def test_what_was_mended_is_told_as_it_was_made() -> None:
    made = level_for("multipass", 7, (100, 15))
    proved = mended(made).level
    assert as_made(proved, "multipass", 7) == (proved, True)
    tiles = bytearray(proved.tiles)
    tiles[-50] = GROUND - tiles[-50] + 1
    changed = msgspec.structs.replace(proved, tiles=bytes(tiles))
    assert as_made(changed, "multipass", 7) == (made, False)
    assert as_made(changed, "", 7)[0] == changed, "a person's own generator mends nothing"


def test_a_league_keeps_none_of_it() -> None:
    player = replace(_asked(("bsp", "caves"), 2).task(), figures=False)
    (chunk, *_) = _asked(("bsp", "caves"), 2).chunks()
    assert all(seat.more is None for match in player(chunk, 0).matches for seat in match.seats)


@pytest.mark.slow
def test_its_figures_are_the_same_however_they_are_played_but_for_the_time(threefold: str) -> None:
    asked = _asked(("rhythm", threefold), 4)
    one, two = _in_parts(asked, 1), run(asked, lambda progress: None, Workplace(2))
    assert _timeless(one) == _timeless(two)
    made = one.document()["figures"]["rhythm"]["made"]["platform"]
    assert list(made["deciles"]) == list(MEASURES["platform"])
