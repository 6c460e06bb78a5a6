"""The drawing game on the LAN: what grows is seen elsewhere, and no byte tells a word to who may not know it."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.sketch.cabinet import SKETCH
from game.cabinets.sketch.stage.stage import SketchStage
from game.cabinets.sketch.state import Action, Draw, Enough, First, Guess, Judge, Options, Pose, View, Vote
from game.core.recording.replay import Playback, ReplayWriter, SeatRecord, header_of, read_replay
from game.core.rules import NATURE, OMNISCIENT, SPECTATOR, Seat, Viewer
from game.engine.canvas import Box
from game.engine.input import PointerMoved, PointerPressed, PointerReleased
from game.engine.scene import Context
from game.scenes.feeds.lan import LanFeed
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.log import ConnectionLog
from game.scenes.table.scene import TableScene
from net.address import Address
from net.client.client import LanClient
from net.host.match.hosted_match import HostedMatch, Terms
from net.limits import FRAME_FROM_HOST
from net.messages import (
    Accepted,
    Begun,
    Ended,
    Gesture,
    HostMessage,
    Kick,
    Play,
    Ready,
    Rematch,
    Say,
    SeatLine,
    Start,
    Stepped,
    raw,
)
from net.wire import FrameReader, host_message, pack
from tests.net.house import OWNER_KEY, House, Peer, house, plan_of
from tests.net.processes import host, join
from tests.processes import PATIENCE
from tests.scenes.lan.lan_driver import Windows, windows

WORDS = ("고슴도치", "두꺼비집", "손톱깎이", "무지개떡", "옷걸이봉", "쇠젓가락")
"""Words that nothing else in a match holds, the first for the first round."""
LINE = (100, 100, 400, 300, 500, 200)


def act(view: View, seat: Seat, word: str, text: str = "두더지") -> Action:
    """What a person without imagination does."""
    others = [other for other in range(len(view.points)) if other not in (seat, view.master)]
    match view.phase:
        case "pose":
            return Pose("동물", word)
        case "first":
            return First(others[0])
        case "stroke":
            return Draw(LINE, 500)
        case "talk":
            return Enough()
        case "guess":
            return Guess(text)
        case "judge":
            return Judge(False)
    return Vote(others[-1])


# What is told to whom, in a match at its host.


def told(folder: Path, seed: int, word: str, until: str) -> tuple[View, dict[Viewer, bytes]]:
    """All bytes that each viewer is sent of the first round up to a phase, and what there is to know."""
    folder.mkdir(exist_ok=True)
    lines = tuple(SeatLine(f"Player {seat}", person=seat + 1) for seat in range(5))
    options = Options(words="free", laps=1, talk=10, seconds=0)
    header = header_of(SKETCH.info, seed, options, [SeatRecord(line.name) for line in lines])
    writer = ReplayWriter(folder / f"{seed}{word}.souk", header)
    hosted = HostedMatch(Terms(SKETCH, options), lines, seed, writer, range(5), 0.0)
    sent = {viewer: b"".join(hosted.snapshot(viewer, 0.0)) for viewer in (*range(5), SPECTATOR)}
    now = 0.0
    while True:
        hosted.pump(now)
        for viewer, message in hosted.outgoing(now):
            sent[viewer] += pack(message)
        whole = hosted.match.view(OMNISCIENT)
        if whole.phase == until:
            hosted.close()
            return whole, sent
        for seat in hosted.match.waiting_for:
            if seat != NATURE:
                if whole.phase == "stroke":
                    hosted.gesture(seat, Gesture(hosted.match.number, "line", b"\x01\x01"), plan_of(folder).limits, now)
                action = act(whole, seat, word)
                assert hosted.play(seat, hosted.match.number, raw(action), now) is None
        now += 1.0


def test_bytes_do_not_depend_on_what_their_reader_may_not_know(tmp_path: Path) -> None:
    """Two matches that differ in the word alone, and those that differ in the odd one alone, read the same."""
    seen: dict[Seat, list[tuple[View, dict[Viewer, bytes]]]] = {}
    for seed in range(12):
        whole, sent = told(tmp_path, seed, "두더지", "talk")
        seen.setdefault(whole.master, []).append((whole, sent))
    matches = max(seen.values(), key=len)
    assert len({whole.odd for whole, _ in matches}) > 1
    one, one_sent = matches[0]
    for other, other_sent in matches[1:]:
        for viewer in (*range(5), SPECTATOR):
            if viewer not in (one.odd, other.odd):
                here, there = (sent[viewer].partition(b"posed")[2] for sent in (one_sent, other_sent))
                assert here and here == there, "the odd one can be read from these bytes"
    seed = next(seed for seed in range(40) if told(tmp_path / "a", seed, "두더지", "talk")[0].odd == 4)
    (first, sent), (_, again) = (told(tmp_path / word, seed, word, "guess") for word in ("고래", "고슴도치"))
    assert first.odd == 4 and sent[4] == again[4] and sent[SPECTATOR] == again[SPECTATOR]
    assert all((sent[seat] == again[seat]) == (seat == 4) for seat in range(5))


# Over sockets.


def spellings(word: str) -> list[bytes]:
    """The word as it may lie in bytes."""
    first = "".join(chr(0x1100 + (ord(sign) - 0xAC00) // 588) for sign in word)
    leading = "".join("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"[(ord(sign) - 0xAC00) // 588] for sign in word)
    texts = [word, unicodedata.normalize("NFD", word), word[:2], word[::-1], first, leading]
    found = [text.encode(code) for text in texts for code in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le")]
    return [*found, *(msgspec.json.encode(text)[1:-1] for text in texts), word.encode("euc-kr"), ascii(word).encode()]


def frames(data: bytes) -> Iterator[tuple[HostMessage, bytes]]:
    """The messages in what a peer received, each with its bytes."""
    for body in FrameReader(FRAME_FROM_HOST).feed(data):
        yield host_message(body), body


class Player:
    """Somebody at the other end, who may come back; all that ever came is kept."""

    def __init__(self, port: int, name: str, **more: Any) -> None:
        self.port = port
        self.data = bytearray()
        self.peer = Peer(port)
        self.peer.enter(name, **more)

    def come_back(self) -> None:
        """Lose the connection and return."""
        token = self.peer.token
        self.peer.close()
        self.data += self.peer.received
        self.peer = Peer(self.port)
        self.peer.enter("again", token=token)
        self.peer.until(Begun)

    def answer(self, word: str) -> View | None:
        """Play what is asked, if the last thing heard asks for something; the view it was played in."""
        waiting, view = self.peer.waiting, self.view
        if waiting is None or not waiting.asked or view is None or waiting.number <= self.peer.played:
            return None
        self.peer.played = waiting.number
        self.peer.send(Gesture(waiting.number, "line", b"\x01\x01"))
        self.peer.send(Play(waiting.number, raw(act(view, self.seat, word))))
        return view

    def accepted(self, number: int) -> None:
        """Wait until the host has the decision."""
        self.peer.until(Accepted, lambda accepted: accepted.number == number)

    @property
    def seat(self) -> Seat:
        assert self.peer.room is not None
        return next(n for n, seat in enumerate(self.peer.room.seats) if seat.person == self.peer.person)

    @property
    def view(self) -> View | None:
        told = (m.view for m in reversed(self.peer.messages) if isinstance(m, Stepped | Begun))
        found = next(told, None)
        return None if found is None else msgspec.msgpack.decode(found, type=View)


def leaks(data: bytes, words: Sequence[str]) -> dict[str, int]:
    """For each word, in how many messages it lay in whatever spelling before it was told to all."""
    before = dict.fromkeys(words, 0)
    revealed: set[str] = set()
    for message, body in frames(data):
        if isinstance(message, Stepped):
            revealed |= {event.data["word"] for event in message.step.events if event.kind == "revealed"}
        for word in set(words) - revealed:
            before[word] += any(spelling in body for spelling in spellings(word))
    return before


@dataclass
class Evening:
    """A room that is played in, and who knew each word."""

    running: House
    players: list[Player | None]
    """By seat; None is a computer."""
    knew: dict[str, View]

    def stands(self) -> tuple[View, int, tuple[Seat, ...]]:
        """What is so at the host, and whose decisions are missing."""

        def ask() -> tuple[View, int, tuple[Seat, ...]]:
            assert self.running.room.play.match is not None
            match = self.running.room.play.match.match
            return match.view(OMNISCIENT), match.number, match.waiting_for

        return self.running.ask(ask)

    def play(self, words: Sequence[str], until: Callable[[View], bool]) -> None:
        """Everybody plays what they are asked, with a word for each round."""
        deadline = time.monotonic() + 200
        while True:
            assert time.monotonic() < deadline
            view, number, seats = self.stands()
            if view.odd is not None and view.word is not None:
                self.knew.setdefault(view.word, view)
            if until(view):
                return
            asked = [player for seat in seats if seat >= 0 and (player := self.players[seat]) is not None]
            for player in asked:
                player.peer.to_move()
                player.answer(words[max(0, view.round - 1)])
                player.accepted(number)
            if not asked:
                time.sleep(0.02)  # chance or a computer decides


@pytest.mark.slow
def test_no_byte_tells_the_word_through_all_that_happens_in_a_room(tmp_path: Path) -> None:
    options = Options(words="free", laps=1, talk=20, seconds=0, goal=3, judge="exact")
    with house(plan_of(tmp_path, SKETCH, seats=5, options=options)) as running:
        players = [
            Player(running.port, f"P{number}", **({} if number else {"owner": OWNER_KEY})) for number in range(5)
        ]
        eye = Player(running.port, "Eye", watch=True)
        evening = Evening(running, list(players), {})
        everybody = [*players, eye]

        def begin_match() -> None:
            present = [player for player in evening.players if player is not None]
            for player in present:
                player.peer.send(Ready(True))
            players[0].peer.until_room(lambda room: all(s.ready for s in room.seats if s.kind == "person"))
            players[0].peer.send(Start())
            for player in present:
                player.peer.until(Begun)

        begin_match()
        evening.play(WORDS, lambda view: len(view.strokes) == 2)
        view, _, _ = evening.stands()
        for player in everybody:
            player.peer.send(Say("What is it?"))
        assert view.odd is not None
        for seat in (view.odd, next(n for n in range(5) if n not in (view.odd, view.master))):
            players[seat].come_back()
        late = Player(running.port, "Late", watch=True)
        everybody.append(late)
        evening.play(WORDS, lambda view: view.round == 2 and view.phase == "stroke")
        gone = 4
        players[0].peer.send(Kick(players[gone].peer.person))
        players[gone].peer.rest()
        evening.players[gone] = None
        evening.play(WORDS, lambda view: view.phase == "over")
        ends = {player.peer.until(Ended).hash for player in everybody if player is not players[gone]}
        assert len(ends) == 1
        rounds = len(evening.knew)
        players[0].peer.until_room(lambda room: room.phase == "after")
        players[0].peer.send(Rematch())
        for seated in evening.players:
            if seated is not None:
                seated.peer.until_room(lambda room: room.phase == "waiting")
        begin_match()
        evening.play(WORDS[rounds:], lambda view: view.phase == "talk")
        for player in (eye, late):
            player.peer.until(Begun)
        assert len(evening.knew) == rounds + 1 >= 3
        for seat, player in enumerate(players):
            found = leaks(bytes(player.data + player.peer.received), list(evening.knew))
            for number, (word, view) in enumerate(evening.knew.items()):
                if seat == view.odd:
                    assert found[word] == 0, f"round {number}: the odd one could read it"
                elif seat != gone or number == 0:
                    assert found[word] > 0, "the search finds what is there"
        for player in (eye, late):
            assert not any(leaks(bytes(player.peer.received), list(evening.knew)).values())


# What grows on other screens.


class OnLan(TableScene):
    """A table that keeps its connection alive."""

    def drive(self, seconds: float) -> None:
        assert isinstance(self.feed, LanFeed)
        self.feed.connection.poll(time.monotonic())


def joined(port: int, name: str) -> RoomConnection:
    """A window's connection, in the room and ready."""
    client = LanClient(Address("127.0.0.1", port), name, {"sketch": SKETCH.info.version})
    connection = RoomConnection(client, ConnectionLog(lambda: ""))
    until(lambda: connection.inside, connection)
    connection.set_ready(True)
    connection.poll(time.monotonic())
    return connection


