"""What a bot is given does not lead to the draws of its match, however small the seed; and results stay repeatable.

The attacker is a program as a stranger may write one. It tries every small seed, by the seeds that it is told and by
the dice that it sees, and says so in its log when it has found what the match follows from.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.bot.keys import key_against
from game.core.bot.loading import parse_spec
from game.core.chance import derive, rooted
from game.core.league.run import LeagueOrder, new_league, play_league
from game.core.match.match import Match
from game.core.recording.replay import Playback, read_header, read_replay
from game.core.tournament.matches import tournament
from game.core.tournament.plan import Contestant, numbers_from
from game.core.work.place import Workplace
from game.core.work.run import Order, Progress, run
from game.ground.leagues import read_league
from game.ground.texts import Texts
from game.scenes.evaluation.league import plan_of
from game.scenes.feeds.local import LocalFeed
from net.host.match.hosted_match import Terms
from net.host.room.core import RoomPlan
from tests.commands.command_line import souk, souk_here
from tests.in_turns import some

MARRAKECH = CABINETS["marrakech"]
TRIED = 300
ATTACKER = f'''
from game.core.bots import Bot
from game.core.chance import derive, draw, rooted

FACES = (1, 2, 2, 3, 3, 4)


def guesses():
    """What a match may follow from: a small seed, or a match of a tournament or league with one."""
    for seed in range({TRIED}):
        yield seed
    for seed in range(4):
        for index in range({TRIED}):
            yield derive(seed, "match", index)


class Attacker(Bot):
    """Finds the match's seed, where there is a way."""

    def __init__(self, setup):
        super().__init__(setup)
        self.rolled = []
        self.left = list(guesses())

    def decide(self, request):
        for guess in self.left:
            if derive(guess, "bot", self.setup.seat) == self.setup.seed:
                print("FOUND by my seed", guess, flush=True)
            if derive(guess, "decision", self.setup.seat, request.number) == request.seed:
                print("FOUND by the seed of a decision", guess, flush=True)
        for event in request.events:
            if event.kind == "rolled":
                self.rolled.append(event.data["face"])
        if len(self.rolled) >= 10:
            self.left = [guess for guess in self.left if all(
                FACES[draw(guess, 3 * (place + 1), 6)] == face for place, face in enumerate(self.rolled[:10])
            )]
            if len(self.left) == 1:
                print("FOUND by the dice", self.left[0], flush=True)
        return request.legal[0]
