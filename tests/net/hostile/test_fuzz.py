"""Random and mutated frames against a host without sockets, while two honest players play on."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from net.limits import NAME, PROTOCOL
from net.messages import Challenge, Hello, RoomChanged, Said, Say
from net.states import LinkState
from net.wire import WireError, clean, client_message
from tests.in_turns import in_turns
from tests.net.hostile import frames
from tests.net.hostile.arena import Arena, Wire

SEEDS = [1, 2]
"""Seeds of storms. One that found something stays here for good."""
QUICK = 2_500
LONG = 20_000
"""Frames of a short storm and of a long one; tests/bench/bench_attack.py sends 200,000."""
MOST_RUDE = 40


def storm(arena: Arena, random: Random, count: int) -> int:
    """`count` sends by strangers in every state of a connection; how many strangers there were."""
    rude: list[Wire] = []
    seen = 0
    for number in range(count):
        if len(rude) < MOST_RUDE and (not rude or random.random() < 0.1):
            rude.append(newcomer(arena, random))
            seen += 1
        wire = random.choice(rude)
        data = frames.rude_bytes(random)
        cut = random.choice([0, 0, 0, random.randrange(len(data) + 1)])
        for part in (data[:cut], data[cut:]):
            if part:
                wire.send_bytes(part)
        if random.random() < 0.02:
            wire.hang_up()
        if not wire.open or wire.ended:
            arena.dropped_once([wire])
            wire.hang_up()
            rude.remove(wire)
        arena.pass_time(random.choice([0.0, 0.001, 0.005, 0.02]))
        if number % 25 == 0:
            arena.play_honestly()
            arena.check()
        if number % 100 == 0:
            for honest in arena.honest:
                honest.send_bytes(frames.frame(frames.body(Random(0), "ping")))
    arena.dropped_once(rude)
    for wire in rude:
        wire.hang_up()
    return seen


def newcomer(arena: Arena, random: Random) -> Wire:
    """A stranger who has come as far as chance would have it."""
    wire = arena.wire(f"10.0.1.{random.randrange(250)}", curious=False)
    if random.random() < 0.6:
        wire.send(arena.hello("rude", watch=random.random() < 0.8))
    return wire


def room(folder: Path, scene: str, password: str = "") -> Arena:
    """A room in one of its phases, two honest players in it."""
    arena = Arena(folder, seats=2, idle=1e9)
    arena.seat_honest()
    if scene != "waiting":
        arena.start()
    return arena


OF_A_STORM = pytest.mark.parametrize("count", [1_000, pytest.param(QUICK, marks=pytest.mark.slow)])
"""The quick suite sends its first part alone."""


@OF_A_STORM
@in_turns(seed=SEEDS, scene=["waiting", "playing"])
def test_a_short_storm(tmp_path: Path, scene: str, seed: int, count: int) -> None:
    arena = room(tmp_path, scene)
    assert storm(arena, Random(f"{scene} {seed}"), count) > count // 25
    assert arena.played >= count // 25 or scene == "waiting"


@pytest.mark.slow()
@pytest.mark.timeout(600)
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc to measure memory")
def test_a_long_storm(tmp_path: Path) -> None:
    arena = room(tmp_path, "playing")
    storm(arena, Random(11), QUICK)
    before = resident()
    strangers = storm(arena, Random("more 11"), LONG)
    print(f"{LONG} sends by {strangers} strangers: {before >> 20} MiB before, {resident() >> 20} MiB after")
    assert resident() - before < 48 << 20
    assert arena.played >= LONG // 25


def resident() -> int:
    """Bytes of memory this process holds (Linux)."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * 4096


@OF_A_STORM
def test_a_rude_player_in_a_seat(tmp_path: Path, count: int) -> None:
    random = Random(21)
    arena = Arena(tmp_path, idle=1e9)
    arena.seat_honest()
    insider = arena.wire("10.0.0.3")
    insider.send(arena.hello("insider"))
    token = insider.messages[0].token  # type: ignore[union-attr]
    insider.send_bytes(frames.frame(msgspec.msgpack.encode({"type": "ready", "ready": True})))
    arena.start()
    comebacks = 0
    for number in range(count):
        tags = ["play", "play", "propose", "vote", "say", "ping", "take", "start", "kick"]
        data = frames.frame(frames.body(random, random.choice(tags), breaks=random.random() < 0.02))
        insider.send_bytes(data if random.random() < 0.97 else frames.mutated(random, data))
        if insider.ended or not insider.open:
            arena.dropped_once([insider])
            insider.hang_up()
            arena.pass_time(random.choice([0.1, 3.0, 40.0]))
            insider = arena.wire("10.0.0.3")
            insider.send(arena.hello("insider", token=token))
            comebacks += 1
        arena.pass_time(random.choice([0.01, 0.02, 0.05]))
        if arena.room.core.phase == "paused":
            arena.honest[0].send_bytes(frames.frame(msgspec.msgpack.encode({"type": "resume"})))
        if number % 3 == 0:
            arena.play_honestly()
        if number % 50 == 0:
            for honest in arena.honest:
                honest.send_bytes(frames.frame(frames.body(Random(0), "ping")))
        arena.check()
    assert comebacks > count // 500
    assert arena.played > count // 25


@pytest.mark.parametrize("name", frames.BOMBS)
def test_a_bomb_is_refused_in_every_state(tmp_path: Path, name: str) -> None:
    arena = room(tmp_path, "playing")
    for state in ("greeting", "watching"):
        wire = arena.wire()
        if state == "watching":
            wire.send(arena.hello("rude", watch=True))
            assert wire.connection.state is LinkState.WATCHING
        wire.send_bytes(frames.frame(frames.BOMBS[name]))
        arena.pass_time(0.1)
        if name.startswith(("bomb inside", "action of", "same key")) and state == "watching":
            assert wire.open, "this is a message that a spectator may not send: refused, not dropped"
        else:
            assert wire.told_to_go == 1
            assert wire.ended
        arena.play_honestly()
        arena.check()


