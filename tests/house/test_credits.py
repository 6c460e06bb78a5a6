"""What others made is named, with its licence, wherever it is shipped."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from game.ground import paths
from game.ground.texts import LANGUAGES, Texts
from tests.commands.command_line import ROOT

CREDITS = (paths.assets() / "CREDITS.md").read_text(encoding="utf-8")
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
PACKAGES = [re.split(r"[<>=]", line)[0] for line in DECLARED]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_is_named_with_its_licence(package: str) -> None:
    try:
        about = distribution(package).metadata
    except PackageNotFoundError:
        pytest.skip(f"{package} is not installed")
    classified = [each for each in about.get_all("Classifier") or () if each.startswith("License :: OSI Approved")]
    named = about.get("License-Expression") or (about.get("License") or "").split("\n")[0]
    licence = named or classified[0].rpartition(" :: ")[2]
    assert re.search(rf"^\| {package} \|.*\| {re.escape(licence)} \|", CREDITS, re.MULTILINE)
    assert [
        language for language in LANGUAGES if package not in Texts(language).line("credits.text", version="1")
    ] == []


@pytest.mark.parametrize("file", sorted(paths.assets().rglob("*LICENSE*")), ids=lambda file: file.name)
def test_every_licence_beside_an_asset_is_there_in_full(file: Path) -> None:
    lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    there = {line.strip() for line in CREDITS.splitlines()}
    assert [line for line in lines if line not in there] == []
