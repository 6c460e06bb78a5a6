"""Another game in the same room: people stay, seats as far as they fit, and a match of it is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.recording.replay import Playback, read_replay
from net.discovery.messages import Beacon, decode, encode
from net.host.announcing import changing, mode_of
from net.messages import Choose, Ping, Pong, Rejected, RoomState, Said, Say, Start, Told
from tests.net.discovery.on_loopback import offer
from tests.net.house import House, Peer, begin, finish, house, plan_of

GAMES = {game: CABINETS[game] for game in ("nullgame", "marrakech", "omok")}
MARRAKECH = Choose("marrakech", {}, ("open", "open", "open", "closed"), 30_000)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[House, Peer, Peer, Peer]]:
    """Three people in a room of nullgame; the first owns it."""
    with house(plan_of(tmp_path, seats=3, games=GAMES, lists=tmp_path)) as running:
        peers = Peer(running.port), Peer(running.port), Peer(running.port)
        for peer, name in zip(peers, ("Mia", "Omar", "Jun"), strict=True):
            peer.enter(name)
        yield running, *peers
        for peer in peers:
            peer.close()


def seated(room: RoomState) -> list[str]:
    return [seat.name if seat.kind == "person" else seat.kind for seat in room.seats]


def played(room: RoomState) -> tuple[str, dict[str, Any], int]:
    return room.game, room.options, room.limit


def refusal(peer: Peer, choice: Choose) -> str:
    peer.send(choice)
    return peer.until(Rejected).why


def test_everybody_stays_and_plays_the_other_game(room: tuple[House, Peer, Peer, Peer], tmp_path: Path) -> None:
    _, mia, omar, jun = room
    mia.send(MARRAKECH)
    for peer in (mia, omar, jun):
        said = peer.until(Told, lambda told: told.key == "net.log.chosen")
        assert said.values == {"name": "Mia", "game": "marrakech"}
        now = peer.until_room(lambda room: room.game == "marrakech")
        assert seated(now) == ["Mia", "Omar", "Jun", "closed"] and now.limit == 30_000
        assert now.version == CABINETS["marrakech"].info.version and now.bots == CABINETS["marrakech"].table_bots
        assert not any(seat.ready for seat in now.seats)
    begin([mia, omar, jun], mia)
    (end,) = finish([mia, omar, jun])
    replay = read_replay(tmp_path / "match-0.souk")
    assert replay.header.game == "marrakech" and replay.end is not None and replay.end.hash == end
    Playback(replay, CABINETS["marrakech"].rules).verify()


def test_the_next_game_is_chosen_where_one_has_ended(room: tuple[House, Peer, Peer, Peer], tmp_path: Path) -> None:
    _, mia, omar, jun = room
    begin([mia, omar, jun], mia)
    finish([mia, omar, jun])
    omar.send(Say("again!"))
    mia.until(Said)
    mia.send(MARRAKECH)
    mia.until_room(lambda room: room.game == "marrakech" and room.phase == "waiting")
    begin([mia, omar, jun], mia)
    finish([mia, omar, jun])
    assert [read_replay(tmp_path / f"match-{n}.souk").header.game for n in (0, 1)] == ["nullgame", "marrakech"]


def test_who_finds_no_seat_looks_on_and_may_sit_again(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, _, jun = room
    mia.send(Choose("omok", {"rule": "free"}, ("expert", "open")))
    now = jun.until_room(lambda room: room.game == "omok")
    assert seated(now) == ["bot", "Omar"] and now.watching == 2 and now.options["rule"] == "free"
    mia.send(Choose("nullgame", {}, ("open",) * 4))
    now = jun.until_room(lambda room: room.game == "nullgame")
    assert seated(now) == ["open", "Omar", "open", "open"]


def test_only_the_owner_chooses_and_not_in_the_middle_of_a_match(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, omar, jun = room
    assert refusal(omar, MARRAKECH) == "net.refuse.not_owner"
    begin([mia, omar, jun], mia)
    assert refusal(mia, MARRAKECH) == "net.refuse.not_now"
    assert mia.room is not None and mia.room.game == "nullgame"


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        (Choose("chess", {}, ("open",)), "no_game"),
        (Choose("slime", {}, ("open", "open")), "no_game"),
        (Choose("omok", {"rule": "chess"}, ("open", "open")), "options"),
        (Choose("omok", {"size": -1}, ("open", "open")), "options"),
        (Choose("omok", {"position": "z99"}, ("open", "open")), "options"),
        (Choose("omok", {}, ()), "count"),
        (Choose("omok", {}, ("open",) * 3), "count"),
        (Choose("omok", {}, ("open", "cmd:rm -rf /")), "no_bot"),
        (Choose("omok", {}, ("open", "/tmp/mine.py:Mine")), "no_bot"),
    ],
)
def test_what_cannot_be_played_is_refused_and_changes_nothing(
    room: tuple[House, Peer, Peer, Peer], choice: Choose, why: str
) -> None:
    _, mia, _, jun = room
    before = mia.until_room(lambda room: len(room.people) == 3)
    assert refusal(mia, choice) == f"net.refuse.{why}"
    jun.send(Ping(1))
    jun.until(Pong)
    assert jun.room is not None and played(jun.room) == played(before) and seated(jun.room) == seated(before)


def test_a_room_that_plays_one_game_stays_with_it(tmp_path: Path) -> None:
    with house(plan_of(tmp_path)) as running:
        mia = Peer(running.port)
        mia.enter("Mia")
        assert refusal(mia, MARRAKECH) == "net.refuse.no_game"
        mia.close()


def test_a_newcomer_must_know_what_is_played_now(room: tuple[House, Peer, Peer, Peer]) -> None:
    running, mia, _, _ = room
    mia.send(Choose("nullgame", {}, ("open",) * 4))
    mia.send(MARRAKECH)
    mia.until_room(lambda room: room.game == "marrakech")
    late = Peer(running.port)
    late.hello("Late", games={"nullgame": CABINETS["nullgame"].info.version})
    dropped = late.rest()[-1]
    assert dropped.why == "version" and dropped.values["game"] == "marrakech"  # type: ignore[union-attr]
    late.close()


def test_computers_of_the_new_game_fill_its_open_seats(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, omar, jun = room
    for peer in (omar, jun):
        peer.close()
    mia.send(Choose("omok", {}, ("open", "open")))
    now = mia.until_room(lambda room: room.game == "omok")
    assert now.seats[0].person == mia.person, "who sat in the first seat keeps it"
    mia.until_room(lambda room: [seat.kind for seat in room.seats] == ["person", "open"])
    mia.send(Start())
    assert mia.play_to_the_end().result is not None


def test_the_network_hears_of_the_other_game(room: tuple[House, Peer, Peer, Peer]) -> None:
    running, mia, _, jun = room
    core = running.room.core
    told = announced = offer(**running.ask(lambda: changing(core)))
    assert (told.game, told.seats, told.mode) == ("nullgame", 3, "")
    for choice, seats, mode in (
        (Choose("omok", {"rule": "free"}, ("expert", "open")), 2, "free"),
        (
            Choose("marrakech", {}, ("open",) * 4),
            4,
            mode_of(CABINETS["marrakech"], CABINETS["marrakech"].info.options()),
        ),
    ):
        mia.send(choice)
        jun.until_room(lambda room, choice=choice: room.game == choice.game)
        told = msgspec.structs.replace(told, **running.ask(lambda: changing(core)))
        assert (told.game, told.seats, told.mode) == (choice.game, seats, mode)
        assert decode(encode(Beacon(1, told))) == Beacon(1, told) and told != announced
