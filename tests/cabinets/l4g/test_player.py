"""People's own players: what they are given, what their mistakes cost, the examples."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.player import Direction, Player
from game.cabinets.l4g.players.bots import BOTS
from game.cabinets.l4g.rules.rules import L4g, Options, Silent
from game.cabinets.l4g.rules.views import PlayerState
from game.core.bot.loading import load_file_class, parse_spec
from game.core.bot.seats import bot_controller
from game.core.bots import Bot, BotSetup, Request
from game.core.match.match import Match
from game.core.match.session import Session, bot_setup
from tests.commands.command_line import ROOT

GUIDE = (ROOT / "docs" / "writing-a-player.md").read_text(encoding="utf-8")
EXAMPLES = sorted((ROOT / "examples" / "l4g").glob("*.py"))


class Calm(Player):
    """Answers every call rightly, and keeps what it was told."""

    accept_direct_infection = True

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self.calls: list[tuple[int, str]] = []

    def answer(self, call: str) -> Any:
        self.calls.append((self.turn, call))
        return {"survivor_move": Direction.UP if self.turn % 2 else Direction.DOWN, "soul_spawn": (1, 1)}.get(call)

    def survivor_move(self) -> Direction:
        way: Direction = self.answer("survivor_move")
        return way

    def infected_move(self) -> Direction:
        self.answer("infected_move")
        return Direction.STAY

    def corpse_stay(self) -> None:
        self.answer("corpse_stay")

    def soul_stay(self) -> None:
        self.answer("soul_stay")

    def soul_spawn(self) -> tuple[int, int]:
        place: tuple[int, int] = self.answer("soul_spawn")
        return place


def play(kind: type[Bot[Any, Any]], others: str = "seeker", turns: int = 121) -> tuple[Match, Bot[Any, Any]]:
    """A match of one player among five built-in ones, its exceptions punished."""
    match = Match(L4g(), 6, Options(4, 4, turns, penalty=3), 5)
    bots = [kind(bot_setup(match, "l4g", 0)), *(BOTS[others](bot_setup(match, "l4g", seat)) for seat in range(1, 6))]
    while not match.over:
        match.tick(0.0)
        for seat in match.waiting_for:
            try:
                refusal = match.offer(seat, bots[seat].decide(Request(match.number, match.view(seat), None, (), 0)))
            except Exception:
                refusal = "raised"
            if refusal:
                match.force(seat)
    return match, bots[0]


def test_a_player_is_called_in_turn_0_as_a_soul_and_then_as_what_it_is() -> None:
    match, player = play(Calm)
    assert isinstance(player, Calm)
    assert player.calls[:3] == [(0, "soul_stay"), (0, "soul_spawn"), (1, "survivor_move")]
    assert {call for _, call in player.calls} >= {"corpse_stay", "infected_move"}
    assert match.result().seats[0].details["punished"] == 0
    assert player.game_number == 5 and player.number == 0
    assert len(player.cells) == len(player.cells[0]) == 4


@pytest.mark.parametrize("call", ["survivor_move", "corpse_stay", "infected_move", "soul_stay"])
def test_an_exception_in_a_call_is_punished(call: str) -> None:
    class Failing(Calm):
        def answer(self, name: str) -> Any:
            if name == call:
                raise RuntimeError("no idea")
            return super().answer(name)

    match, _ = play(Failing)
    assert match.result().seats[0].details["punished"] > 0


@pytest.mark.parametrize("answer", ["boom", None, (7, 7), (1, 2, 3), ("a", "b"), (10**30, 0)])
def test_a_bad_square_is_put_off_without_a_penalty(answer: Any) -> None:
    class Lost(Calm):
        def answer(self, name: str) -> Any:
            if name == "soul_spawn":
                if answer == "boom":
                    raise RuntimeError("no idea")
                return answer
            return super().answer(name)

    match, player = play(Lost, turns=8)
    assert match.result().seats[0].details["punished"] == 0
    assert match.view(0).me.state is PlayerState.SOUL
    assert isinstance(player, Calm) and {call for _, call in player.calls} == {"soul_stay"}


@pytest.mark.parametrize("way", [None, "up", 3, Direction.STAY])
def test_a_wrong_way_is_punished(way: Any) -> None:
    class Odd(Calm):
        def answer(self, name: str) -> Any:
            return way if name == "survivor_move" else super().answer(name)

    match, _ = play(Odd, turns=6)
    assert match.result().seats[0].details["punished"] > 0


def test_what_a_player_is_given_cannot_be_changed() -> None:
    class Meddler(Calm):
        def answer(self, name: str) -> Any:
            for thing, name_of_field in ((self.me, "hp"), (self.cells[0][0], "players"), (self.score, "corpse_most")):
                with pytest.raises(AttributeError):
                    setattr(thing, name_of_field, 99)
            assert isinstance(self.cells, tuple) and isinstance(self.cells[0], tuple)
            return super().answer(name)

    assert play(Meddler, turns=6)[0].result().seats[0].details["punished"] == 0


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_never_punished(path: Path) -> None:
    match, _ = play(load_file_class(str(path), path.stem.capitalize()), turns=121)
    assert match.result().seats[0].details["punished"] == 0


def test_the_player_of_the_guide_is_never_punished(tmp_path: Path) -> None:
    found = re.search(r"^```python\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert found is not None
    path = tmp_path / "my.py"
    path.write_text(found[1], encoding="utf-8")
    match, _ = play(load_file_class(str(path), "MyPlayer"))
    assert match.result().seats[0].details["punished"] == 0


def test_an_own_file_plays_in_its_own_process(tmp_path: Path) -> None:
    match = Match(L4g(), 2, Options(turns=12), 1)
    specs = [f"{ROOT / 'examples' / 'l4g' / 'healer.py'}:Healer", "seeker"]
    controllers = {
        seat: bot_controller(L4G, parse_spec(spec, L4G.bots), bot_setup(match, "l4g", seat), logs=tmp_path, inline=True)
        for seat, spec in enumerate(specs)
    }
    session = Session(match, controllers)
    try:
        session.run()
    finally:
        session.close()
    assert session.troubles == []
    assert not any(isinstance(move.action, Silent) for step in match.steps for move in step.moves)
