"""Options are cheap to read: nothing that a stranger names is made, loaded or compiled before a match begins."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest

from game.cabinets.cisterns.rules.floors import given_level
from game.cabinets.listed import CABINETS
from game.core import attachments
from game.core.errors import SpokenError
from game.core.forge.formats.codes import write_level, write_recipe
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Recipe
from game.core.forge.model.method import Method
from game.core.forge.physics import world
from game.core.match.match import Match
from game.core.options import OptionError, read
from game.core.recording.replay import Playback, ReplayError, SeatRecord, begin_recording, read_replay
from game.ground.settings import Settings
from game.ground.texts import Texts
from game.scenes.feeds.local import start_local
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.feeds.replay import open_replay
from game.scenes.lobby.room import options_told
from net.client.remote_match import StrangeHostError, options_of
from net.evening import Wish
from net.host.announcing import mode_of
from net.host.room import rehearsal
from net.host.room.choosing import ChoiceError, chosen_places, chosen_terms
from net.host.room.core import RoomCore
from net.limits import OPTION
from net.messages import Choose, Ping, Pong, Ready, Rejected, Start, Told
from tests.commands.command_line import ROOT, environment
from tests.core.dear_options import SIX_SECONDS, dear_options, full_levels
from tests.net.house import OWNER_KEY, Peer, house, plan_of

GAMES = dict(CABINETS)
MOST_CALLS = 15_000
"""Calls of functions that looking at the options of one message may take, two milliseconds of them; a guest looks
twice. Decoding a level is one call."""


def forbidden(*_: Any, **__: Any) -> NoReturn:
    raise AssertionError("this is done when a match begins")


@pytest.fixture
def makes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("make", "make_secret"):
        monkeypatch.setattr(Method, name, forbidden)
    monkeypatch.setattr(world, "world_of", forbidden)
    for name in ("attach", "attach_from", "attachment"):
        monkeypatch.setattr(attachments, name, forbidden)
    for cabinet in CABINETS.values():
        monkeypatch.setattr(type(cabinet.rules), "start", forbidden)


def calls_of(work: Callable[[], object]) -> int:
    """Count the calls of functions that some work makes, those of C included."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.usefixtures("makes_nothing")
@pytest.mark.parametrize("game", CABINETS)
def test_whatever_one_message_of_options_names_costs_little_and_makes_nothing(game: str, tmp_path: Path) -> None:
    cabinet, texts = CABINETS[game], Texts("en")
    plan = plan_of(tmp_path, games=GAMES, lists=tmp_path)
    usual = RoomCore(plan).state()
    read_whole, taken, told_of = 0, 0, 0

    def at_the_host(choice: Choose) -> None:
        nonlocal taken
        try:
            terms = chosen_terms(GAMES, plan.terms, tmp_path, choice)
        except ChoiceError:
            return
        chosen_places(terms.cabinet, choice)
        mode_of(terms.cabinet, terms.options)
        taken += 1

    def at_a_guest(room: Any) -> None:
        nonlocal told_of
        options_told(room, texts)
        try:
            options_of(room, cabinet.info)
        except StrangeHostError:
            return
        told_of += 1

    def anywhere(options: dict[str, Any]) -> None:
        nonlocal read_whole
        try:
            read(cabinet.info.options, options)
        except OptionError:
            return
        read_whole += 1

    for options in dear_options(game):
        room = msgspec.structs.replace(usual, game=game, version=cabinet.info.version, options=options)
        choice = Choose(game, options, ("open",) * cabinet.info.usual_seats)
        for work in (
            lambda choice=choice: at_the_host(choice),
            lambda room=room: at_a_guest(room),
            lambda options=options: anywhere(options),
        ):
            work()  # the first time loads modules and texts
            spent = calls_of(work)
            assert spent <= MOST_CALLS, {name: str(value)[:60] for name, value in options.items()}
    assert read_whole and taken and told_of, "not all of them are refused"


_COMPILED = """
import gc
from game.cabinets.cisterns.rules.floors import given_level
from game.cabinets.listed import CABINETS
from game.core.compiled import COMPILED
from game.core.options import OptionError, read
from tests.core.dear_options import dear_options
for game, cabinet in CABINETS.items():
    for options in dear_options(game):
        try:
            read(cabinet.info.options, options)
        except OptionError:
            pass
if COMPILED:
    from numba.core.registry import CPUDispatcher
    found = [each for each in gc.get_objects() if isinstance(each, CPUDispatcher)]
    print([each.py_func.__qualname__ for each in found if each.overloads])
"""


