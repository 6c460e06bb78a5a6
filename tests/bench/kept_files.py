"""What else lies in a home, is dropped on a window or is made to hold it up: kinds of files for bench_mutations."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec

from game.cabinets.listed import CABINETS
from game.cabinets.omok.formats.files import read_psq, read_sgf
from game.cabinets.omok.formats.renlib import read_lib
from game.cabinets.sketch.drawing.lists import parse
from game.cabinets.sketch.papers import Paper
from game.cabinets.sketch.scenes.kept import Gallery
from game.cabinets.words.lists import own_lines, own_words
from game.core.attachments import attach_own
from game.core.bot.reading import read_own
from game.core.forge.formats.codes import write_level, write_recipe
from game.core.forge.formats.document import write_json
from game.core.forge.formats.written import write_text
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import Recipe
from game.core.work.journal import Journal
from game.ground import house_rules
from game.scenes.guide.done import GuidesDone
from net.ledger.hosts import Hosts
from tests.bench.mutating import Kind, json_changed, text_changed
from tests.bench.opened_levels import harmful_levels, open_level
from tests.core.hostile_files import LIBRARIES, LISTS, PSQ, SGF, WORDS


def further(folder: Path) -> dict[str, Kind]:
    """The other kinds of a home and of what is dropped, by name; each of them once as somebody made it to do harm."""
    level = level_of(Recipe("bsp", METHODS["bsp"].version, 7, 32, 32))
    paper = Paper("2026-11-22T20:30:00", 1, "짐승", "새", ("A", "B", "C"), 0, 1, 2, (), "", False, (0, 0, 0), ())
    hosts = b"".join(b"counts %s\n" % (bytes([number]) * 32).hex().encode() for number in range(9))
    journal = b"".join(msgspec.json.encode({"chunk": n, "done": "x" * 40, "key": 5}) + b"\n" for n in range(9))
    own = b"from game.core.bots import Bot\nclass Mine(Bot):\n    def decide(self, request):\n        return 1\n" * 3
    rules = b'game = "nullgame"\nlimit = 30\n[options]\nsmallest = 12\n'
    words = "나비\n가방 # a bag\n다람쥐\n".encode() * 40
    made = {
        "level, JSON": Kind(write_json(level), "a.json", open_level, json_changed),
        "level, text": Kind(write_text(level).encode(), "a.txt", open_level, text_changed),
        "level, code": Kind(write_level(level).encode(), "a.txt", open_level),
        "recipe": Kind(write_recipe(level.recipe).encode(), "a.txt", open_level),
        "paper": Kind(msgspec.json.encode(paper), "a.json", _read_paper, json_changed),
        "gallery": Kind(b"a.souk\t1200\nb.views\t99\n" * 20, ".known", _read_gallery, text_changed),
        "guides": Kind(b'["one","two"]', "config/guides/omok.json", _read_guides, json_changed),
        "hosts": Kind(hosts, "hosts.txt", lambda path: Hosts(path.parent).counts(b"x" * 32), text_changed),
        "journal": Kind(
            journal, "tournament-x.jsonl", lambda path: Journal(path.parent, "x", str).read(), json_changed
        ),
        "own player": Kind(own, "mine.py", lambda path: read_own(str(path)), text_changed),
        "house rules": Kind(rules, "a.toml", _read_rules, text_changed),
        "words, lines": Kind(words, "a.txt", _read_words, text_changed),
        "forfeits": Kind(words, "a.txt", lambda path: own_lines(attach_own(path).rpartition("@")[2]), text_changed),
    }
    return made | _harmful()


def _harmful() -> dict[str, Kind]:
    made = {f"harmful {name}": Kind(data, name, _read_list, _as_it_is) for name, data in LISTS.items()}
    made |= {f"harmful words of {name}": Kind(data, "a.txt", _read_words, _as_it_is) for name, data in WORDS.items()}
    made |= {f"harmful {name}": Kind(data, "a.txt", open_level, _as_it_is) for name, data in harmful_levels().items()}
    for name, (text, _) in SGF.items():
        read_one = lambda path: read_sgf(path.read_bytes().decode("utf-8", "replace"))  # noqa: E731
        made[f"harmful sgf of {name}"] = Kind(text.encode(), "a.sgf", read_one, _as_it_is, window=False)
    for name, text in PSQ.items():
        read_one = lambda path: read_psq(path.read_bytes().decode("utf-8", "replace"))  # noqa: E731
        made[f"harmful psq of {name}"] = Kind(text.encode(), "a.psq", read_one, _as_it_is, window=False)
    for name, (data, _) in LIBRARIES.items():
        read_one = lambda path: read_lib(path.read_bytes())  # noqa: E731
        made[f"harmful library of {name}"] = Kind(data, "a.lib", read_one, _as_it_is, window=False)
    return {name: replace(kind, rounds=3) for name, kind in made.items()}


def _as_it_is(data: bytes, random: Random) -> bytes:
    return data


def _read_list(path: Path) -> object:
    return parse(path.read_bytes(), path.name)


def _read_words(path: Path) -> object:
    return own_words(attach_own(path).rpartition("@")[2])


def _read_paper(path: Path) -> object:
    return Gallery(path.parent).read(path)


def _read_gallery(path: Path) -> object:
    return Gallery(path.parent).known()


def _read_guides(path: Path) -> object:
    os.environ["SOUK_HOME"] = str(path.parent.parent.parent)
    return GuidesDone(path.stem)


def _read_rules(path: Path) -> object:
    house_rules.is_house_rules(path)
    return house_rules.read_rules(path, CABINETS["nullgame"])
