"""The pages for people: what they link to is there, and so is each section of theirs that the source refers to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")
CITED = re.compile(r"(docs/[\w/-]+\.md),\s+\"([^\"]+)\"")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@cache
def headings(page: Path) -> list[str]:
    return HEADING.findall(CODE.sub("", page.read_text(encoding="utf-8")))


def anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")


def cited() -> Iterator[tuple[str, str, str]]:
    """Every section that a source file refers to: the file, the page, the section's heading."""
    for folder in ("game", "net", "build", "tests", "examples"):
        for file in ROOT.glob(f"{folder}/**/*.py"):
            for page, section in CITED.findall(file.read_text(encoding="utf-8")):
                yield page_name(file), page, section


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    for target, section in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        linked = (page.parent / target).resolve() if target else page
        assert linked.exists(), target
        assert not section or section in {anchor(heading) for heading in headings(linked)}, (target, section)


def test_each_section_that_the_source_refers_to_is_there() -> None:
    found = list(cited())
    assert len(found) > 10
    missing = [(file, page, section) for file, page, section in found if section not in headings(ROOT / page)]
    assert missing == []


def test_every_page_has_its_line_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / target).resolve() for target, _ in LINK.findall(index.read_text(encoding="utf-8"))}
    pages = set(ROOT.glob("docs/*.md")) - {index}
    assert sorted(map(page_name, pages - linked)) == []


LONG = 18_000
"""The most characters of a page that does not begin with a list of its sections."""


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/*.md")), ids=page_name)
def test_a_long_page_begins_with_its_sections(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    head = text.partition("\n## ")[0]
    if len(text) > LONG or "On this page:" in head:
        sections = [name for name in headings(page) if f"\n## {name}\n" in text]
        assert [name for name in sections if f"[{name}](#{anchor(name)})" not in head] == []
