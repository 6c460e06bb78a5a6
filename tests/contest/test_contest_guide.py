"""docs/contest.md, followed by somebody who knows nothing else of it."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path

import pytest

from tests import ROOT
from tests.commands.command_line import in_shell
from tests.contest.folders import player

GUIDE = (ROOT / "docs" / "contest.md").read_text(encoding="utf-8")
COMMAND = re.findall(r"^```sh\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)[0].strip()
SETTINGS = re.findall(r"^```toml\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)[0]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_who_follows_the_guide_has_a_report_to_hand_out(tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    folder.mkdir()
    (folder / "kim.py").write_text(player("kim", row=1), encoding="utf-8")
    (folder / "kim.toml").write_text('members = ["Kim Ji-woo", "Lee"]\n', encoding="utf-8")
    (folder / "s01.py").write_text(player("s01", row=2, way="right"), encoding="utf-8")
    (folder / "lee").mkdir()
    (folder / "lee" / "lee.py").write_text(f"import helper\n{player('lee', row=3)}", encoding="utf-8")
    (folder / "lee" / "helper.py").write_text("", encoding="utf-8")
    (folder / "_notes.py").write_text("no entry", encoding="utf-8")
    (folder / "contest.toml").write_text(SETTINGS, encoding="utf-8")
    done = in_shell(tmp_path, COMMAND.replace("2000", "24"))
    assert done.returncode == 0, done.stdout + done.stderr
    written = folder / "results"
    page = (written / "report.html").read_text(encoding="utf-8")
    assert "L4G evening, class 2-3" in page and "Kim Ji-woo, Lee" in page
    with (written / "results.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    assert set(rows) == {"kim", "lee", "Ji-woo"}
    assert rows["lee"]["group"] == "morning" and rows["kim"]["members"] == "Kim Ji-woo, Lee"
    assert "results submissions/results/results.json --game" in page
    assert all(1 <= int(row["low"]) <= int(row["high"]) for row in rows.values())
    for name in rows:
        assert (written / "students" / f"{name}.html").is_file() and (written / "check" / f"{name}.txt").is_file()
    again = in_shell(tmp_path, "python main.py report submissions/results/results.json --out page.html")
    assert again.returncode == 0 and (tmp_path / "page.html").is_file(), again.stderr
    hidden = in_shell(tmp_path, f"{COMMAND.replace('2000', '60')} --anonymous")
    assert hidden.returncode == 0, hidden.stderr
    assert "Ji-woo" not in (written / "report.html").read_text(encoding="utf-8")
    assert "Ji-woo" in (written / "names.csv").read_text(encoding="utf-8")
    pages = {page.stem for page in (written / "students").glob("*.html")}
    assert len(pages) == 3 and pages.isdisjoint(rows), "pages by their own names are handed out no longer"
    shutil.rmtree(written)