@pytest.mark.slow
def test_reading_options_compiles_nothing_and_loads_nothing_that_was_compiled(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _COMPILED],
        cwd=ROOT,
        env=environment(tmp_path, SOUK_PLAIN=""),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() in ("", "[]")


def test_the_levels_of_both_games_are_among_the_dear_ones() -> None:
    for game, kind in (("rooftops", "platform"), ("cisterns", "dungeon")):
        taken = set()
        for options in dear_options(game):
            try:
                taken.add(read(CABINETS[game].info.options, options).level[:4])
            except OptionError:
                continue
        assert {"SK1-", "SKL-"} <= taken
        made = {method.id for method in METHODS.values() if method.kind == kind}
        assert made, "there are methods of its kind"


def test_a_level_with_too_many_things_is_refused_before_it_is_played() -> None:
    for game in ("rooftops", "cisterns"):
        kind = "platform" if game == "rooftops" else "dungeon"
        for level in full_levels(1300):
            if level.kind == kind and len(level.entities) > 1200:
                with pytest.raises(OptionError, match=f"{game}.level.much"):
                    read(CABINETS[game].info.options, {"level": write_level(level)})


def test_a_level_full_of_giants_is_run_at_once() -> None:
    begin, code = time.process_time(), ""
    for level in full_levels(400):
        if level.kind == "platform":
            try:
                options = read(CABINETS["rooftops"].info.options, {"level": (code := write_level(level))})
            except OptionError:
                continue
            match = Match(CABINETS["rooftops"].rules, 2, options, 3)
            match.tick(0.0)
            assert match.view(0).limit > 0
    assert code and time.process_time() - begin < 6.0, "once each took as long, and two GB"


@pytest.mark.parametrize("method", [name for name, method in METHODS.items()])
def test_a_code_of_every_method_is_looked_at_without_its_level_and_gives_it_at_the_beginning(method: str) -> None:
    made = METHODS[method]
    game = "cisterns" if made.kind == "dungeon" else "rooftops"
    size = made.size if method == "rooms" else (64, 48) if made.kind == "dungeon" else (160, 15)
    size = (64, 64) if method == "quadtree" else size
    recipe = Recipe(method, made.version, 7, *size)
    options = read(CABINETS[game].info.options, {"level": write_recipe(recipe)})
    match = Match(CABINETS[game].rules, 1, options, 3)
    match.tick(0.0)
    assert match.ask is not None


def test_codes_of_other_kinds_sizes_versions_and_values_are_refused_with_the_options() -> None:
    wrong = {
        "cisterns": (
            SIX_SECONDS,
            write_recipe(Recipe("bsp", 1, 7, 97, 96)),
            write_recipe(Recipe("ore", 1, 7, 100, 15)),
        ),
        "rooftops": (SIX_SECONDS, write_recipe(Recipe("bsp", 1, 7, 64, 48))),
    }
    stale = msgspec.structs.replace(Recipe("bsp", METHODS["bsp"].version + 1, 7, 64, 48))
    beyond = Recipe("bsp", METHODS["bsp"].version, 7, 64, 48, {"least_w": 33})
    for game, codes in wrong.items():
        for code in (*codes, write_recipe(stale), write_recipe(beyond), "SK1-0", "SKL-x", "bsp", "SK1-" + "0" * 250):
            with pytest.raises(OptionError, match=rf"{game}\.level|forge\.error\.(version|value)"):
                read(CABINETS[game].info.options, {"level": code})


def refusal(peer: Peer, message: Any) -> str:
    peer.send(message)
    return peer.until(Rejected).why