def until(done: Callable[[], bool], *connections: RoomConnection) -> None:
    """Poll until something holds."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        for connection in connections:
            connection.poll(time.monotonic())
        time.sleep(0.002)


def draws(together: Windows, here: Any, there: Any) -> None:
    """A line is drawn in one window, grows in the other, and is a stroke in both."""
    assert isinstance(there.stage, SketchStage) and isinstance(here.stage, SketchStage)
    together.until(lambda: here.board.choosing, "nobody is asked")

    def at(x: float, y: float) -> tuple[float, float]:
        left, top = here.stage.places.on_stage(x, y)
        found = here.board.outside(Box(left, top, 1, 1))
        return found.left, found.top

    def reach() -> int:
        points: tuple[int, ...] = there.stage.growing.points
        return points[-2] if points else 0

    here.handle(PointerPressed(*at(200, 200), 1))
    lengths = set()
    for step in range(60):
        here.handle(PointerMoved(*at(200 + 8 * step, 200 + 3 * step)))
        together.step()
        lengths.add(reach())
    together.until(lambda: reach() > 600, "it stops growing")
    assert len(lengths) > 3
    count = len(there.feed.view.strokes)
    here.handle(PointerReleased(*at(672, 377), 1))
    together.until(lambda: len(there.feed.view.strokes) > count, "it is not sent")
    together.until(lambda: there.stage.growing.points == (), "it stays")
    assert there.feed.view.strokes[-1].points == here.feed.view.strokes[-1].points


@pytest.mark.slow
def test_a_line_grows_on_another_screen_and_becomes_the_stroke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    options = Options(master="machine", laps=1, talk=0, seconds=0)
    with house(plan_of(tmp_path, SKETCH, seats=5, options=options)) as running:
        blunt = [Player(running.port, "Owner", owner=OWNER_KEY)]
        blunt += [Player(running.port, f"Player {number}") for number in (1, 2)]
        connections = [joined(running.port, name) for name in ("Ara", "Bo")]
        evening = Evening(running, [*blunt, None, None], {})
        owner = blunt[0]
        for player in blunt:
            player.peer.send(Ready(True))
        owner.peer.until_room(lambda room: all(seat.ready for seat in room.seats))
        owner.peer.send(Start())
        until(lambda: all(each.match is not None and each.match.begun for each in connections), *connections)

        def table(number: int) -> Callable[[Context], TableScene]:
            return lambda context: OnLan(context, LanFeed(connections[number], context.texts))

        with windows([table(0), table(1)], ["Ara", "Bo"], tmp_path) as together:
            scenes: list[Any] = [driver.context.stack.top for driver in together.drivers]
            for _ in range(2):
                evening.play(WORDS, lambda view: view.artist in (3, 4))
                drawing = evening.stands()[0].artist - 3
                draws(together, scenes[drawing], scenes[1 - drawing])
            evening.play(WORDS, lambda view: view.phase == "vote")
            together.until(lambda: all(scene.stage.missing for scene in scenes), "nobody is missing")
            owner.peer.to_move()
            owner.answer("")
            together.until(lambda: all(0 not in scene.stage.missing for scene in scenes), "nobody nods")
            nods = scenes[0].stage.nods(scenes[0].feed.view)
            assert nods == [0]
        for connection in connections:
            connection.leave()
    replay = read_replay(next(tmp_path.glob("match-*.souk")))
    assert b"line" not in next(tmp_path.glob("match-*.souk")).read_bytes()
    assert Playback(replay, SKETCH.rules).match.number == 0


@pytest.mark.slow
def test_programs_play_a_match_over_the_lan(tmp_path: Path) -> None:
    """Processes as people start them: a host with three computers, and two at ends of their own."""
    words = ("goal=3", "laps=1", "talk=0", "seconds=0", "master=machine")
    options = [part for word in words for part in ("--option", word)]
    with ExitStack() as stack:
        seats = "open,random,open,random,random"
        room = stack.enter_context(host(tmp_path, "sketch", "--seats", seats, "--port", "0", *options))
        port = room.first_line()["port"]
        guests = [stack.enter_context(join(tmp_path, port, "--bot", "random")) for _ in range(2)]
        ends = [souk.document(200) for souk in guests]
        (match,) = room.document()["matches"]
    assert {end["hash"] for end in ends} == {match["hash"]}
    assert sorted(end["seat"] for end in ends) == [0, 2]
    Playback(read_replay(Path(match["replay"])), SKETCH.rules).verify()
