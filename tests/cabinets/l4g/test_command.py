"""L4G from the command line: game numbers, seats that are filled up, the document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.players.bots import MIX
from tests.commands.command_line import ROOT, souk, souk_here
from tests.in_turns import some

SCORES = (
    "survivor_most", "survivor_total", "corpse_most", "corpse_total", "infected_most", "infected_total"
)  # fmt: skip
WANDERER = f"{ROOT / 'examples' / 'l4g' / 'wanderer.py'}:Wanderer"


def played(home: Path, *words: str, compiled: bool = False, hashes: str = "0") -> dict[str, Any]:
    """The document of a match without a window; by a program of its own where its speed or its hashes are chosen."""
    words = ("play", "l4g", *words, "--headless", "--json")
    if compiled or hashes != "0":
        done = souk(home, *words, SOUK_PLAIN="" if compiled else "1", PYTHONHASHSEED=hashes)
    else:
        done = souk_here(home, *words)
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def bots(document: dict[str, Any]) -> list[str]:
    return [seat["bot"] for seat in document["seats"]]


def test_a_short_list_of_seats_is_filled_up_with_the_regular_mix(tmp_path: Path) -> None:
    document = played(tmp_path, "--seats", f"predator,{WANDERER}", "--seed", "-5")
    assert bots(document) == ["predator", WANDERER, *(MIX * 10)[:47]]
    assert (document["seed"], document["turns"]) == ("-5", 121)
    for seat in document["seats"]:
        assert set(seat) == {"seat", "name", "bot", "rank", "score", "grade", "grades", "punished", *SCORES}
        assert all(type(seat[name]) is int and seat[name] >= 0 for name in (*SCORES, "punished"))
        assert len(seat["grades"]) == 6 and all(0 <= grade <= 100 for grade in seat["grades"])
        assert seat["grade"] == seat["score"] == sum(sorted(seat["grades"])[2:])
    order = sorted(document["seats"], key=lambda seat: (-seat["grade"], seat["seat"]))
    assert [seat["rank"] for seat in order] == list(range(1, 50))
    assert document["seats"][1]["name"] == "Wanderer"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), (MIX * 10)[:49]),
        (("--seats", "expert*3"), ("expert",) * 3 + (MIX * 10)[:46]),
        (("--seats", "expert*46", "--fill", "scout*2,loner"), (*("expert",) * 46, "scout", "scout", "loner")),
        (("--fill", "horn-done"), ("horn-done",) * 49),
        (("--seats", "expert,loner", "--fill", ""), ("expert", "loner")),
        (("--seats", "loner*60"), ("loner",) * 60),
    ],
)  # fmt: skip
def test_who_sits_where(tmp_path: Path, words: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert tuple(bots(played(tmp_path, *words, "--option", "turns=3"))) == expected


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seats", "loner*61"), "61"),
        (("--seats", "loner", "--fill", "genius"), "genius"),
        (("--seats", "loner", "--fill", ""), "is played by"),
        (("--seats", "human"), "person"),
    ],
)
def test_seats_that_cannot_be(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = souk_here(tmp_path, "play", "l4g", *words, "--headless", "--json")
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_other_games_are_filled_up_where_it_is_said(tmp_path: Path) -> None:
    words = ("play", "marrakech", "--seats", "random", "--fill", "random,greedy", "--headless", "--json")
    done = souk_here(tmp_path, *words)
    assert bots(json.loads(done.stdout)) == ["random", "random", "greedy", "random"]


@pytest.mark.parametrize("number", some(4, [-5, 0, -(2**63), 2**63 - 1]))
def test_the_seed_is_the_game_number(tmp_path: Path, number: int) -> None:
    file = tmp_path / "match.souk"
    words = ("--seed", str(number), "--option", "turns=20")
    document = played(tmp_path, *words, "--record", str(file), hashes="1")
    assert document["seed"] == str(number)
    assert played(tmp_path, *words, hashes="2") == document
    recorded = json.loads(souk(tmp_path, "replay", str(file), "--json").stdout)
    assert recorded["header"]["seed"] == str(number)
    assert souk(tmp_path, "replay", str(file), "--verify").returncode == 0


def test_numbers_that_are_equal_in_64_bits_are_one_game(tmp_path: Path) -> None:
    one, other = (played(tmp_path, "--seed", str(number), "--option", "turns=20") for number in (-1, 2**64 - 1))
    assert one["hash"] == other["hash"]


@pytest.mark.slow
def test_both_speeds_print_the_same_document(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    words = ("--seats", f"expert,{WANDERER}", "--seed", "-77")
    assert played(tmp_path, *words) == played(tmp_path, *words, compiled=True)


def test_a_match_as_text_names_what_happens(tmp_path: Path) -> None:
    done = souk_here(tmp_path, "play", "l4g", "--option", "turns=20", "--headless", "--show")
    assert done.returncode == 0, done.stderr
    assert "turn 19 of 20" in done.stdout


def test_the_list_tells_what_is_usual(tmp_path: Path) -> None:
    games = {game["game"]: game for game in json.loads(souk_here(tmp_path, "list", "--json").stdout)["games"]}
    l4g = games["l4g"]
    assert (l4g["usual_seats"], l4g["numbered"], tuple(l4g["mix"])) == (49, True, MIX)
    assert l4g["bots"] == list(L4G.bots)
    marrakech = games["marrakech"]
    assert (marrakech["usual_seats"], marrakech["numbered"], marrakech["mix"]) == (4, False, [])
