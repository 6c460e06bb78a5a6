"""Nothing lies about: every text is asked for, every icon drawn, every sound played."""

from __future__ import annotations

import ast
import re
from functools import cache

from game.engine.audio import Sound
from game.ground import paths
from game.ground.texts import Texts
from tests import ROOT

PREFIX = re.compile(r"\{\w*:text ([a-z0-9_.]+)")
"""A field of a text that asks for the text under a prefix and its value."""


@cache
def nodes() -> tuple[ast.Constant | ast.JoinedStr | ast.Attribute, ...]:
    """What may name something in the program's sources."""
    files = sorted([*ROOT.glob("game/**/*.py"), *ROOT.glob("net/**/*.py"), *ROOT.glob("tests/showroom/*.py")])
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files)
    every = (node for tree in trees for node in ast.walk(tree))
    return tuple(node for node in every if isinstance(node, ast.Constant | ast.JoinedStr | ast.Attribute))


@cache
def words() -> frozenset[str]:
    """Every text constant in the sources that is no part of a longer one."""
    return frozenset(node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str))


@cache
def shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What the f-strings of the sources may become: how each begins, and its pattern.

    Where the beginning is a value, it is that of a game's text.
    """
    games = "(?:" + "|".join(sorted(file.parent.name for file in ROOT.glob("game/cabinets/*/cabinet.py"))) + ")"
    found = {_shape(node, games) for node in nodes() if isinstance(node, ast.JoinedStr)}
    fit = [shape for shape in sorted(found) if re.search("[a-z]{3}", shape.removeprefix(games))]
    return tuple((re.match(r"[a-z_0-9]*", shape)[0], re.compile(shape)) for shape in fit)  # type: ignore[index]


def made(key: str) -> bool:
    """Whether an f-string may become that key."""
    return any(key.startswith(start) and shape.fullmatch(key) for start, shape in shapes())


def _shape(joined: ast.JoinedStr, games: str) -> str:
    parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in joined.values]
    if parts[0] == ".+" and len(parts) > 1 and parts[1].startswith(r"\."):
        parts[0] = games + "(?:\\..+)?"
    return "".join(parts)


def test_every_text_is_asked_for() -> None:
    texts = {key: Texts("en").raw(key) for key in sorted(Texts("en").keys())}
    prefixes = {prefix for text in texts.values() for prefix in PREFIX.findall(text)}
    unused = [key for key in texts if key not in words() and key.rpartition(".")[0] not in prefixes and not made(key)]
    assert unused == []


def test_every_icon_is_drawn() -> None:
    written = " ".join(Texts("en").raw(key) for key in sorted(Texts("en").keys()))
    icons = sorted(file.stem for file in (paths.assets() / "icons").glob("*.svg"))
    unused = [icon for icon in icons if icon not in words() and f":{icon}:" not in written and not made(icon)]
    assert unused == []


def test_every_sound_is_played() -> None:
    attributes = (node for node in nodes() if isinstance(node, ast.Attribute))
    played = {node.attr for node in attributes if isinstance(node.value, ast.Name) and node.value.id == "Sound"}
    assert {sound.name for sound in Sound} - played == set()
