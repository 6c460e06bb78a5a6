"""End to end: hosts, players and spectators as processes, and what is left of a match when they are killed."""

from __future__ import annotations

import contextlib
import json
import socket
import sys
import time
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from msgspec import Raw

from game.cabinets.listed import CABINETS
from game.commands.join import Guest
from game.core.recording.replay import Playback, read_replay
from game.core.recording.views import read_view_recording
from game.core.rules import SPECTATOR
from game.ground.texts import Texts
from net.limits import PORT
from net.messages import Begun, Choose, Ended, Rematch, Stepped
from net.parts import PastStep
from tests.commands.command_line import ROOT, souk, souk_here
from tests.net.house import Peer
from tests.net.processes import Souk, host, join
from tests.systems import needs_no_screen


def playback_of(path: Path, game: str) -> Playback:
    playback = Playback(read_replay(path), CABINETS[game].rules)
    playback.verify()
    return playback


@pytest.mark.slow
def test_four_players_and_two_spectators_tell_the_same_end(tmp_path: Path) -> None:
    with ExitStack() as stack:
        room = stack.enter_context(host(tmp_path, "nullgame", "--seats", "open*4", "--port", "0"))
        port = room.first_line()["port"]
        views = [tmp_path / f"{name}.views" for name in ("one", "other")]
        watchers = [stack.enter_context(join(tmp_path, port, "--watch", "--record", view)) for view in views]
        first = Peer(port)
        first.enter("Eye", watch=True)
        first.until_room(lambda room: room.watching == 3)
        players = [
            stack.enter_context(join(tmp_path, port, "--bot", bot)) for bot in ("random", "random", "expert", "expert")
        ]
        ends = [guest.document() for guest in (*players, *watchers)]
        first.close()
        (match,) = room.document()["matches"]
    assert {end["hash"] for end in ends} == {match["hash"]}
    assert sorted(end["seat"] for end in ends) == [-1, -1, 0, 1, 2, 3]
    playback = playback_of(Path(match["replay"]), "nullgame")
    for view in views:
        recording = read_view_recording(view)
        recording.check(CABINETS["nullgame"].info)
        assert recording.end is not None
        assert recording.end.hash == match["hash"]
        for position in range(len(playback) + 1):
            playback.seek(position)
            assert recording.view(position, CABINETS["nullgame"].info) == playback.view(SPECTATOR)
    verified = souk(tmp_path, "replay", views[0], "--verify")
    assert verified.returncode == 0, verified.stderr
    assert match["hash"] in verified.stdout
    assert len(json.loads(souk(tmp_path, "replay", views[1], "--json").stdout)["steps"]) == match["steps"]


def test_an_end_names_the_game_that_was_played_though_the_next_is_chosen_already() -> None:
    client = SimpleNamespace(room=SimpleNamespace(game="nullgame", version=1), seat=None, send=lambda message: None)
    guest = Guest(client, Namespace(watch=False, record=None, json=True), Texts("en"), None)  # type: ignore[arg-type]
    guest._hear([Begun(0, 0, (), Raw(b"\xc0"), Raw(b"\xc0"))])
    client.room = SimpleNamespace(game="omok", version=2)
    ended = guest._hear([Ended("over", 3, "h")])
    assert ended is not None
    assert (guest.document(ended)["game"], guest.document(ended)["version"]) == ("nullgame", 1)


@pytest.mark.slow
def test_programs_that_stay_play_all_matches_of_an_evening(tmp_path: Path) -> None:
    """The named bot in its game; in the next one, of which it knows nothing, an easy computer."""
    bots = ("--bot", f"cmd:{sys.executable} {ROOT / 'examples' / 'bots' / 'chooser.py'}"), ("--bot", "easy")
    with ExitStack() as stack:
        room = stack.enter_context(host(tmp_path, "nullgame", "--seats", "open*2", "--port", "0", "--stay"))
        told = room.first_line()
        port = told["port"]
        mia = Peer(port)
        mia.enter("Mia", watch=True, owner=bytes.fromhex(told["owner"]))
        eye = stack.enter_context(join(tmp_path, port, "--watch", "--stay", "--record", tmp_path / "seen.views"))
        mia.until_room(lambda room: room.watching == 2)
        words = ("--stay", "--name")
        guests = [
            stack.enter_context(join(tmp_path, port, *bot, *words, name))
            for bot, name in zip(bots, ("Own", "Easy"), strict=True)
        ]
        ends = [mia.until(Ended)]
        mia.send(Rematch())
        ends.append(mia.until(Ended))
        mia.send(Choose("omok", {}, ("open", "open")))
        assert {line.name for line in mia.until(Begun).seats} == {"Own", "Easy"}
        ends.append(mia.until(Ended))
        mia.close()
        room.process.terminate()
        outputs = [guest.lines() for guest in (*guests, eye)]
    for lines in outputs:
        assert [line["hash"] for line in lines] == [end.hash for end in ends]
        assert [line["game"] for line in lines] == ["nullgame", "nullgame", "omok"]
    seen = [Path(line["recording"]) for line in outputs[2]]
    assert seen[0] == tmp_path / "seen.views" and len({*seen}) == 3
    assert [read_view_recording(path).header.game for path in seen] == ["nullgame", "nullgame", "omok"]


