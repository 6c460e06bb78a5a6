"""docs/architecture.md, decisions.md and measured.md: classes, files and benches they name are those of the code."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests import ROOT
from tests.sources import trees

PAGES = {
    name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("architecture", "decisions", "measured")
}
DIAGRAM = PAGES["decisions"].partition("```mermaid\n")[2].partition("```")[0]
RELATION = re.compile(r"^    (\w+) [-.o|<>]+ (\w+)", re.MULTILINE)
BODY = re.compile(r"^    class (\w+) \{\n(.*?)^    \}", re.MULTILINE | re.DOTALL)
MEMBER = re.compile(r"^        (\w+)", re.MULTILINE)
FILE = re.compile(r"`((?:core|scenes|kit|engine|tests|game|net)/[\w/]+\.py)`")
BENCH = re.compile(r"\b((?:bench|kill)_\w+)\b")


NAMED = {name for pair in RELATION.findall(DIAGRAM) for name in pair} | {name for name, _ in BODY.findall(DIAGRAM)}
CLASS = rf"(?m)^ *class (?:{'|'.join(sorted(NAMED))})\b"


@cache
def classes() -> dict[str, set[str]]:
    """The classes that the diagram names, each with the names that its body and its constructor give."""
    found: dict[str, set[str]] = {}
    for _, tree in trees("game", "net", holding=CLASS):
        for node in ast.walk(tree):
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
    assert len(NAMED) > 30
    assert NAMED - classes().keys() == set()


@pytest.mark.parametrize(("name", "body"), BODY.findall(DIAGRAM))
def test_every_member_in_the_diagram_is_there(name: str, body: str) -> None:
    members = set(MEMBER.findall(body))
    assert members
    assert members - classes()[name] == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_file_named_is_there(page: str) -> None:
    files = FILE.findall(PAGES[page])
    assert files
    assert [file for file in files if not ((ROOT / file).exists() or (ROOT / "game" / file).exists())] == []


def test_every_bench_named_is_there() -> None:
    benches = {bench for page in PAGES.values() for bench in BENCH.findall(page)}
    assert len(benches) > 10
    assert [bench for bench in benches if not (ROOT / "tests" / "bench" / f"{bench}.py").exists()] == []


def test_the_first_page_is_read_in_ten_minutes() -> None:
    words = PAGES["architecture"].partition("## The house")[2].split()
    assert len(words) < 2000
