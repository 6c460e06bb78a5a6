"""Who may import whom: docs/architecture.md, "The house"."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted([*ROOT.glob("game/**/*.py"), *ROOT.glob("net/**/*.py"), ROOT / "main.py"])

FLOORS = ("core", "ground", "rules", "training", "engine", "kit", "stage", "net", "scenes", "commands", "main")
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
    "scenes": {"core", "ground", "rules", "engine", "stage", "net", "scenes"},
    "commands": {"core", "ground", "rules", "engine", "stage", "net", "scenes", "commands"},
    "main": {"commands"},
}
PACKAGES = {"game", "net", "game.core", "game.engine", "game.kit", "game.cabinets"}
WITHOUT_PYGAME = {"core", "ground", "rules", "training", "net", "main"}


def floor(module: str) -> str:
    """The floor a module of the project lies on."""
    parts = module.split(".")
    if parts[0] == "main":
        return "main"
    if parts[0] == "net":
        return "net"
    match parts[1:2]:
        case ["cabinets"]:
            last = parts[-1]
            return "stage" if last.startswith("stage") or "stages" in parts else "rules"
        case ["core" | "training" | "engine" | "kit" | "scenes" | "commands"]:
            return parts[1]
    return "ground"


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {
                f"{node.module}.{alias.name}" for alias in node.names if (ROOT / node.module.replace(".", "/")).is_dir()
            }
    return found


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_a_module_imports_only_what_lies_below(path: Path) -> None:
    here = floor(module_of(path))
    for imported in imports_of(path):
        top = imported.partition(".")[0]
        if top == "pygame":
            assert here not in WITHOUT_PYGAME, f"{here} has no windows"
        if top in {"game", "net"} and imported not in PACKAGES:
            allowed = MAY_IMPORT[here]
            assert floor(imported) in allowed, f"{here} may not import {imported} of {floor(imported)}"


def test_no_game_is_named_outside_its_folder() -> None:
    """But in modules that bear its name: the protocol of a contest belongs to one game."""
    games = {path.name for path in (ROOT / "game" / "cabinets").iterdir() if (path / "rules.py").exists()} - {
        "nullgame"
    }
    for path in SOURCES:
        module = module_of(path)
        if module.startswith("game.cabinets"):
            continue
        names = imports_of(path)
        for game in games:
            if game in module.rpartition(".")[2].split("_"):
                continue
            assert not any(name.startswith(f"game.cabinets.{game}") for name in names), f"{module} knows {game}"
