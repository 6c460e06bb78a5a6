"""Recordings that were changed on purpose, digests and all: a list shows them, or says what is wrong."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError
from game.core.recording.frames import MAGIC, chain, frames
from game.core.recording.replay import Playback, read_replay
from game.core.recording.views import SeenEnd, SeenStep, ViewHeader, ViewWriter
from game.core.rules import SPECTATOR
from game.core.work.pieces import at_once
from game.scenes.feeds.seen import opening_recording
from game.scenes.replays.scene import ReplaysScene
from game.scenes.replays.shelf import Recording
from tests import ROOT
from tests.scenes.scene_driver import driving

SAMPLES = ROOT / "tests" / "golden"
LIMIT = 2.0
"""Seconds that no file may take."""
_DEEP = b"\x91" * 1000 + b"\xc0"
_NO_TEXT = b"\xa3\xff\xfe\xfd"
_ODD: tuple[Any, ...] = (
    None, True, -1, 0, 63, 1 << 31, 1 << 63, -(1 << 63), 1.5, float("nan"), float("inf"), "", "x" * 5000, "\x00", "‮",
    b"\xff" * 40, [], [[]], {}, {"": None}, [0] * 300, {"a": {"b": [1]}},
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something lies in a value."""
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in entries:
        yield from places(part, (*path, key))


def changed(body: bytes, random: Random) -> bytes:
    """A frame in which one value is another one; one that nobody can read stays as it is."""
    try:
        value = msgspec.msgpack.decode(body)
    except (RecursionError, ValueError, msgspec.DecodeError):
        return body
    path = random.choice(list(places(value)))
    if random.random() < 0.1:  # what msgpack can say and Python cannot
        return spliced(value, path, random.choice((_DEEP, _NO_TEXT)))
    odd = random.choice(_ODD)
    if not path:
        return msgspec.msgpack.encode(odd)
    part = value
    for key in path[:-1]:
        part = part[key]
    if random.random() < 0.2:
        del part[path[-1]]
    else:
        part[path[-1]] = odd
    return msgspec.msgpack.encode(value)


def spliced(value: Any, path: tuple[Any, ...], data: bytes) -> bytes:
    """The value with raw msgpack in one place."""
    if not path:
        return data
    key, rest = path[0], path[1:]
    inner = spliced(value[key], rest, data)
    replaced = dict(value) if isinstance(value, dict) else list(value)
    replaced[key] = msgspec.Raw(inner)
    return msgspec.msgpack.encode(replaced)


def written(path: Path, bodies: list[bytes]) -> Path:
    """A file of these frames, each with the digest it should have."""
    data, digest = MAGIC, b""
    for body in bodies:
        digest = chain(digest, body)
        data += len(body).to_bytes(4, "big") + digest + body
    path.write_bytes(data)
    return path


def look(path: Path) -> None:
    """All that a list and a table do with a file. Nothing but what can be said may come of it."""
    since = time.process_time()
    recording = Recording(path)
    recording.open()
    if not recording.seen:
        at_once(recording.playing())
    try:
        feed = at_once(opening_recording(path))
        for position in (0, 1, len(feed) // 2, len(feed)):
            feed.seek(position)
            feed.poll(0.0)
        _ = feed.result, feed.over, [entry.events for entry in feed.entries]
    except SpokenError:
        pass
    assert time.process_time() - since < LIMIT


def mutations(folder: Path, samples: list[Path], count: int, seed: int) -> None:
    random = Random(seed)
    for _ in range(count):
        sample = random.choice(samples)
        bodies = [frame.body for frame in frames(sample, sample.read_bytes())]
        for _ in range(random.choice((1, 1, 2))):
            at = random.choice((0, 1, len(bodies) - 1, random.randrange(len(bodies))))
            bodies[at] = changed(bodies[at], random)
        path = written(folder / f"bad{sample.suffix}", bodies)
        try:
            look(path)
        except Exception as error:
            raise AssertionError(f"{sample.name}, frame {at}: {bodies[at][:300]!r}") from error


def seen(source: Path, path: Path) -> Path:
    """What a spectator would have recorded of a match."""
    replay = read_replay(source)
    header = replay.header
    playback = Playback(replay, CABINETS[header.game].rules)
    match = playback.match
    first = ViewHeader(
        header.game,
        header.version,
        header.options,
        header.seats,
        SPECTATOR,
        msgspec.to_builtins(match.brief(SPECTATOR)),
        msgspec.to_builtins(match.view(SPECTATOR)),
    )
    writer = ViewWriter(path, first)
    while playback.position < len(playback):
        step = playback.forward()
        movers = tuple(move.seat for move in step.moves if move.seat >= 0)
        events = step.events_for(SPECTATOR)
        writer.seen(SeenStep(step.number, movers, (), events, 0, msgspec.to_builtins(playback.view(SPECTATOR))))
    assert replay.end is not None
    writer.finish(SeenEnd(replay.end.hash, replay.end.result))
    return path


@pytest.fixture
def samples(tmp_path: Path) -> list[Path]:
    whole = [SAMPLES / f"{name}.souk" for name in ("nullgame-2", "marrakech-2")]
    return [*whole, *(seen(path, tmp_path / f"{path.stem}.views") for path in whole)]


def test_a_changed_recording_is_shown_or_refused_in_a_sentence(samples: list[Path], tmp_path: Path) -> None:
    mutations(tmp_path, samples, 60, 1)


def test_a_recording_of_what_no_board_has_is_refused_by_the_list(samples: list[Path], tmp_path: Path) -> None:
    source = next(path for path in samples if path.name == "marrakech-2.views")
    bodies = [frame.body for frame in frames(source, source.read_bytes())]
    last = msgspec.msgpack.decode(bodies[-2])
    last["view"]["square"] = 9999
    bodies[-2] = msgspec.msgpack.encode(last)
    folder = tmp_path / "list"
    folder.mkdir()
    written(folder / "a.views", bodies)
    with driving(lambda context: ReplaysScene(context, print, folder)) as driver:
        driver.step(20)
        assert driver.top.selected.error is not None  # type: ignore[attr-defined]


@pytest.mark.slow
def test_many_changed_recordings_are_shown_or_refused_in_a_sentence(samples: list[Path], tmp_path: Path) -> None:
    mutations(tmp_path, samples, 1000, 2)