@pytest.mark.parametrize("tag", frames.KINDS)
def test_every_message_within_its_bounds_is_read(tag: str) -> None:
    random = Random(tag)
    for _ in range(200):
        client_message(frames.body(random, tag))


def test_broken_bounds_are_mostly_refused() -> None:
    random = Random(5)
    refused = 0
    for _ in range(2000):
        try:
            client_message(frames.body(random, breaks=True))
        except WireError as error:
            assert error.why == "malformed"
            refused += 1
    assert refused > 400


def test_an_announced_frame_of_four_gigabytes_is_refused_at_its_length(tmp_path: Path) -> None:
    arena = room(tmp_path, "playing")
    wire = arena.wire()
    for byte in b"\xff\xff\xff":
        wire.send_bytes(bytes([byte]))
        assert wire.told_to_go == 0
    wire.send_bytes(b"\xff")
    assert [message.why for message in wire.messages] == ["too_long"]  # type: ignore[union-attr]
    arena.check()


def test_half_frames_are_not_held_open(tmp_path: Path) -> None:
    arena = room(tmp_path, "playing")
    outside, inside, trickling = arena.wire(), arena.wire(), arena.wire()
    outside.send_bytes(frames.frame(b"half of a greeting")[:9])
    for wire in (inside, trickling):
        wire.send(arena.hello("slow", watch=True))
        wire.send_bytes(frames.frame(frames.body(Random(1), "say"))[:-3])
    for _ in range(24):
        arena.pass_time(0.5)
        trickling.send_bytes(b"")
    assert [w.told_to_go for w in (outside, inside, trickling)] == [1, 1, 1]
    arena.pass_time(2)
    assert not any(w.open for w in (outside, inside, trickling))
    arena.check()


def test_five_hundred_idle_connections_leave_room_for_the_honest(tmp_path: Path) -> None:
    arena = room(tmp_path, "playing")
    crowd = []
    for number in range(500):
        crowd.append(arena.wire(f"10.0.2.{number % 250}"))
        arena.pass_time(0.005)
        arena.check()
    late = arena.wire("10.0.0.9")
    late.send(arena.hello("late", watch=True))
    assert late.connection.state is LinkState.WATCHING, late.messages
    arena.pass_time(6)
    arena.pass_time(2)
    assert not any(wire.open for wire in crowd)
    assert all(wire.told_to_go == 1 for wire in crowd)
    assert late.open
    arena.play_honestly()


def test_ten_thousand_messages_a_second_are_too_fast(tmp_path: Path) -> None:
    arena = room(tmp_path, "playing")
    wire = arena.wire()
    wire.send(arena.hello("fast", watch=True))
    ping = frames.frame(frames.body(Random(1), "ping"))
    for _ in range(10_000):
        wire.send_bytes(ping)
        arena.now += 0.0001
    assert wire.told_to_go == 1
    assert wire.messages[-1].why == "too_fast"  # type: ignore[union-attr]
    arena.play_honestly()
    arena.check()


def test_a_thousand_wrong_passwords(tmp_path: Path) -> None:
    arena = Arena(tmp_path, seats=2, password="open sesame", idle=1e9)
    tried = told = 0
    for _ in range(1000):
        wire = arena.wire()
        wire.send(arena.hello("guesser"))
        assert isinstance(wire.messages[-1], Challenge)
        wire.send_bytes(frames.frame(frames.body(Random(tried), "proof")))
        tried += 1
        assert wire.told_to_go == 0, "an answer at once lets one guess fast"
        for _ in range(20):
            arena.pass_time(0.5)
        told += wire.told_to_go
        assert not wire.open
    assert told == tried == 1000
    assert arena.host.connections == 0


@pytest.mark.parametrize(
    "name", ["a\x00b\x1b[2Jc", "\u202egnp.exe", "e" + "\u0301" * 31, "\n\t ", "\u200b" * 32, "{payer:seat}"]
)
def test_names_and_chat_are_cleaned_before_anybody_sees_them(tmp_path: Path, name: str) -> None:
    arena = room(tmp_path, "playing")
    wire = arena.wire()
    wire.send(arena.hello(name, watch=True))
    wire.send(Say(name))
    shown = [person.name for person in arena.honest[0].last(RoomChanged).room.people]
    said = arena.honest[0].last(Said)
    for text in (*shown, *([said.text] if said else [])):
        assert text
        assert text.isprintable()
        assert len(text) <= NAME
        assert clean(text) == text
    arena.check()


def test_old_tokens_open_nothing(tmp_path: Path) -> None:
    arena = room(tmp_path, "playing")
    watcher = arena.wire()
    watcher.send(arena.hello("watcher", watch=True))
    token = watcher.messages[0].token  # type: ignore[union-attr]
    person = watcher.messages[0].person  # type: ignore[union-attr]
    watcher.hang_up()
    arena.pass_time(60)
    for old in (token, token[::-1], bytes(32), b"\xff" * 32, token[:31]):
        wire = arena.wire()
        wire.send(Hello(PROTOCOL, "again", bytes(32), token=old, watch=True))
        assert wire.messages[0].person > person  # type: ignore[union-attr]
        assert wire.messages[0].token != old  # type: ignore[union-attr]
        wire.hang_up()
    arena.check()
