"""People's own bots everywhere: a Python class and a program in every game, at this table and over the LAN."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.cabinet import Kind
from game.core.recording.replay import read_replay
from tests.bench.bench_programs import measure
from tests.commands.command_line import ROOT, souk, souk_here
from tests.net.processes import host, join

MOST_SECONDS = 1e-3
"""What a program may cost in a decision."""
OPTIONS = {"l4g": ("--option", "turns=8")}
ANYONE = '''
from random import Random

from game.core.bots import Bot, Request


class Anyone(Bot):
    """Plays every game by chance."""

    def decide(self, request: Request):
        if request.legal is None and self.setup.game == "words":
            from game.cabinets.words.state import GiveUp

            return GiveUp()
        if request.legal is None:
            from game.cabinets.slime.rules import KEEP, Steer

            return Steer(KEEP)
        return Random(request.seed).choice(list(request.legal))
'''


@pytest.fixture
def anyone(tmp_path: Path) -> str:
    """A Python bot in a file of its own, as a seat."""
    (tmp_path / "anyone.py").write_text(ANYONE, encoding="utf-8")
    return f"{tmp_path / 'anyone.py'}:Anyone"


def program() -> str:
    """A program, as a seat."""
    return f"cmd:{sys.executable} {ROOT / 'examples/bots/chooser.py'}"


FOR_TWO = sorted(
    game for game, cabinet in CABINETS.items() if 2 in cabinet.info.seats and cabinet.kind is not Kind.WORKSHOP
)
"""A workshop's players make levels: nobody chooses one by its schema (tests/cabinets/workshop/test_commission.py)."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == "nullgame" else pytest.mark.slow) for game in FOR_TWO]
)
def test_a_class_and_a_program_play_every_game_for_two(tmp_path: Path, anyone: str, game: str) -> None:
    words = ("--seats", f"{anyone},{program()}", "--fill=", *OPTIONS.get(game, ()))
    done = souk_here(tmp_path, "play", game, *words, "--headless", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    names = [seat["name"] for seat in json.loads(done.stdout)["seats"]]
    assert names == ["Anyone", f"{Path(sys.executable).name} chooser.py"]


@pytest.mark.slow
def test_own_bots_play_in_a_tournament(tmp_path: Path, anyone: str) -> None:
    words = ("--bots", f"{anyone},{program()},random", "--games", "6", "--json", "-")
    done = souk(tmp_path, "tournament", "nullgame", *words)
    assert done.returncode == 0, done.stderr
    assert all(bot["forced"] == 0 for bot in json.loads(done.stdout)["bots"])


@pytest.mark.slow()
def test_own_bots_play_over_the_lan(tmp_path: Path, anyone: str) -> None:
    """One of the host's, two that join from elsewhere."""
    with ExitStack() as stack:
        seats = f"open,open,{program()}"
        room = stack.enter_context(host(tmp_path, "nullgame", "--seats", seats, "--port", "0", "--start-when-full"))
        port = room.first_line()["port"]
        guests = [stack.enter_context(join(tmp_path, port, "--bot", bot)) for bot in (anyone, program())]
        ends = [guest.document() for guest in guests]
        (match,) = room.document()["matches"]
    assert {end["hash"] for end in ends} == {match["hash"]}
    steps = read_replay(Path(match["replay"])).steps
    assert not any(move.forced for step in steps for move in step.moves)


def odd(folder: Path, body: str) -> str:
    """A program that does nothing but this, as a seat."""
    (folder / "odd.py").write_text(f"import sys\n{body}\n", encoding="utf-8")
    return f"cmd:{sys.executable} {folder / 'odd.py'}"


def test_a_failing_bot_is_explained_on_the_console(tmp_path: Path) -> None:
    body = (
        "import json\nfor line in map(json.loads, sys.stdin):\n    print('hm', file=sys.stderr)\n"
        "    print(json.dumps({'type': 'ready', 'id': line['id']}) if line['type'] == 'hello' else 'odd', flush=True)"
    )
    seats = f"{odd(tmp_path, body)},random"
    done = souk_here(tmp_path, "play", "nullgame", "--seats", seats, "--headless", "--json")
    assert done.returncode == 0
    failure = json.loads(done.stdout)["failures"][0]
    assert (failure["seat"], failure["kind"], Path(failure["file"]).is_file()) == (0, "garbage", True)
    told = done.stderr
    assert "It was asked: {" in told
    assert "It said: odd" in told
    assert "    | hm" in told
    replay = tmp_path / "logs" / "bots" / "nullgame.souk"
    assert f'replay "{replay}" --step 1' in told
    assert souk_here(tmp_path, "replay", replay, "--verify").returncode == 0


def test_a_bot_that_fails_over_the_lan_is_explained_to_who_brought_it(tmp_path: Path) -> None:
    bot = odd(tmp_path, "sys.exit(3)")
    with ExitStack() as stack:
        words = ("--seats", "open,random", "--port", "0", "--start-when-full")
        room = stack.enter_context(host(tmp_path, "nullgame", *words))
        done = souk(tmp_path, "join", f"127.0.0.1:{room.first_line()['port']}", "--bot", bot)
        room.document()
    assert "ended with exit code 3" in done.stderr
    assert "It said nothing." in done.stderr


@pytest.mark.parametrize("game", ["nullgame", "slime"])
def test_a_program_costs_less_than_a_millisecond_a_decision(game: str) -> None:
    command = f"{sys.executable} {ROOT / 'examples/bots/chooser.py'}"
    assert min(measure(game, command, 100).middle for _ in range(3)) < MOST_SECONDS
