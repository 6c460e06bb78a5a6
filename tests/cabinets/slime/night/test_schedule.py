"""Schedules of a Slime night: the page's example, and what is refused with a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.cabinets.slime.night.schedule import MOST_FILE, Form, ScheduleError, read_schedule
from game.ground.texts import LANGUAGES, Texts
from tests import ROOT

TEAMS = "".join(f'[[teams]]\nname = "Team {number}"\n' for number in range(6))


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "night.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_the_example_of_the_page_is_read(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "slime-night.md").read_text(encoding="utf-8")
    example = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[0]
    schedule = read_schedule(written(tmp_path, example))
    assert schedule.form is Form.GROUPS_BRACKET
    assert [team.greeting for team in schedule.teams][2:] == ["mud-4711", "슬라임즈"]
    assert set(schedule.__struct_fields__) <= set(re.findall(r"`(\w+)`", page)) | {"teams"}, "the page tells every key"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (b"\xff\xfe\x00", "toml"),
        ("form = ", "toml"),
        ("a = " + "[" * 5000, "toml"),
        (f'form = "bracket"\nminuts = 3\n{TEAMS}', "field"),
        (f'form = "knockout"\n{TEAMS}', "field"),
        (f'form = "bracket"\nminutes = 0\n{TEAMS}', "field"),
        (f'form = "bracket"\nminutes = nan\n{TEAMS}', "field"),
        ('form = "bracket"\n[[teams]]\nname = "Alone"', "teams"),
        ('form = "swiss"\nteams = []', "teams"),
        (f'form = "groups"\n{TEAMS}' + "".join(f'[[teams]]\nname = "{one}"\n' for one in range(59)), "teams"),
        (f'form = "bracket"\n{TEAMS}[[teams]]\nname = "Team 1"', "twice"),
        (f'form = "bracket"\n{TEAMS}[[teams]]\nname = "X"\nsent = "Team 1"', "twice"),
        (f'form = "bracket"\n{TEAMS}[[teams]]\nname = " Team 7"', "name"),
        (f'form = "bracket"\n{TEAMS}[[teams]]\nname = "슬라임슬라임슬라임"', "name"),
        (f'form = "groups"\ngroups = 4\n{TEAMS}', "groups"),
        (f'form = "groups-bracket"\ngroups = 2\nadvance = 4\n{TEAMS}', "advance"),
        (f'form = "groups-bracket"\nadvance = 1\n{TEAMS}', "one_advances"),
        (f'form = "swiss"\nrounds = 4\n{TEAMS}', "rounds"),
        (b"#" * (MOST_FILE + 1), "large"),
    ],
)
def test_what_cannot_be_played_is_said(tmp_path: Path, text: str | bytes, key: str) -> None:
    with pytest.raises(ScheduleError) as caught:
        read_schedule(written(tmp_path, text))
    assert caught.value.key == f"slime_night.error.{key}"
    for language in LANGUAGES:
        sentence = Texts(language).line(caught.value.key, caught.value.values)
        assert "night.toml" in sentence and str(tmp_path) not in sentence


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ScheduleError) as caught:
        read_schedule(tmp_path / "gone.toml")
    assert caught.value.key == "slime_night.error.unreadable"
