"""Thousands of files that were changed on purpose, of every kind that Souk reads: none may take long or break it.

    python -m tests.bench.bench_mutations [--count 20000] [--seed 1] [--kind recordings …]

Bytes are turned, cut, doubled and put in; JSON, TOML and recordings are changed value by value as well, with what no
reader expects in their place: text that is no text, numbers beyond all bounds, values in values a thousand deep.
A file may be shown, passed over, or refused in a sentence. What else is raised is printed, with the file kept.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import resource
import struct
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import Path
from random import Random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import msgspec
import pygame

from game.cabinets.listed import CABINETS
from game.cabinets.omok.formats.files import read_psq, read_sgf
from game.cabinets.omok.formats.renlib import read_lib
from game.cabinets.sketch.drawing.lists import DATA, parse
from game.cabinets.slime.net.banners import read_banner
from game.cabinets.slime.scenes.banner import _framed
from game.cabinets.tablut.files import read as read_tablut
from game.core.errors import SpokenError
from game.core.league.league import Bout, League
from game.core.recording.frames import frames
from game.core.tournament.evaluation import (
    EvaluationDocument,
    FailedCall,
    PlayedGame,
    PlayerFigures,
    SeatFigures,
    read_evaluation,
)
from game.ground.history import PlayedMatch, PlayedSeat, read_history
from game.ground.leagues import read_league
from game.ground.settings import Settings, load, save
from game.scenes.lan.kept import kept_rooms
from game.scenes.review.variations import read_note
from game.scenes.study.progress import Progress
from net.host.room.record import RoomRecord, record_path, write_record
from net.host.room.seating import RoomSeat
from net.ledger.kept import Ledger
from net.ledger.lines import LedgerSeat, MatchLine, signing_installed
from tests.bench.kept_files import further
from tests.bench.mutating import Kind, json_changed, text_changed, torn
from tests.core.recording.test_bad_recordings import SAMPLES, changed, look, seen, written

LIMIT, WINDOW = 2.0, 0.3
"""Seconds of processor time that no file may take, and none that a window reads."""
MEMORY = 200 << 20
"""Bytes that reading may need beyond what the program has before."""


def recording_changed(suffix: str, data: bytes, random: Random) -> bytes:
    """A recording in which one value is another one, with the digests it should have."""
    with tempfile.NamedTemporaryFile(suffix=suffix) as file:
        bodies = [frame.body for frame in frames(Path(file.name), data)]
        at = random.choice((0, len(bodies) - 1, random.randrange(len(bodies))))
        bodies[at] = changed(bodies[at], random)
        return written(Path(file.name), bodies).read_bytes()


def png_changed(data: bytes, random: Random) -> bytes:
    """A picture whose parts are other ones, each with the checksum it should have."""
    chunks, at = [], 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    match random.randrange(4):
        case 0:
            sides = [random.choice((0, 1, 80, 4096, 4097, 50_000, 1 << 31, (1 << 32) - 1)) for _ in range(2)]
            chunks[0] = (b"IHDR", struct.pack(">II", *sides) + chunks[0][1][8:])
        case 1:
            chunks[0] = (b"IHDR", chunks[0][1][:8] + bytes(random.choice((0, 1, 3, 16, 255)) for _ in range(5)))
        case 2:
            chunks.insert(random.randrange(len(chunks)), random.choice(chunks))
        case _:
            number = random.randrange(len(chunks))
            kind, body = chunks[number]
            chunks[number] = (kind, torn(body, random) if random.random() < 0.5 else zlib.compress(bytes(1 << 22)))
    return data[:8] + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


def _picture() -> bytes:
    made = io.BytesIO()
    surface = pygame.Surface((80, 80))
    surface.fill("#1FA5A0", (10, 10, 40, 60))
    pygame.image.save(surface, made, "banner.png")
    return made.getvalue()


def _show_banner(path: Path) -> None:
    data = read_banner(path.parent, path.stem)
    if data is not None:
        _framed(0, "#1FA5A0", "dot", data, 80)


def _evaluation() -> bytes:
    game = PlayedGame(7, 212)
    seat = SeatFigures(0, "expert", 1, 200.5, 0.4, (100.0, 100.5), 0, (0, 3, 2), (game,), (game,))
    player = PlayerFigures("expert", 1, 200.5, 0.4, (100.0, 100.5), 0)
    failed = FailedCall(7, 0, 3, "move", "ZeroDivisionError")
    made = EvaluationDocument(
        "l4g", 1, "7", 5, {}, (seat,), (player,), ("a", "b"), 10, (failed,), (7,), {"expert": (2,)}
    )
    return msgspec.json.encode(made)


_KEY = bytes(range(32))


def _ledger() -> bytes:
    """An evening's file of three lines."""
    line = MatchLine(
        "nullgame",
        "Leila's room",
        "ab",
        "2026-11-22T20:00:00+00:00",
        "2026-11-22T20:30:00+00:00",
        30,
        (LedgerSeat("Leila", 1, 30, ""), LedgerSeat("Zahra", 2, 20, "expert")),
        {},
    )
    return _ledger_line(msgspec.json.encode(line)) * 3


