"""docs/architecture.md: the classes of its diagram, and the files it names, are those of the code."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
DIAGRAM = PAGE.partition("```mermaid\n")[2].partition("```")[0]
RELATION = re.compile(r"^    (\w+) [-.o|<>]+ (\w+)", re.MULTILINE)
BODY = re.compile(r"^    class (\w+) \{\n(.*?)^    \}", re.MULTILINE | re.DOTALL)
MEMBER = re.compile(r"^        (\w+)", re.MULTILINE)
FILE = re.compile(r"`((?:core|scenes|tests|game|net)/[\w/]+\.py)`")


@cache
def classes() -> dict[str, set[str]]:
    """Every class of the program and the names its body and its constructor give."""
    found: dict[str, set[str]] = {}
    for file in sorted([*ROOT.glob("game/**/*.py"), *ROOT.glob("net/**/*.py")]):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, set()).update(_members(node))
    return found


def _members(node: ast.ClassDef) -> set[str]:
    names = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.FunctionDef):
            names.add(inner.name)
        elif isinstance(inner, ast.AnnAssign | ast.Assign):
            targets = inner.targets if isinstance(inner, ast.Assign) else [inner.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
            names |= {target.attr for target in targets if isinstance(target, ast.Attribute)}
    return names


def test_every_class_of_the_diagram_is_there() -> None:
    named = {name for pair in RELATION.findall(DIAGRAM) for name in pair} | {name for name, _ in BODY.findall(DIAGRAM)}
    assert len(named) > 30
    assert named - classes().keys() == set()


@pytest.mark.parametrize(("name", "body"), BODY.findall(DIAGRAM))
def test_every_member_in_the_diagram_is_there(name: str, body: str) -> None:
    members = set(MEMBER.findall(body))
    assert members
    assert members - classes()[name] == set()


def test_every_file_named_is_there() -> None:
    files = FILE.findall(PAGE)
    assert files
    assert [file for file in files if not ((ROOT / file).exists() or (ROOT / "game" / file).exists())] == []
