"""Who may import whom: docs/architecture.md, "The house". `python -m tests.house.test_layers` prints the rooms.

A *floor* is a kind of code; a *room* is a folder. Imports lead to the same floor or a lower one, and neither rooms nor
files import each other in a circle: not by lazy imports, not through an `__init__` that runs when a file below it is
imported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from tests import ROOT

SOURCES = sorted([*ROOT.glob("game/**/*.py"), *ROOT.glob("net/**/*.py"), ROOT / "main.py"])
LONG, LONGEST = 450, 600
"""Lines of a file above which it needs a reason in `TOO_LONG`, and the most it may have."""
FULL, FULLEST = 24, 40
"""Files of a room above which it needs a reason in `TOO_LONG`, and the most it may have."""
TOO_LONG: dict[str, str] = {
    "game/core": "the contract of rules, bots and cabinets, in files that each game imports by name",
    "game/scenes/table": "what is around a board, and every page that a person opens over it",
    "game.cabinets.cisterns.stage.stage": "a floor under one camera, and each action of a turn that is taken on it",
    "game.cabinets.gems.stage.stage": "one table in three shapes, and each way to take, reserve and buy on it",
    "game.cabinets.rails.stage.map": "one map under one pointer and cursor, and what each press on it means by tool",
    "game.cabinets.rooftops.stage.stage": "one race: own runners ahead of the match, others where it is, one pane each",
    "game.cabinets.workshop.scenes.desk": "one level on a desk, from what it is made of to what is painted on it",
    "game.scenes.feeds.local": "a match at this screen as the table asks for it, from its beginning to the next one",
    "net/host/room": "one room: who is in it, what they ask for, what is played, who has it next, around one state",
    "net.messages": "every message of the LAN, which one page of the documentation is made of",
    "net.client.client": "one connection from the first attempt to the goodbye, by one table of states",
    "net.host.room.room": "what a room does about each message, about who comes and who goes, by one table of states",
    "net.host.room.play": "the life of a room's match, from the rehearsal of its beginning to its end",
    "game.scenes.lan.connection": "one stay in a room as its window knows it, told by one stream of messages",
    "game.scenes.table.results": "one page at the end of a match, wide and upright, with all that stands on it",
    "game.scenes.lobby.scene": "one page: its cards, the way into a room, the room, which share one connection",
    "game.scenes.lobby.table": "one match at several screens, with what people say, ask of each other, and do after it",
    "game.core.match.match": "one match from its first window to its last, in one order of operations",
    "game.scenes.title.street.street": "one street: its camera, its matches, and the order in which it is drawn",
    "game.scenes.title.scene": "one street, walked along or listed, and every way that leads on from it",
    "game.scenes.table.scene": "what stands at a table and what a person does there",
    "game.engine.scene": "a scene, the stack of scenes and what they are given, which know one another",
    "game.engine.widgets.parts.tree": "the parts of a layout, which hold one another and give way to one another",
}
"""Why a file or a room is longer than one idea usually is: a line each, for who would cut it."""

FLOORS = (
    "core",
    "ground",
    "rules",
    "training",
    "engine",
    "kit",
    "stage",
    "net",
    "report",
    "scenes",
    "conformance",
    "environments",
    "commands",
    "main",
)
"""The floors of the house, from the ground up."""

MAY_IMPORT = {
    "core": {"core"},
    "ground": {"ground", "core"},
    "rules": {"core", "rules"},
    "training": {"core", "rules", "training"},
    "engine": {"core", "ground", "engine"},
    "kit": {"core", "ground", "engine", "kit"},
    "stage": {"core", "ground", "rules", "engine", "kit", "stage"},
    "net": {"core", "ground", "net", "rules"},
    "report": {"core", "ground", "rules", "report"},
    "scenes": {"core", "ground", "rules", "engine", "kit", "stage", "net", "report", "scenes"},
    "conformance": {"core", "ground", "engine", "stage", "conformance"},
    "environments": {"core", "ground", "rules", "training", "scenes", "environments"},
    "commands": {
        "core",
        "ground",
        "rules",
        "engine",
        "kit",
        "stage",
        "net",
        "report",
        "scenes",
        "conformance",
        "commands",
    },
    "main": {"commands"},
}
PACKAGES = {"game", "net", "game.core", "game.engine", "game.kit", "game.cabinets"}
WITHOUT_PYGAME = {"core", "ground", "rules", "training", "net", "report", "main"}


ABOVE_RULES = {
    "presentation": "stage",
    "stage": "stage",
    "stages": "stage",
    "net": "net",
    "scenes": "scenes",
    "commands": "commands",
}
"""Files and rooms of a game that do not lie on the floor of its rules."""
ENVIRONMENTS = {f"game.training.{name}" for name in ("course", "environments", "notebook", "solo")}
"""What those who train import, who may want pictures; what the rest of Souk imports of training needs none."""


def floor(module: str) -> str:
    """The floor a module of the project lies on."""
    parts = module.split(".")
    if module in ENVIRONMENTS:
        return "environments"
    if parts[0] == "main":
        return "main"
    if parts[0] == "net":
        return "net"
    match parts[1:2]:
        case ["cabinets"]:
            return next((upper for part, upper in ABOVE_RULES.items() if part in parts[2:]), "rules")
        case [name]:
            return name
    return "core"


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in SOURCES}


@cache
def room(module: str) -> str:
    """The folder of a module."""
    return MODULES[module].parent.relative_to(ROOT).as_posix()


@cache
def imports_of(path: Path) -> frozenset[str]:
    """Everything a file imports while it runs, lazily or not; what only types need does not count."""
    tree = _tree_of_imports(path.read_text(encoding="utf-8"))
    return frozenset(name for node in _statements(tree) for name in _names(node) if name != "__future__")


ELSEWHERE = re.compile(r"^[ \t]+(?:from|import)[ \t]|[;:][ \t]*(?:from|import)[ \t]", re.M)
IMPORT = re.compile(r"^(?:from|import)[ \t](?:[^(\n]*\([^)]*\)|.*)", re.M)
CODE = re.compile(r"^(?:def|class|async|if|for|while|with|try|@|\w+[ \t]*[:=(.\[])", re.M)


def _tree_of_imports(source: str) -> ast.Module:
    """Parse a source, or only its imports where all of them stand at its head: to parse all of it takes seconds."""
    code = CODE.search(source)
    if not ELSEWHERE.search(source) and (code is None or not IMPORT.search(source, code.start())):
        with suppress(SyntaxError):  # a line of a text that begins as an import does
            return ast.parse("\n".join(IMPORT.findall(source)))
    return ast.parse(source)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """A statement and those inside of it, without what only types need."""
    yield node
    if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
        for field in ("body", "handlers", "cases"):
            for inner in getattr(node, field, ()):
                yield from _statements(inner)
    for field in ("orelse", "finalbody"):
        for inner in getattr(node, field, ()):
            yield from _statements(inner)


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in MODULES else node.module


def files_below(module: str) -> set[str]:
    """The files that run when a module is imported: those it names, and the `__init__` of each room it enters."""
    found = set()
    for name in imports_of(MODULES[module]) & MODULES.keys():
        parts = name.split(".")
        entered = {".".join(parts[:count]) for count in range(1, len(parts))}
        found |= {name} | {package for package in entered if not f"{module}.".startswith(f"{package}.")}
    return found - {module}


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The circles of a graph: sets of nodes each of which leads to each other (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        path.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
            if other in path:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            start = path.index(node)
            if len(path) - start > 1:
                found.append(sorted(path[start:]))
            del path[start:]

    for node in graph:
        if node not in index:
            visit(node)
    return found


def rooms() -> dict[str, set[str]]:
    """The rooms, each with those it imports from."""
    graph: dict[str, set[str]] = {room(module): set() for module in MODULES}
    for module in MODULES:
        for other in imports_of(MODULES[module]) & MODULES.keys():
            if room(other) != room(module):
                graph[room(module)].add(room(other))
    return graph


def test_a_module_imports_only_what_lies_below() -> None:
    for path in SOURCES:
        here = floor(module_of(path))
        for imported in imports_of(path):
            top = imported.partition(".")[0]
            if top == "pygame":
                assert here not in WITHOUT_PYGAME, f"{module_of(path)}: {here} has no windows"
            if top in {"game", "net"} and imported not in PACKAGES:
                assert floor(imported) in MAY_IMPORT[here], f"{module_of(path)} may not import {imported}"


def test_no_rooms_import_each_other_in_a_circle() -> None:
    assert circles(rooms()) == []


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles({module: files_below(module) for module in MODULES}) == []


def test_circles_are_found() -> None:
    assert circles({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a", "d"]}) == [["a", "b", "c"]]


def test_files_and_rooms_stay_small() -> None:
    """None above the limit, and a reason for each that is above the usual; a reason that is needed no more goes."""
    lines = {module: len(path.read_text(encoding="utf-8").splitlines()) for module, path in MODULES.items()}
    files = {name: sum(room(module) == name for module in MODULES) for name in rooms()}
    assert {name for name, count in lines.items() if count > LONGEST} == set()
    assert {name for name, count in files.items() if count > FULLEST} == set()
    long = {name for name, count in lines.items() if count > LONG}
    full = {name for name, count in files.items() if count > FULL}
    assert long | full == TOO_LONG.keys()


LISTS = {"game.cabinets.listed", "game.cabinets.stages"}
"""What names every game, once each."""
WORD = re.compile(r"[a-z0-9]+")
ORDINARY = {"sketch", "storm", "words", "workshop"}
"""Ids that are words of English as well: they name a game where they are quoted, or begin a key or a module."""
KINDS = {("game.core.cabinet", "workshop")}
"""A kind of game may be called as one game of it is."""
BORROWED = {("game.cabinets.storm.games", "omok"), ("game.cabinets.storm.games", "tablut")}
"""A storm is made of other games' puzzles, which one file of it names."""
QUOTED = re.compile(r"""["'](?:cabinets\.)?([a-z0-9]+)["'.:]""")


