"""Texts for fingers: what scenes show that stand upright names no key, no wheel and nothing that only hovers."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from game.ground.texts import FOR_FINGERS, LANGUAGES, Texts

NAMES = {
    "en": re.compile(
        r"\b(?:Enter|Return places|Space|Shift(?! everything)|Ctrl|Esc|Alt|Backspace|F[1-9]|keyboard|[Aa]rrow keys?"
        r"|[Cc]lick\w*|[Ww]heel|[Mm]ouse|[Hh]over\w*|[Pp]ointer|[Pp]oint (?:at (?:a|one|it)\b)|right button)\b"
        r"|\([A-Z]\)(?= ?$)|\bby arrows\b|\bwith keys\b|\bAny key\b|\*\*[A-Z]\*\*|\b[A-Z], or\b"
    ),
    "ko": re.compile(
        r"Enter|클릭|휠|마우스|키보드|방향키|스페이스|엔터|포인터|오른쪽 버튼|을 가리키면|를 가리키면|아무 키"
        r"|\([A-Z]\)$|F2|\*\*[A-Z]\*\*|(?<![A-Za-z])[A-Z](?:를|로|나|키) "
    ),
}
"""Names of keys, of the wheel, and of what a finger cannot do."""
NOT_SHOWN_UPRIGHT = frozenset(
    {
        "app",
        "cli",
        "conformance",
        "contest",
        "contest_page",
        "discovery",
        "entries",
        "evaluation",
        "failures",
        "forge",
        "incident",
        "installation",
        "league",
        "ledger",
        "net",
        "night_plan",
        "racer",
        "rails",
        "rails_jams",
        "rails_lab",
        "rails_lessons",
        "rails_stage",
        "rails_yards",
        "report",
        "rooftops",
        "settings",
        "settings_file",
        "slime_night",
        "slime_server",
        "stones",
        "tablut_server",
        "workshop",
    }
)
"""Files of texts that the console, or scenes without an upright form show."""
NAMES_KEYS_BY_NATURE = (
    "l4g_stage.key.",
    "title.key.",
    "words.stage.by_pad",
    "words.stage.switch",
    "sketch.stage.hand_pad",
    "slime.rules",
)
"""Labels of keys, left out where a finger was used; advice to a person with a pad; and the teams A and B."""


def named(language: str, *, by_finger: bool) -> dict[str, list[str]]:
    """Return the texts of upright scenes that name keys, and what they name."""
    texts = Texts(language, by_finger=lambda: by_finger)
    shown = (key for key in texts.keys() if key.partition(".")[0] not in NOT_SHOWN_UPRIGHT)  # noqa: SIM118
    shown = (key for key in shown if not key.startswith(NAMES_KEYS_BY_NATURE))
    return {key: found for key in sorted(shown) if (found := NAMES[language].findall(texts.raw(key)))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_upright_scenes_show_to_a_finger_names_no_key(language: str) -> None:
    assert named(language, by_finger=True) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_keys_are_found_where_there_are_some(language: str) -> None:
    found = named(language, by_finger=False)
    assert len(found) > 35 and {"words.stage.placeholder", "volcano.stage.ask.tile.wheel"} <= set(found)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_for_fingers_stands_beside_another_and_asks_for_nothing_more(language: str) -> None:
    texts = Texts(language)
    for key in texts.keys():  # noqa: SIM118
        if key.endswith(FOR_FINGERS):
            other = key.removesuffix(FOR_FINGERS)
            assert texts.has(other) and fields(texts.raw(key)) <= fields(texts.raw(other)), key


def test_the_text_for_fingers_is_taken_while_one_is_used_and_by_those_made_from_it(tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "a.toml").write_text('go = "Enter"\n"go.touch" = "Tap"\nstay = "Wait"\nall = "{quote:a.go}!"', "utf-8")
    finger = [False]
    texts = Texts("en", folder=tmp_path, by_finger=lambda: finger[0])
    seated = texts.with_seats(["Mia"])
    assert [each.line("a.go") for each in (texts, seated)] == ["Enter", "Enter"]
    finger[0] = True
    assert [each.line("a.go") for each in (texts, seated)] == ["Tap", "Tap"]
    assert texts.line("a.stay") == "Wait" and texts.line("a.all") == "Tap!"