MISSING = "x@0123456789abcdef"


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("cisterns", {"level": SIX_SECONDS}),
        ("rooftops", {"level": SIX_SECONDS}),
        ("words", {"extra": MISSING}),
        ("words", {"themes": MISSING}),
        ("words", {"forfeit": MISSING}),
        ("sketch", {"lists": MISSING}),
        ("rails", {"yard": MISSING}),
        ("nullgame", {"smallest": 3, "biggest": "x" * 900}),
    ],
)
def test_whoever_wishes_for_what_cannot_be_played_is_told_so_and_stays(
    game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    """A level too large, a list that the host lacks, an option that the game does not know."""
    with house(plan_of(tmp_path, games=GAMES, lists=tmp_path)) as running:
        mia, guest = Peer(running.port), Peer(running.port)
        mia.enter("Mia", owner=OWNER_KEY)
        guest.enter("Guest", watch=True)
        seats = ("open",) * CABINETS[game].info.usual_seats
        begin = time.process_time()
        assert refusal(guest, Wish(game, options, seats)) == "net.refuse.options"
        assert refusal(mia, Choose(game, options, seats)) == "net.refuse.options"
        assert time.process_time() - begin < 2.0
        for peer in (mia, guest):
            peer.send(Ping(3))
            peer.until(Pong)
        assert not running.ask(lambda: running.room.core.evening.wish_of(guest.person)), "nothing of it is kept"
        mia.close()
        guest.close()


def test_everywhere_else_a_missing_list_is_named_in_a_sentence(tmp_path: Path) -> None:
    for game, name in (("words", "extra"), ("rails", "yard")):
        cabinet = CABINETS[game]
        options = read(cabinet.info.options, {name: MISSING})
        with pytest.raises(SpokenError, match=r"options\.error\.no_list"):
            Match(cabinet.rules, cabinet.info.usual_seats, options, 3)
        with pytest.raises(SpokenError, match=r"options\.error\.no_list"):
            attachments.require(options, tmp_path)
        place = tmp_path / attachments.FOLDER / "0123456789abcdef"
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(b"")
        attachments.require(options, tmp_path)
        place.unlink()


class Slow:
    """A beginning that takes as long as a test wants, and notes in which thread it was."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: SpokenError | None = None) -> None:
        self.reached, self.goes_on = threading.Event(), threading.Event()
        self.threads: list[str] = []
        usual = rehearsal.rehearse

        def begun(*arguments: Any) -> None:
            self.threads.append(threading.current_thread().name)
            self.reached.set()
            assert self.goes_on.wait(20)
            if error is not None:
                raise error
            usual(*arguments)

        monkeypatch.setattr(rehearsal, "rehearse", begun)


def two_in(port: int) -> tuple[Peer, Peer]:
    mia, omar = Peer(port), Peer(port)
    mia.enter("Mia", owner=OWNER_KEY)
    omar.enter("Omar")
    omar.send(Ready(True))
    mia.until_room(lambda room: any(seat.ready for seat in room.seats))
    return mia, omar


def test_a_match_that_takes_time_to_begin_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)
    with house(plan_of(tmp_path)) as running:
        mia, omar = two_in(running.port)
        mia.send(Start())
        assert slow.reached.wait(10)
        for stamp in range(3):
            omar.send(Ping(stamp))
            omar.until(Pong)
        mia.send(Start())  # asked for twice, it is begun once
        assert omar.room is not None and omar.room.phase == "waiting"
        slow.goes_on.set()
        for peer in (mia, omar):
            peer.until(Told, lambda told: told.key == "net.log.begun")
        assert slow.threads == ["souk-disk"]
        assert running.ask(lambda: running.room.play.matches) == 1
        mia.close()
        omar.close()


def test_who_started_a_match_that_cannot_begin_is_told_and_may_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch, OptionError("cisterns.level.kind"))
    slow.goes_on.set()
    with house(plan_of(tmp_path)) as running:
        mia, omar = two_in(running.port)
        assert refusal(mia, Start()) == "net.refuse.options"
        assert refusal(mia, Start()) == "net.refuse.options" and len(slow.threads) == 2
        assert not list(tmp_path.glob("*.souk")), "no recording is left of a match that did not begin"
        monkeypatch.undo()
        mia.send(Start())
        for peer in (mia, omar):
            peer.until(Told, lambda told: told.key == "net.log.begun")
        mia.close()
        omar.close()


def test_what_is_changed_while_a_match_is_prepared_is_what_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch)
    with house(plan_of(tmp_path, games={"nullgame": CABINETS["nullgame"]})) as running:
        mia, omar = two_in(running.port)
        mia.send(Start())
        assert slow.reached.wait(10)
        mia.send(Choose("nullgame", {"smallest": 17}, ("open", "open")))
        omar.until_room(lambda room: room.options["smallest"] == 17)
        slow.goes_on.set()
        assert mia.until(Rejected).why == "net.refuse.not_ready", "who was ready for something else"
        omar.send(Ready(True))
        mia.until_room(lambda room: any(seat.ready for seat in room.seats))
        mia.send(Start())
        omar.until(Told, lambda told: told.key == "net.log.begun")
        match = running.ask(lambda: running.room.play.match)
        assert match is not None and match.terms.options.smallest == 17
        mia.close()
        omar.close()


def test_a_match_that_never_is_ready_is_waited_for_no_longer_than_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch)
    monkeypatch.setattr(rehearsal, "LONGEST", 0.3)
    with house(plan_of(tmp_path)) as running:
        mia, omar = two_in(running.port)
        assert refusal(mia, Start()) == "net.refuse.options"
        assert refusal(mia, Start()) == "net.refuse.options"
        assert len(slow.threads) == 1, "there is one at a time"
        slow.goes_on.set()
        mia.close()
        omar.close()


def test_a_room_says_nothing_of_options_that_its_game_does_not_allow(tmp_path: Path) -> None:
    info = CABINETS["words"].info
    room = msgspec.structs.replace(RoomCore(plan_of(tmp_path)).state(), game="words", version=info.version)
    allowed = msgspec.to_builtins(info.options(extra="", rounds=3))
    assert len(options_told(msgspec.structs.replace(room, options=allowed), Texts("en"))) >= 2
    for odd in ({"extra": "a," * 100_000}, {"mode": "x" * 200_000}, {"rounds": 10**9}):
        assert options_told(msgspec.structs.replace(room, options=allowed | odd), Texts("en")) == []


def test_a_text_of_the_wire_is_as_long_as_the_dear_ones() -> None:
    assert any(len(options["level"]) > OPTION // 2 for options in dear_options("rooftops", OPTION))


CROWDED = Recipe(
    "digger-blind",
    METHODS["digger-blind"].version,
    5,
    96,
    96,
    {"turn_step": 20, "room_step": 20, "room_least": 3, "room_most": 3, "dug": 60},
)
"""A recipe of a level with more monsters than a match takes, which is known once it is made."""


def test_a_level_that_turns_out_to_be_unplayable_keeps_its_match_from_beginning_with_a_sentence(
    tmp_path: Path,
) -> None:
    cabinet = CABINETS["cisterns"]
    options = read(cabinet.info.options, {"level": write_recipe(CROWDED)})
    with pytest.raises(OptionError, match=r"cisterns\.level\.much"):
        Match(cabinet.rules, 1, options, 3)
    with house(plan_of(tmp_path, cabinet, options=options)) as running:
        mia, omar = two_in(running.port)
        assert refusal(mia, Start()) == "net.refuse.options"
        mia.close()
        omar.close()
    header = begin_recording(tmp_path / "a.souk", cabinet.info, 3, options, (SeatRecord("Mia", None),))
    header.close()
    with pytest.raises(ReplayError, match=r"cisterns\.level\.much"):
        Playback(read_replay(tmp_path / "a.souk"), cabinet.rules)


def test_the_level_of_a_code_is_made_beside_the_frame_that_opens_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    made_by: list[str] = []
    usual = Method.make

    def make(*arguments: Any) -> Any:
        made_by.append(threading.current_thread().name)
        return usual(*arguments)

    monkeypatch.setattr(Method, "make", make)
    code = write_recipe(Recipe("topology", METHODS["topology"].version, 4711, 96, 96))
    plans = [
        MatchPlan("cisterns", (SeatPlan("Mia"),), read(CABINETS["cisterns"].info.options, {"level": level}), 5)
        for level in (code, write_recipe(CROWDED))
    ]
    feed = start_local(plans[0], Settings())
    assert feed.recording is not None
    given_level.cache_clear()
    open_replay(feed.recording)
    feed.discard()
    with pytest.raises(OptionError):
        start_local(plans[1], Settings())
    assert made_by == ["souk-beside"] * 3
    assert not list(tmp_path.rglob("*.souk")), "no recording is left of a match that did not begin"