def survive(folder: Path, seed: int) -> None:
    """One match in which a player, a spectator and the host are killed, each at a random moment, and come back."""
    random = Random(seed)
    journal = folder / "match.souk"
    words = ("--seats", "open,open", "--option", "smallest=40", "--grace", "20")
    paces = ("--pace", "0.06")
    with ExitStack() as stack:

        def start(souk: Souk) -> Souk:
            return stack.enter_context(souk)

        running = {"host": start(host(folder, "nullgame", *words, "--port", "0", "--record", journal))}
        port = running["host"].first_line()["port"]
        watch = ("--watch", "--name", "eye", "--record")
        running["watcher"] = start(join(folder, port, *watch, folder / "0.views"))
        eye = Peer(port)
        eye.enter("Eye", watch=True)
        eye.until_room(lambda room: room.watching == 2)
        running["player"] = start(join(folder, port, "--bot", "random", "--name", "Mia", *paces))
        other = start(join(folder, port, "--bot", "expert", "--name", "Omar", *paces))
        eye.until(Begun)
        announced: list[PastStep] = []
        for victim in random.sample(["player", "watcher", "host"], 3):
            time.sleep(random.uniform(0.0, 0.3))
            running[victim].kill()
            if victim == "host":
                announced = [step.step for step in eye.rest() if isinstance(step, Stepped)]
                kept = read_replay(journal).steps
                running["host"] = start(host(folder, "nullgame", *words, "--port", str(port), "--resume", journal))
                running["host"].first_line()
                eye = Peer(port)
                eye.enter("Eye", watch=True)
            elif victim == "player":
                running["player"] = start(join(folder, port, "--bot", "random", "--name", "Mia", *paces))
            else:
                running["watcher"] = start(join(folder, port, *watch, folder / "1.views"))
        hashes = {guest.document()["hash"] for guest in (running["player"], other, running["watcher"])}
        eye.close()  # until here it kept the host from ending before whoever was killed is back
        (match,) = running["host"].document()["matches"]
    assert hashes == {match["hash"]}
    playback = playback_of(journal, "nullgame")
    steps = playback.replay.steps
    assert [step.moves for step in steps[: len(kept)]] == [step.moves for step in kept]
    for told in announced:
        playback.seek(told.number)
        events = [(event.kind, event.data) for event in playback.forward().events]
        assert [(event.kind, event.data) for event in told.events] == events


@pytest.mark.slow
def test_a_match_survives_the_death_of_everybody(tmp_path: Path) -> None:
    survive(tmp_path, 1)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [4, 5, 6, 7, 9])
def test_a_match_survives_many_deaths(tmp_path: Path, seed: int) -> None:
    """With the one before, the three die in every order."""
    survive(tmp_path, seed)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("join", "127.0.0.1:1", "--watch"), "no room is open on port 1"),
        (("join", "no such host", "--watch"), "is no name of a computer"),
        (("host", "chess"), "There is no game"),
        (("host", "nullgame", "--seats", "open*9"), "A room has seats"),
        (("host", "nullgame", "--seats", "genius"), "no bot called genius"),
        (("host", "nullgame", "--level", "genius"), "no computer player called “genius”"),
        (("host", "nullgame", "--resume", "nowhere.souk"), "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = souk_here(tmp_path, *words)
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 2, done.stderr
    assert done.stdout == ""


@needs_no_screen
def test_a_person_needs_a_window_to_join(tmp_path: Path) -> None:
    done = souk(tmp_path, "join", "127.0.0.1:1", SDL_VIDEODRIVER="", DISPLAY="", WAYLAND_DISPLAY="")
    assert done.returncode == 1
    assert "no display" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    with host(tmp_path, "nullgame", "--port", "0") as room:
        port = room.first_line()["port"]
        done = souk(tmp_path, "host", "nullgame", "--address", "127.0.0.1", "--port", str(port))
    assert done.returncode == 1
    assert "is taken" in done.stderr


def test_a_second_host_on_a_machine_takes_a_free_port(tmp_path: Path) -> None:
    with socket.socket() as first:
        with contextlib.suppress(OSError):  # then somebody else has it
            first.bind(("0.0.0.0", PORT))
            first.listen()
        with Souk(tmp_path, "host", "nullgame", "--address", "127.0.0.1", "--json") as second:
            assert second.first_line()["port"] not in {0, PORT}