'''


@pytest.fixture
def attacker(tmp_path: Path) -> str:
    (tmp_path / "attacker.py").write_text(ATTACKER, encoding="utf-8")
    return f"{tmp_path / 'attacker.py'}:Attacker"


def found(home: Path) -> set[str]:
    """In which ways attackers found what their matches followed from."""
    logs = [log.read_text(encoding="utf-8") for log in home.rglob("*.log*")]
    assert logs or not list(home.rglob("bots")), "an attacker that says nothing made no log"
    lines = [line for log in logs for line in log.splitlines() if "FOUND" in line]
    return {line.partition("FOUND by ")[2].rpartition(" ")[0] for line in lines}


COMMANDS = {
    "play": ("play", "marrakech", "--seed", "5", "--headless", "--seats"),
    "tournament": ("tournament", "marrakech", "--games", "2", "--workers", "1", "--bots"),
    "league": ("league", "marrakech", "--games", "2", "--workers", "1", "--bots"),
}
WAYS = {"my seed", "the seed of a decision", "the dice"}


@pytest.mark.parametrize("command", some(3, COMMANDS))
def test_a_program_does_not_find_the_seed(command: str, tmp_path: Path, attacker: str) -> None:
    words = (*COMMANDS[command], f"{attacker},random")
    open_home, home = tmp_path / "open", tmp_path / "keyed"
    assert souk(open_home, *words, "--key", "0").returncode == 0
    assert found(open_home) == WAYS, "the attacker is one"
    done = souk(home, *words)
    assert done.returncode == 0, done.stderr
    assert found(home) == set()


def test_a_match_against_a_program_is_played_again_by_what_its_document_says(tmp_path: Path, attacker: str) -> None:
    words = (*COMMANDS["play"], f"{attacker},random", "--json")
    first, other = (json.loads(souk_here(tmp_path, *words).stdout) for _ in range(2))
    assert first["hash"] != other["hash"] and first["seed"] == other["seed"] == "5"
    again = json.loads(souk_here(tmp_path, *words, "--key", first["key"]).stdout)
    assert again == first


@pytest.mark.slow
def test_a_tournament_with_a_program_is_played_again_by_what_its_document_says(tmp_path: Path, attacker: str) -> None:
    words = (*COMMANDS["tournament"], f"{attacker},random", "--json", "-", "--csv", str(tmp_path / "rows.csv"))
    first, other = (json.loads(souk(tmp_path, *words).stdout) for _ in range(2))
    assert first["key"] != other["key"]
    rows = (tmp_path / "rows.csv").read_text(encoding="utf-8")
    assert rows.splitlines()[1].endswith(f",{other['key']}")
    assert json.loads(souk(tmp_path, *words, "--key", other["key"]).stdout) == other
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8") == rows


def test_where_computers_of_the_game_play_alone_a_seed_is_enough(tmp_path: Path) -> None:
    words = ("tournament", "marrakech", "--games", "2", "--bots", "greedy,random", "--workers", "1", "--json", "-")
    first, again = (souk_here(tmp_path, *words).stdout for _ in range(2))
    assert first == again and json.loads(first)["key"] == "0"


def test_who_takes_part_decides_about_a_key() -> None:
    computer, program = (parse_spec(bot, MARRAKECH.bots) for bot in ("greedy", f"cmd:{sys.executable}"))
    assert key_against(MARRAKECH.info, [computer]) == 0
    assert key_against(MARRAKECH.info, [computer, program]) != key_against(MARRAKECH.info, [program]) != 0
    assert key_against(CABINETS["l4g"].info, [program]) == 0, "everybody is told the number of the game"


def test_without_a_key_a_match_is_the_one_it_was_before_there_were_any() -> None:
    golden = read_replay(Path("tests/golden/marrakech-2.souk"))
    assert golden.header.key == 0
    match = Match(MARRAKECH.rules, 2, MARRAKECH.info.options(), golden.header.seed)
    for step in golden.steps:
        drawn = match.tick(0.0)
        assert all(other.moves == golden.steps[other.number].moves for other in drawn)
        if match.number <= step.number:
            match.play(step.moves)
    assert match.over and golden.end is not None and match.hash() == golden.end.hash


@pytest.mark.slow
def test_an_interrupted_tournament_goes_on_with_its_key(tmp_path: Path, attacker: str) -> None:
    def stop(progress: Progress) -> None:
        if progress.done >= 3:
            raise KeyboardInterrupt

    order = Order(MARRAKECH.info.options(), (attacker, "random"), games=5)
    with pytest.raises(KeyboardInterrupt):
        run(tournament(MARRAKECH, order), stop, journals=tmp_path)
    (journal,) = tmp_path.glob("tournament-*")
    key = json.loads(journal.read_bytes().splitlines()[0])["key"]
    went_on = run(tournament(MARRAKECH, order), lambda progress: None, journals=tmp_path)
    assert went_on.key == key != 0 and not journal.exists()
    assert went_on == run(tournament(MARRAKECH, replace(order, key=key)), lambda progress: None)


def test_workers_play_with_the_key_of_their_tournament() -> None:
    order = Order(MARRAKECH.info.options(), ("random", "greedy"), games=4, key=77)
    alone = run(tournament(MARRAKECH, order), lambda progress: None)
    shared = run(tournament(MARRAKECH, order), lambda progress: None, Workplace(2))
    assert alone == shared and alone.key == 77
    assert alone.matches != run(tournament(MARRAKECH, replace(order, key=78)), lambda progress: None).matches


def test_each_match_of_a_league_keeps_its_key_and_is_watched_with_it(tmp_path: Path) -> None:
    file = tmp_path / "league.json"
    words = ("league", "nullgame", "--bots", "random,expert", "--file", file, "--workers", "1")
    assert souk_here(tmp_path, *words, "--games", "2", "--key", "5").returncode == 0
    assert souk_here(tmp_path, *words, "--games", "4", "--key", str(2**64 - 1)).returncode == 0
    league = read_league(file)
    assert [bout.key for bout in league.bouts] == [5, 5, 2**64 - 1, 2**64 - 1]
    assert all(isinstance(bout["seed"], str) for bout in json.loads(file.read_text(encoding="utf-8"))["bouts"])
    plan = plan_of(league, league.bouts[3], Texts("en"))
    feed = LocalFeed(CABINETS["nullgame"], plan)
    feed.seat_bots(None, inline=True)
    while not feed.over:
        feed.poll(0.0)
    assert feed.match.hash() == league.bouts[3].hash


@pytest.mark.slow
def test_runs_of_a_league_draw_keys_of_their_own(attacker: str) -> None:
    entries = tuple(Contestant(bot, parse_spec(bot, MARRAKECH.bots)) for bot in (attacker, "random"))
    order = LeagueOrder(MARRAKECH, MARRAKECH.info.options(), entries, 2, 0, 1)
    keys = {[*play_league(order, new_league(order))][-1].league.bouts[0].key for _ in range(2)}
    assert len(keys) == 2 and 0 not in keys


def test_files_of_older_leagues_are_read(tmp_path: Path) -> None:
    old = {
        "game": "nullgame", "version": 1, "options": {}, "seats": 2, "seed": 2**64 - 1, "bots": {"a": "", "b": ""},
        "bouts": [{"seed": 2**64 - 2, "bots": ["a", "b"], "ranks": [1, 2], "scores": [3, 1], "hash": "x"}],
    }  # fmt: skip
    (tmp_path / "old.json").write_text(json.dumps(old), encoding="utf-8")
    league = read_league(tmp_path / "old.json")
    assert (league.seed, league.bouts[0].seed, league.bouts[0].key) == (2**64 - 1, 2**64 - 2, 0)


@pytest.mark.parametrize("key", [None, 12])
def test_a_recording_of_a_host_does_not_lead_to_its_next_match(key: int | None, tmp_path: Path) -> None:
    plan = RoomPlan("r", Terms(MARRAKECH, None), (), lambda: tmp_path, b"", seed=3, key=key)
    (seed, first), (other, second) = plan.chance(0), plan.chance(1)
    assert (seed, other) == (derive(3, "match", 0), derive(3, "match", 1)), "whoever guesses 3 knows these"
    assert first and second and first != second and second != derive(first, "match", 1)
    assert replace(plan, key=0).chance(1) == (other, 0)
    assert (plan.chance(0) == (seed, first)) is (key is not None)


def test_a_recording_goes_on_with_the_chance_of_its_match(tmp_path: Path, attacker: str) -> None:
    file = tmp_path / "match.souk"
    assert souk_here(tmp_path, *COMMANDS["play"], f"{attacker},random", "--record", file).returncode == 0
    header = read_header(file)
    assert header.seed == 5 and header.key
    playback = Playback(read_replay(file), MARRAKECH.rules)
    playback.verify()
    playback.seek(1)
    assert playback.match.root == rooted(5, header.key) != 5
    assert playback.forward().moves == playback.match.steps[1].moves


def test_numbers_of_a_tournament_stay_what_they_were() -> None:
    assert numbers_from(0, 1) == (derive(0, "match", 0),)


@pytest.mark.parametrize("command", ["tournament", "league"])
def test_the_page_names_every_field_of_the_documents(command: str, tmp_path: Path) -> None:
    page = Path("docs/leagues.md").read_text(encoding="utf-8").partition("## Figures for other programs")[2]
    words = (command, "nullgame", "--games", "2", "--workers", "1", "--json", "-", "--csv", tmp_path / "rows.csv")
    document = json.loads(souk_here(tmp_path, *words).stdout)
    names = {*document, *document["bots"][0], *document.get("duels", [{}])[0]}
    names |= {*(tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()[0].split(",")}
    assert not [name for name in names if f"`{name}`" not in page]
    assert isinstance(document["seed"], str)