def test_no_game_is_named_outside_its_folder() -> None:
    """In no line at all, comments and texts included. The template may be: it is nobody's game, and always there."""
    cabinets = ROOT / "game" / "cabinets"
    games = {path.parent.name for path in cabinets.glob("*/cabinet.py")} - {"nullgame"}
    assert games >= {"l4g", "marrakech", "slime"}
    named = {
        (module, game)
        for module, path in MODULES.items()
        if module not in LISTS
        for game in games & _named(path.read_text(encoding="utf-8").lower())
        if not path.is_relative_to(cabinets / game) and (module, game) not in KINDS | BORROWED
    }
    assert named == set()


def _named(text: str) -> set[str]:
    """What a text names that may be games."""
    return {*WORD.findall(text)} - ORDINARY | {*QUOTED.findall(text)} & ORDINARY


def levels(graph: Mapping[str, set[str]]) -> dict[str, int]:
    """How many rooms lie below each, one on the other. Needs a graph without circles."""

    @cache
    def level(name: str) -> int:
        return 1 + max(map(level, graph[name]), default=-1)

    return {name: level(name) for name in graph}


if __name__ == "__main__":
    plan = rooms()
    height = levels(plan)
    for name in sorted(plan, key=lambda name: (-height[name], name)):
        print(f"{height[name]:2} {name} → {', '.join(sorted(plan[name])) or '–'}")