def _ledger_line(body: bytes) -> bytes:
    from nacl.signing import SigningKey

    key = SigningKey(_KEY)
    said = {
        "line": body.decode("utf-8", "surrogateescape"),
        "key": bytes(key.verify_key).hex(),
        "signature": key.sign(body).signature.hex(),
    }
    return json.dumps(said, ensure_ascii=False).encode("utf-8", "surrogateescape") + b"\n"


def ledger_changed(data: bytes, random: Random) -> bytes:
    """A ledger whose host signed something that cannot be."""
    body = json.loads(data.splitlines()[0])["line"].encode()
    return _ledger_line(json_changed(body, random) if random.random() < 0.7 else torn(body, random)) + data


def _record(folder: Path) -> bytes:
    journal = folder / "sample.souk"
    places = [RoomSeat(), RoomSeat("bot", bot="expert")]
    write_record(journal, RoomRecord("Room", places, (), 1, 0, b"k" * 32, None, 10.0, 0.6, 0.0, "greedy", 25250))
    return record_path(journal).read_bytes()


def _settings(folder: Path) -> bytes:
    settings = Settings(language="ko", names=("레일라",))
    settings.delays = {"marrakech.steps": 10}
    save(settings, folder / "sample.toml")
    return (folder / "sample.toml").read_bytes()


def _read_room(path: Path) -> None:
    """What the lobby does with a folder of rooms."""
    journal = path.with_name(path.name.removesuffix(".room"))
    if not journal.exists():
        journal.write_bytes((SAMPLES / "nullgame-2.souk").read_bytes())
    kept_rooms(path.parent)


def _puzzles(path: Path) -> None:
    os.environ["SOUK_HOME"] = str(path.parent.parent.parent)
    Progress(path.stem)


def _text(path: Path) -> str:
    """A file of text as commands read it."""
    return path.read_bytes().decode("utf-8", "replace")


