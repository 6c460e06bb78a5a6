"""A room moves to an heir's computer: nobody presses anything, and everything of it is kept."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.recording.growing import written
from game.core.recording.replay import Playback, read_replay
from net.client.following import Following
from net.evening import Nudge, SetCustoms, Talk, Wish
from net.heirs import Handed, Heir, Heirs, Move, Moved, Opened, next_token, signed_claim
from net.host.room.heirs import OPENING
from net.ledger.lines import new_signing_key, public_key, signing_installed
from net.messages import Accepted, Begun, Ended, Play, Rejected, Say, Stepped, Welcome, raw
from net.parts import Customs
from net.states import ClientState
from tests.games.sealed import SEALED
from tests.net.heirs.moving import party
from tests.net.test_disk import SlowDisk
from tests.net.transcript import room_of
from tests.processes import wait_until

pytestmark = pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")


@pytest.mark.parametrize("game", ["nullgame", "gems", pytest.param("volcano", marks=pytest.mark.slow)])
def test_a_match_goes_on_at_the_heir_with_every_view_as_it_was(tmp_path: Path, game: str) -> None:
    with party(tmp_path, CABINETS[game], "Mia", "Omar", "Nora", seed=98765432123456789) as people:
        mia, omar, nora = people.guests
        people.begin()
        mia.client.send(SetCustoms(Customs(best_of=3, rotate=True)))
        mia.client.send(Say("I have to go."))
        people.play(2 if game == "nullgame" else 7)
        people.listen(omar)
        room = omar.client.room
        assert room is not None
        people.move(omar)
        people.until(lambda: all(guest.heard(Begun) for guest in people.guests))
        for guest in (omar, nora):
            begun = guest.heard(Begun)[0]
            assert (begun.number, bytes(begun.view)) == max(guest.before.items())
            assert guest.client.following.differs_at is None and "net.log.moved" in guest.lines()
        after = nora.client.room
        assert after is not None and after.name == room.name and after.customs == Customs(best_of=3, rotate=True)
        assert [seat.person for seat in after.seats] == [seat.person for seat in room.seats]
        assert after.seats[0].bot, "a computer plays for who has gone home"
        assert {one.name: (one.owner, one.deputy) for one in after.people} == {
            "Mia": (False, True),
            "Omar": (True, False),
            "Nora": (False, False),
        }
        assert [line.text for line in nora.heard(Talk)[0].lines] == ["I have to go."]
        people.play(10_000)
        ended = {guest.heard(Ended)[0].hash for guest in people.guests}
        assert len(ended) == 1
        (journal,) = (tmp_path / "host-2").glob("*.souk")
        replay = read_replay(journal)
        Playback(replay, CABINETS[game].rules).verify()
        assert replay.header.key and replay.header.seed != 98765432123456789
        old = read_replay(next((tmp_path / "host-1").glob("*.souk")))
        assert replay.steps[: len(old.steps)] == old.steps


def test_a_room_moves_again_and_an_heir_of_an_heir_knows_everybody(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora", password="sesame") as people:
        _, omar, nora = people.guests
        people.begin()
        people.play(1)
        people.listen(omar)
        people.move(omar)
        people.until(lambda: all(guest.heard(Begun) for guest in people.guests))
        people.play(1)
        people.listen(nora)
        there = people.move(nora)
        people.until(lambda: nora.heard(Begun))
        assert (there.room.core.plan.generation, nora.client.person) == (3, 3)
        assert there.room.core.plan.lock is not None, "the password is still needed to come in"
        room = nora.client.room
        assert room is not None and [one.name for one in room.people if one.owner] == ["Nora"]
        people.play(2)
        for number in (1, 2):
            folder = tmp_path / f"host-{number}"
            wait_until(lambda: not list(folder.glob("*.room")), "the old host offers the match")  # noqa: B023


def test_the_seed_and_the_key_stay_with_the_host(tmp_path: Path) -> None:
    seed, key = 0x1234_5678_9ABC_DEF0, 0x0FED_CBA9_8765_4321
    with party(tmp_path, CABINETS["gems"], "Mia", "Omar", seed=seed, key=key) as people:
        people.begin()
        people.play(4)
        people.listen(people.guests[1])
        said = people.hand(people.guests[1]).said
        match = people.running.room.play.match
        assert match is not None
        for secret in (match.match.seed, match.match.key, match.match.root):
            for order in ("big", "little"):
                assert secret.to_bytes((secret.bit_length() + 7) // 8, order) not in said.log + said.room  # type: ignore[arg-type]
            assert str(secret).encode() not in said.log + said.room


def test_tokens_that_an_heir_is_told_open_no_seat_at_the_host_before(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora") as people:
        _, omar, nora = people.guests
        people.listen(omar)
        token, room = nora.client.token, nora.client.room_id
        told = people.hand(omar).said.room
        here = people.running.room.core.people
        kept = {bytes(one.token) for one in here} | {token}
        handed = msgspec.json.decode(told)["room"]["people"]
        assert len(handed) == 2, "who moves the room leaves it"
        assert kept.isdisjoint(msgspec.convert([one["token"] for one in handed], list[bytes]))
        assert here.by_token(next_token(token, room, 2)) is None


def test_all_steps_are_at_the_heir_while_the_disk_of_the_host_sleeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SlowDisk(monkeypatch)
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar") as people:
        omar = people.guests[1]
        people.begin()
        people.play(1)
        people.listen(omar)
        running = people.running
        asked = next(guest for guest in people.guests if guest.match.question and guest.match.question.asked)
        with disk.held():
            number = asked.match.decide()
            assert number is not None and asked.match.question is not None and asked.match.question.legal
            asked.client.send(Play(number, raw(asked.match.question.legal[0])))
            match = running.room.play.match
            assert match is not None
            people.until(lambda: running.ask(lambda: match.match.number) == number + 1)
            assert not any(stepped.step.number == number for stepped in omar.heard(Stepped))
            said = people.hand(omar).said
        path = tmp_path / "log.souk"
        path.write_bytes(said.log)
        assert len(read_replay(path).steps) == number + 1


def test_after_the_end_the_room_moves_alone(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora") as people:
        mia, omar, nora = people.guests
        mia.client.send(SetCustoms(Customs(best_of=5)))
        people.begin()
        people.play(10_000)
        people.until(lambda: nora.client.room is not None and nora.client.room.phase == "after")
        series = nora.client.room.series  # type: ignore[union-attr]
        nora.client.send(Wish("omok", {}, ("open", "open")))
        people.listen(omar)
        handed = people.hand(omar)
        assert handed.said.log == b""
        there = people.open(handed)
        omar.client.send(Opened(there.port))
        people.until(lambda: all(guest.heard(Moved) for guest in people.guests))
        mia.client.close()
        people.guests.remove(mia)
        people.until(
            lambda: all(guest.client.address.port == there.port and guest.client.connected for guest in people.guests)
        )
        room = nora.client.room
        assert room is not None and (room.phase, room.series) == ("waiting", series)
        assert [seat.kind for seat in room.seats] == ["open", "person", "person"]
        people.until(lambda: not any(one.name == "Mia" for one in nora.client.room.people))  # type: ignore[union-attr]
        assert [one.wish for one in room.people if one.name == "Nora"] == ["omok"]


def test_a_window_of_sealed_decisions_is_asked_anew(tmp_path: Path) -> None:
    with party(tmp_path, SEALED, "Mia", "Omar") as people:
        _, omar = people.guests
        people.begin()
        people.play(1)
        people.until(lambda: omar.match.question is not None and omar.match.question.asked)
        number = omar.match.decide()
        assert number is not None and omar.match.question is not None and omar.match.question.legal
        omar.client.send(Play(number, raw(omar.match.question.legal[0])))
        people.until(lambda: omar.heard(Accepted))
        people.listen(omar)
        people.move(omar)
        people.until(lambda: omar.match.question is not None and omar.match.question.asked)
        assert omar.match.question is not None and omar.match.question.number == omar.heard(Begun)[0].number
        people.play(2)


def test_a_move_that_fails_lets_the_match_go_on_here(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar") as people:
        mia, omar = people.guests
        people.begin()
        people.play(1)
        people.listen(omar)
        people.hand(omar)
        mia.client.send(Nudge(omar.client.person))
        people.until(lambda: any(told.why == "net.refuse.moving" for told in mia.heard(Rejected)))
        omar.client.send(Opened(0))
        people.until(lambda: "net.log.not_moved" in mia.lines() and omar.heard(Heirs)[-1].heirs == ())
        people.play(2)
        mia.client.send(Move(omar.client.person))
        people.until(lambda: any(told.why == "net.refuse.no_heir" for told in mia.heard(Rejected)))


def test_an_heir_that_is_gone_or_silent_keeps_nobody_waiting(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora") as people:
        mia, omar, nora = people.guests
        people.begin()
        for heir in (omar, nora):
            people.listen(heir)
        people.hand(omar)
        omar.client.close()
        people.guests.remove(omar)
        people.until(lambda: mia.lines().count("net.log.not_moved") == 1)
        people.hand(nora)
        room, now = people.running.room, people.running.host.clock()
        people.running.ask(lambda: room.settle(now + OPENING + 1))
        people.until(lambda: mia.lines().count("net.log.not_moved") == 2)


def test_who_cannot_be_reached_is_no_heir(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar") as people:
        mia, omar = people.guests
        omar.client.send(Heir(b"k" * 32))
        people.until(lambda: omar.heard(Heirs))
        omar.client.send(Heir(b"k" * 32, 9))
        people.until(lambda: omar.heard(Heirs)[-1].heirs == ())
        mia.client.send(Move(omar.client.person))
        people.until(lambda: mia.heard(Rejected))
        assert not omar.heard(Handed)


def test_only_the_owner_moves_a_room_and_only_the_heir_opens_it(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora") as people:
        mia, omar, nora = people.guests
        people.listen(omar)
        nora.client.send(Move(omar.client.person))
        nora.client.send(Opened(25250))
        people.until(lambda: len(nora.heard(Rejected)) == 2)
        people.hand(omar)
        nora.client.send(Opened(25250))
        people.until(lambda: len(nora.heard(Rejected)) == 3)
        assert not mia.heard(Moved)


def test_a_stranger_at_the_heirs_port_is_not_followed(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora") as people:
        _, omar, nora = people.guests
        people.listen(omar)
        handed = msgspec.structs.replace(people.hand(omar), secret=b"s" * 32)
        there = people.open(handed)
        omar.client.send(Opened(there.port))
        people.until(lambda: nora.client.state is ClientState.CLOSED)
        assert nora.client.error is not None and nora.client.error.key == "net.error.not_the_heir"


def test_a_host_that_shows_another_view_is_noticed(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["volcano"], "Mia", "Omar", "Nora") as people:
        _, omar, nora = people.guests
        people.begin()
        people.play(6)
        people.listen(omar)
        handed = people.hand(omar)
        path = tmp_path / "log.souk"
        path.write_bytes(handed.said.log)
        replay = read_replay(path)
        shorter = written(msgspec.structs.replace(replay, steps=replay.steps[:-2]))
        there = people.open(msgspec.structs.replace(handed, said=msgspec.structs.replace(handed.said, log=shorter)))
        omar.client.send(Opened(there.port))
        people.until(lambda: "net.log.went_back" in nora.lines())
        assert [told.values for told in nora.told if getattr(told, "key", "") == "net.log.went_back"] == [{"count": 2}]
        begun = nora.heard(Begun)[-1]
        nora.client.following._before = (begun.viewer, begun.number, b"another")
        (line,) = nora.client.following.hear(begun)
        assert line.key == "net.log.differs" and nora.client.following.differs_at == begun.number


def test_a_welcome_is_signed_for_one_guest_room_and_generation() -> None:
    secret, nonce, room = new_signing_key(), b"n" * 32, "0123456789abcdef"
    moved = Moved(2, 3, "192.168.0.7", 25250, public_key(secret))
    for said_nonce, said_room, generation, good in (
        (nonce, room, 3, True),
        (b"m" * 32, room, 3, False),
        (nonce, "f" * 16, 3, False),
        (nonce, room, 2, False),
    ):
        following = Following()
        following.token(b"t" * 32, room, moved)
        signature = signed_claim(secret, said_nonce, said_room, generation)
        welcome = Welcome(4, 1, b"t" * 32, room_of("nullgame"), said_room, generation, signature)
        assert following.is_heir(welcome, nonce, room) is good


@pytest.mark.parametrize(
    ("address", "at", "goes"),
    [
        ("192.168.0.7", "192.168.0.2", True),
        ("127.0.0.1", "192.168.0.2", False),
        ("127.0.0.1", "127.0.0.1", True),
        ("255.255.255.255", "192.168.0.2", False),
        ("224.0.0.1", "192.168.0.2", False),
        ("0.0.0.0", "192.168.0.2", False),
        ("evil.example", "192.168.0.2", False),
    ],
)
def test_a_host_sends_nobody_to_an_address_that_is_no_computers(address: str, at: str, goes: bool) -> None:
    found = Following().address(Moved(2, 2, address, 7, b"k" * 32), 1, at)
    assert (found is not None) is goes
