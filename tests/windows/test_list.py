"""The list of what each file of tests does in Wine is whole."""

from __future__ import annotations

from tests import ROOT

LIST = ROOT / "tests" / "windows" / "passing.txt"
REASONED = ("skipped", "fails")
KINDS = ("checked", "passes", "slow", "untried", *REASONED)


def listed() -> list[list[str]]:
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return [line.split(maxsplit=2) for line in lines if line and not line.startswith("#")]


def test_every_file_of_tests_is_listed_once() -> None:
    """Whoever adds a file and has no Wine writes `untried` before it, whoever has one what it does there."""
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if path.parent.name not in ("windows", "bench")]
    there = sorted(path.relative_to(ROOT).as_posix() for path in files)
    assert sorted(words[1] for words in listed()) == there


def test_each_line_says_what_its_file_does() -> None:
    assert {words[0] for words in listed()} <= set(KINDS)
    unsaid = [words[1] for words in listed() if (len(words) == 3) != (words[0] in REASONED)]
    assert unsaid == [], "skipped and fails tell the reason, the others need none"
