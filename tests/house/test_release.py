"""What a release needs: a licence, versions that are pinned, and notes of its own."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.ground.version import VERSION
from tests.commands.command_line import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINNED = dict(
    line.lower().replace("_", "-").split("==")
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SECTION = re.compile(r"^## (\S+)(?: – (\d{4}-\d\d-\d\d))?$", re.MULTILINE)


def notes(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "build" / "notes.py"), *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False)


def test_the_newest_section_of_the_changelog_is_that_of_this_version_with_its_day() -> None:
    newest = SECTION.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert newest is not None
    assert newest[1] == VERSION
    assert newest[2]


def test_notes_of_a_release_are_its_section_alone() -> None:
    printed = notes().stdout
    assert printed.startswith("### Players")
    assert not SECTION.search(printed)
    assert "Players.** The Workshop opens" in notes("0.3.0").stdout


@pytest.mark.parametrize("page", ["ascii", "cp949", "cp1252"])
def test_notes_are_utf_8_whatever_the_code_page_of_the_machine(monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    plain = notes().stdout
    monkeypatch.setenv("PYTHONIOENCODING", page)
    assert notes().stdout == plain


def test_a_version_without_a_section_has_no_notes() -> None:
    done = notes("9.9.9")
    assert (done.returncode, done.stderr.strip()) == (1, "CHANGELOG.md says nothing of 9.9.9")


def test_the_licence_is_named_and_there() -> None:
    assert PROJECT["license"] == "MIT"
    assert "Permission is hereby granted" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    files = [file for pattern in PROJECT["license-files"] for file in ROOT.glob(pattern)]
    assert {file for file in ROOT.glob("assets/**/*") if "LICENSE" in file.name} < set(files)
    assert len(files) == len(set(files)), "a wheel takes no file twice"


def declared() -> Iterator[str]:
    yield from PROJECT["dependencies"]
    for extra in PROJECT["optional-dependencies"].values():
        yield from extra


def numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


@pytest.mark.parametrize("line", sorted(set(declared())))
def test_every_package_is_pinned_to_a_version_that_is_enough(line: str) -> None:
    name, least = line.split(">=")
    assert numbers(PINNED[name]) >= numbers(least)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.stem)
def test_every_action_is_pinned_to_a_commit(workflow: Path) -> None:
    used = re.findall(r"uses: (\S+)", workflow.read_text(encoding="utf-8"))
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)] == []
