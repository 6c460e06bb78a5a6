"""The host of a room is gone: an heir opens it from what it was told, and the others follow."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.recording.replay import Playback, read_replay
from net.client.succession import Holding
from net.errors import TimedOutError
from net.evening import SetCustoms, Talk
from net.heirs import Kept, KeptLog, Moved
from net.ledger.kept import Ledger
from net.ledger.lines import evening_of, public_key, signing_installed
from net.messages import Begun, Ended, Resume, Say, Stepped, Take, Waiting
from net.parts import Customs
from net.wire import pack
from tests.net.heirs.losing import LONG, follow_the_match, found, held, kept, lines_at, lose
from tests.net.heirs.moving import Guest, Party, party

pytestmark = pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")


@pytest.fixture(autouse=True)
def gathers_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.host.room.majority.GATHERING", 0.2)
    monkeypatch.setattr("net.host.room.majority._GATHERED", 1.5)
    monkeypatch.setattr("net.host.room.majority._ASK", 0.5)


def match_begins(people: Party, steps: int, *heirs: Guest) -> None:
    people.begin()
    people.guests[0].client.send(SetCustoms(Customs(best_of=3, rotate=True)))
    people.guests[0].client.send(Say("Good evening!"))
    for heir in heirs:
        people.listen(heir)
    people.play(steps)
    follow_the_match(people, *heirs)


@pytest.mark.parametrize("game", ["nullgame", "omok", pytest.param("marrakech", marks=pytest.mark.slow)])
def test_an_open_match_goes_on_at_the_heir_where_everybody_left_it(tmp_path: Path, game: str) -> None:
    names = ["Mia", "Omar", "Nora"] if game != "omok" else ["Mia", "Omar"]
    with party(tmp_path, CABINETS[game], *names, seed=98765432123456789) as people:
        _, omar, *others = people.guests
        match_begins(people, 4, omar)
        before = omar.client.room
        assert before is not None
        lose(people)
        there = found(people, omar, others)
        people.until(lambda: all(one.heard(Begun) and one.client.connected for one in people.guests))
        for guest in people.guests:
            begun = guest.heard(Begun)[0]
            assert (begun.number, bytes(begun.view)) == max(guest.before.items())
            assert guest.client.following.differs_at is None and "net.log.moved" in guest.lines()
            assert guest.client.address.port == there.port
        people.until(lambda: omar.client.room is not None and omar.client.room.phase == "playing")
        after = omar.client.room
        assert after is not None and after.name == before.name and after.customs == Customs(best_of=3, rotate=True)
        assert [seat.person for seat in after.seats] == [seat.person for seat in before.seats]
        assert after.seats[0].bot, "a computer plays for who sat at the lost machine"
        assert {one.name: (one.owner, one.deputy) for one in after.people if one.name in ("Mia", "Omar")} == {
            "Mia": (False, True),
            "Omar": (True, False),
        }
        assert [line.text for line in omar.heard(Talk)[0].lines] == ["Good evening!"]
        if game != "omok":
            people.play(10_000 if game == "nullgame" else 3)
        if game == "nullgame":
            assert len({guest.heard(Ended)[0].hash for guest in people.guests}) == 1
            (journal,) = (tmp_path / "host-2").glob("*.souk")
            replay = read_replay(journal)
            Playback(replay, CABINETS[game].rules).verify()
            assert replay.header.seed != 98765432123456789
            assert replay.header.moves == (max(omar.before),)


def test_of_a_match_with_secrets_the_room_alone_goes_on(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["gems"], "Mia", "Omar", "Nora") as people:
        _, omar, nora = people.guests
        match_begins(people, 5, omar)
        assert not omar.heard(KeptLog) and held(omar).log == b""
        lose(people)
        found(people, omar, [nora])
        people.until(lambda: all(one.client.connected for one in people.guests))
        room = nora.client.room
        assert room is not None and room.phase == "waiting" and room.game == "gems"
        assert [(seat.kind, seat.person, seat.ready) for seat in room.seats] == [
            ("person", 1, False),
            ("person", 2, False),
            ("person", 3, False),
        ]
        assert room.customs.best_of == 3
        people.until(lambda: "net.log.played_anew" in nora.lines())


def test_what_an_heir_holds_tells_no_seed_no_key_and_nobodys_token(tmp_path: Path) -> None:
    seed, key = 0x1234_5678_9ABC_DEF0, 0x0FED_CBA9_8765_4321
    with party(tmp_path, CABINETS["marrakech"], "Mia", "Omar", "Nora", seed=seed, key=key) as people:
        mia, omar, nora = people.guests
        match_begins(people, 5, omar)
        said, match = held(omar), people.running.room.play.match
        assert match is not None and len(said.log) > 500
        for secret in (match.match.seed, match.match.key, match.match.root):
            for order in ("big", "little"):
                assert secret.to_bytes((secret.bit_length() + 7) // 8, order) not in said.log + said.room  # type: ignore[arg-type]
            assert str(secret).encode() not in said.log + said.room
        handed = msgspec.json.decode(said.room)["room"]
        tokens = {bytes(one.token) for one in people.running.room.core.people}
        assert tokens.isdisjoint(msgspec.convert([one["token"] for one in handed["people"]], list[bytes]))
        assert not handed["heir_key"] and not handed["owner_key"] and not handed["rivals"]
        assert not nora.heard(KeptLog) and not mia.heard(KeptLog), "only heirs are told"


def test_an_heir_has_every_step_before_anybody_sees_it(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar") as people:
        omar = people.guests[1]
        match_begins(people, 1, omar)
        people.play(3)
        holds, path, shown = Holding(), tmp_path / "log.souk", 0
        for message in omar.told:
            holds.hear(message)
            said = holds.handed()
            if isinstance(message, Stepped) and said is not None and said.log:
                path.write_bytes(said.log)
                assert len(read_replay(path).steps) > message.step.number
                shown += 1
        assert shown >= 3


def test_every_heir_knows_at_once_who_sits_down(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora", "Juno") as people:
        _, omar, nora, juno = people.guests
        heirs = (omar, nora)
        for heir in heirs:
            people.listen(heir)
        people.until(lambda: all(one.heard(Kept) and held(one).windows == (2, 3, 4) for one in heirs))
        for _ in range(3):
            people.guests.pop().client.leave()
            people.until(lambda: all(len(heir.client.room.people) == 3 for heir in heirs))  # type: ignore[union-attr]
            juno = people.come("Juno")
            who = juno.client.person
            people.until(lambda: all(heir.client.room.seats[3].person == who for heir in heirs))  # type: ignore[union-attr]  # noqa: B023
            assert [held(heir).windows for heir in heirs] == [(2, 3, who)] * 2, "told before everybody"


def test_no_heir_has_the_log_of_a_match_whose_people_it_does_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.host.room.telling._SUDDEN", 0)
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora", "Juno") as people:
        people.guests.pop().client.leave()
        _, *heirs = people.guests
        for heir in heirs:
            people.listen(heir)
        people.until(lambda: all(one.heard(Kept) and held(one).windows == (2, 3) for one in heirs))
        who = people.come("Juno").client.person
        people.begin()
        for heir in heirs:
            holds = Holding()
            for message in heir.told:
                holds.hear(message)
                if isinstance(message, KeptLog) and message.data:
                    said = holds.handed()
                    assert said is not None and said.windows == (2, 3, who)
            assert held(heir).log


def test_who_is_new_to_the_heir_comes_in_to_look_on(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora", "Juno") as people:
        people.guests.pop().client.leave()
        _, omar, nora = people.guests
        match_begins(people, 2, omar)
        before = kept(omar)
        juno = people.come("Juno", watch=True)
        juno.client.watch = False
        juno.client.send(Take(3))
        people.until(lambda: juno.client.seat == 3)
        lose(people)
        there = people.open(before)
        for guest in (nora, juno):
            guest.client.following.heirs = lines_at(guest, omar, there.port)
            guest.client.following.silence = LONG
        people.guests = [nora, juno]
        people.until(lambda: nora.client.connected and juno.client.connected)
        assert there.room.core.people.get(juno.client.person).name == "Juno"  # type: ignore[union-attr]


def test_a_computer_plays_for_who_does_not_come_back_once_more_than_half_are_there(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora", "Juno") as people:
        _, omar, nora, juno = people.guests
        match_begins(people, 2, omar)
        people.until(lambda: held(omar).windows == (2, 3, 4))
        lose(people)
        people.guests = [omar]
        there = found(people, omar, [])
        people.until(lambda: all(one.heard(Begun) for one in people.guests))
        room, now = there.room, there.host.clock()
        there.ask(lambda: room.settle(now + LONG / 10))
        assert room.core.waits and room.core.cut_off, "one of three is not more than half"
        people.guests.append(nora)
        nora.told = []
        nora.client.following.heirs = lines_at(nora, omar, there.port)
        nora.client.following.silence = LONG
        people.until(lambda: nora.client.connected and not room.core.cut_off)
        people.until(lambda: omar.client.room is not None and omar.client.room.phase == "playing")
        seats = omar.client.room.seats  # type: ignore[union-attr]
        assert [bool(seat.bot) for seat in seats] == [True, False, False, True]
        assert "net.log.sat_in" in omar.lines()
        people.guests.append(juno)
        juno.client.following.heirs, juno.client.following.silence = lines_at(juno, omar, there.port), LONG
        people.until(lambda: juno.client.connected)
        people.until(lambda: not omar.client.room.seats[3].bot)  # type: ignore[union-attr]


def test_nobody_waits_for_an_heir_who_is_lost_with_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.host.room.majority.GATHERING", 1000.0)
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora", "Juno") as people:
        _, omar, nora, juno = people.guests
        match_begins(people, 2, nora)
        people.until(lambda: held(nora).windows == (2, 3, 4))
        people.guests.remove(omar)
        omar.client.close()
        lose(people)
        there = people.open(msgspec.structs.replace(kept(nora), gone=(2,)))
        for guest in people.guests:
            guest.client.following.heirs = lines_at(guest, nora, there.port)
            guest.client.following.silence = LONG
        key = public_key(nora.key)
        nora.client.go_to(Moved(3, 2, "127.0.0.1", there.port, key))
        people.until(lambda: juno.client.room is not None and juno.client.address.port == there.port)
        people.until(lambda: juno.client.room.phase == "playing" and juno.client.connected)  # type: ignore[union-attr]
        assert [bool(seat.bot) for seat in juno.client.room.seats] == [True, True, False, False]  # type: ignore[union-attr]
        people.play(2)


def test_a_host_with_the_smaller_half_pauses_and_goes_on_when_they_are_back(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora", "Juno") as people:
        mia, omar, nora, juno = people.guests
        match_begins(people, 2, omar)
        core = people.running.room.core
        people.until(lambda: core.windows == (2, 3, 4))
        tokens = {}
        for gone in (omar, nora):
            tokens[gone.client.name] = gone.client.token
            gone.client.close()
            people.guests.remove(gone)
        people.until(lambda: "net.log.cut_off" in juno.lines() and juno.client.room.phase == "paused")  # type: ignore[union-attr]
        assert core.waits and not any(place.bot for place in core.seating), "no computer plays on here"
        people.come("Nora", token=tokens["Nora"])
        people.until(lambda: juno.client.room.phase == "playing")  # type: ignore[union-attr]
        juno.client.leave()
        people.guests.remove(juno)
        people.until(lambda: core.windows == (3,) and not core.cut_off)
        mia.client.send(Resume())


def test_the_owner_may_go_on_without_the_others(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar") as people:
        mia, omar = people.guests
        match_begins(people, 1, omar)
        people.guests.remove(omar)
        omar.client.close()
        people.until(lambda: "net.log.cut_off" in mia.lines())
        people.until(lambda: mia.client.room is not None and mia.client.room.waits)
        mia.client.send(Resume())
        people.until(lambda: mia.client.room is not None and mia.client.room.phase == "playing")
        assert not people.running.room.core.cut_off
        people.play(2)


def test_a_host_that_wakes_in_the_smaller_half_becomes_a_guest(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora") as people:
        mia, omar, nora = people.guests
        match_begins(people, 2, omar)
        old = people.running
        for gone in (omar, nora):
            gone.client._fail(TimedOutError("net.error.silent", address="127.0.0.1", port=1), time.monotonic())
        there = found(people, omar, [nora])
        people.guests = [omar, nora]
        people.until(lambda: all(one.heard(Begun) and one.client.connected for one in people.guests))
        rival = old.room.core.rivals[0]
        line = msgspec.structs.replace(rival.line, port=there.port)
        old.ask(lambda: setattr(old.room.core, "rivals", (msgspec.structs.replace(rival, line=line),)))
        people.guests = [omar, nora, mia]
        people.until(lambda: mia.client.connected and mia.client.address.port == there.port)
        people.until(lambda: mia.client.room is not None and not mia.client.room.seats[0].bot)
        room = mia.client.room
        assert room is not None and [one.name for one in room.people if one.owner] == ["Omar"]
        assert old.room.heirs.moved
        people.play(3)


@pytest.mark.slow
def test_an_heir_who_was_merely_cut_off_comes_back_with_a_room_that_most_never_left(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora", "Juno") as people:
        mia, omar, nora, juno = people.guests
        match_begins(people, 2, omar)
        old = people.running
        people.until(lambda: old.room.core.windows == (2, 3, 4))
        omar.client._fail(TimedOutError("net.error.silent", address="127.0.0.1", port=1), time.monotonic())
        there = found(people, omar, [])
        people.until(lambda: omar.client.address.port == there.port and omar.client.connected)
        people.until(lambda: omar.client.address.port == old.port and omar.client.connected)
        assert there.room.heirs.moved and not old.room.core.cut_off
        people.until(lambda: not mia.client.room.seats[1].bot)  # type: ignore[union-attr]
        assert [one.person for one in mia.client.room.seats] == [1, 2, 3, 4]  # type: ignore[union-attr]
        people.guests = [mia, omar, nora, juno]
        people.play(3)


def test_two_heirs_cost_no_more_than_a_spectator(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["marrakech"], "Mia", "Omar", "Nora") as people:
        _, omar, nora = people.guests
        people.begin()
        for heir in (omar, nora):
            people.listen(heir)
        people.play(30)
        follow_the_match(people, omar, nora)
        heirs = sum(len(pack(told)) for one in (omar, nora) for told in one.told if isinstance(told, Kept | KeptLog))
        shown = sum(len(pack(told)) for told in nora.told if isinstance(told, Begun | Stepped | Waiting))
        assert 0 < heirs < shown, (heirs, shown)


def test_two_branches_that_are_played_out_count_once(tmp_path: Path) -> None:
    now = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
    ledgers = [Ledger(tmp_path / name) for name in ("old", "new")]
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", ledger=ledgers[0], when=lambda: now) as people:
        mia, omar = people.guests
        match_begins(people, 2, omar)
        omar.client._fail(TimedOutError("net.error.silent", address="127.0.0.1", port=1), time.monotonic())
        people.guests = [mia]
        people.until(lambda: mia.client.room is not None and mia.client.room.waits)
        mia.client.send(Resume())
        people.play(10_000)
        people.until(lambda: ledgers[0].lines(evening_of(now)))
        people.guests = [omar]
        found(people, omar, [], ledger=ledgers[1], when=lambda: now + timedelta(minutes=1))
        people.until(lambda: omar.client.connected and omar.heard(Begun))
        people.play(10_000)
        people.until(lambda: ledgers[1].lines(evening_of(now)))
    told = [ledger.lines(evening_of(now)) for ledger in ledgers]
    assert [len(lines) for lines in told] == [1, 1] and told[0][0].digest != told[1][0].digest
    assert told[0][0].said.origin == told[1][0].said.origin
    for ledger, (other,) in zip(ledgers, reversed(told), strict=True):
        ledger.hosts.decide(other.key, counts=True)
        ledger.add([other.signed], now)
    one, two = ([line.digest for line in ledger.lines(evening_of(now))] for ledger in ledgers)
    assert one == two and len(one) == 1


def test_who_cannot_sign_for_the_room_is_not_followed(tmp_path: Path) -> None:
    with party(tmp_path, CABINETS["nullgame"], "Mia", "Omar", "Nora") as people:
        _, omar, nora = people.guests
        match_begins(people, 2, omar)
        lose(people)
        handed = msgspec.structs.replace(kept(omar), secret=b"s" * 32)
        there = people.open(handed)
        nora.client.following.heirs = lines_at(nora, omar, there.port)
        nora.client.following.silence = LONG
        people.guests = [nora]
        people.until(lambda: there.room.core.people.get(3) is not None and there.room.core.people.get(3).lost > 0)
        assert not nora.client.connected and nora.client.error is None