def kinds(folder: Path) -> dict[str, Kind]:
    """Every kind of file, by name."""
    made = {}
    for name in ("nullgame-2", "marrakech-2", "omok-2", "words-1"):
        source = SAMPLES / f"{name}.souk"
        whole = seen(source, folder / f"{name}.views").read_bytes()
        made[f"recording {name}"] = Kind(source.read_bytes(), "a.souk", look, partial(recording_changed, ".souk"))
        made[f"watched {name}"] = Kind(whole, "a.views", look, partial(recording_changed, ".views"))
    match = PlayedMatch("2026-11-22T20:30:00+00:00", "marrakech", 48, (PlayedSeat("Leila", 1, 52, here=True),))
    history = (msgspec.json.encode(match) + b"\n") * 3
    league = League("nullgame", 1, {}, 2, 0, {"a": "", "b": ""}, (Bout(1, ("a", "b"), (1, 2), (3, 2), ""),) * 5)
    progress = b'{"one":{"tries":2,"hints":0,"solved":true},"two":{"tries":1,"hints":1,"solved":false}}'
    tablut = b"1. e3-e1 d5-d2\n2. f5-f2 e4-f4\n"
    words = (DATA / "animals.toml").read_bytes() if (DATA / "animals.toml").exists() else b""
    words = words or next(iter(sorted(DATA.glob("*.toml")))).read_bytes()
    library = b"\xffRenLib\xff\x03\x00" + bytes(10) + bytes((0x78, 0x00, 0x79, 0x40, 0x89, 0x40))
    if signing_installed():
        evening = date(2026, 11, 22)
        read = lambda path: Ledger(path.parent).lines(evening)  # noqa: E731
        made["ledger"] = Kind(_ledger(), f"{evening}.ledger", read, ledger_changed)
    return made | {
        "picture": Kind(_picture(), "Team.png", _show_banner, png_changed),
        "words, TOML": Kind(words, "a.toml", lambda path: parse(path.read_bytes(), path.name), text_changed),
        "words, CSV": Kind(
            "나무,tree\n고양이,cat\n".encode() * 20,
            "a.csv",
            lambda path: parse(path.read_bytes(), path.name),
            text_changed,
        ),
        "league": Kind(msgspec.json.encode(league), "a.json", read_league, json_changed),
        "evaluation": Kind(_evaluation(), "a.json", lambda path: read_evaluation(path, CABINETS), json_changed),
        "room": Kind(_record(folder), "a.souk.room", _read_room, json_changed),
        "history": Kind(history, "a.jsonl", read_history, json_changed),
        "puzzles": Kind(progress, "config/puzzles/omok.json", _puzzles, json_changed),
        "note": Kind(b'{"name":"a","text":"b"}', "a.souk.note", lambda path: read_note(path), json_changed),
        "settings": Kind(_settings(folder), "a.toml", load, text_changed),
        "psq": Kind(
            b"Piskvorky 15x15, 11:11, 0\n8,8,0\n8,9,0\n7,7,0\n-1\n",
            "a.psq",
            lambda p: read_psq(_text(p)),
            text_changed,
            window=False,
        ),
        "sgf": Kind(
            b"(;FF[4]GM[4]SZ[15];B[hh];W[hi](;B[gg])(;B[ii]))",
            "a.sgf",
            lambda p: read_sgf(_text(p)),
            text_changed,
            window=False,
        ),
        "renlib": Kind(library, "a.lib", lambda path: read_lib(path.read_bytes()), window=False),
        "tablut": Kind(tablut, "a.txt", lambda p: read_tablut(_text(p)), text_changed, window=False),
        **further(folder),
    }


def _most_memory() -> int:
    """Bytes that this program had at the most until now."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, change files, print what came of it."""
    parser = argparse.ArgumentParser(description="Read files that were changed on purpose.")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", help="files whose kind begins so; may be repeated")
    options = parser.parse_args(arguments)
    random = Random(options.seed)
    slowest: dict[str, float] = {}
    outcomes: Counter[str] = Counter()
    broken: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as made:
        known = kinds(Path(made))
        before = _most_memory()
        rounds, turn = 0, list[str]()
        wanted = [kind for kind in known if not options.kind or kind.startswith(tuple(options.kind))]
        for _ in range(options.count):
            if not turn:
                rounds += 1
                turn = [each for each in wanted if (known[each].rounds or rounds) >= rounds]
            if not turn:
                break
            name = turn.pop()
            kind = known[name]
            change = kind.change if kind.change is not None and random.random() < 0.6 else torn
            path = Path(made) / name.replace("/", "_") / kind.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(change(kind.sample, random))
            since = time.process_time()
            try:
                kind.read(path)
                outcomes["read"] += 1
            except SpokenError:
                outcomes["refused in a sentence"] += 1
            except Exception as error:
                outcomes["broken"] += 1
                broken.setdefault(f"{name}: {type(error).__name__}: {str(error)[:100]}", path.read_bytes()[:120].hex())
            slowest[name] = max(slowest.get(name, 0.0), time.process_time() - since)
        grown = _most_memory() - before
    late = {name: seconds for name, seconds in slowest.items() if seconds > (WINDOW if known[name].window else LIMIT)}
    print(f"{sum(outcomes.values())} files of {len(wanted)} kinds: {dict(outcomes)}")
    for name, seconds in sorted(slowest.items(), key=lambda row: -row[1])[:5]:
        print(f"  {name}: {seconds:.2f} s at the slowest")
    print(f"  {grown >> 20} MiB more than before at the most; over their limit: {late or 'none'}")
    for what, data in broken.items():
        print(f"  BROKEN {what} by {data}…")
    return 1 if broken or late or grown > MEMORY else 0


if __name__ == "__main__":
    sys.exit(main())
