"""What a trial means for an entry, and what is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.bot.conduct import Deed, Kind, read_conduct
from game.core.bot.loading import USER_MODULE, describe, where
from game.core.bot.patience import Cost, Patience, PatienceError
from game.core.contest.check import CheckLimits, verdict
from game.core.contest.trial import Tried, beginning_of
from game.core.given import TextError, text_of
from game.core.tournament.evaluation import FailedCall
from game.ground.texts import LANGUAGES, Texts
from game.report.sentences import Sentences

LIMITS = CheckLimits()


def hang(number: int) -> FailedCall:
    return FailedCall(number, 0, 1, "survivor_move", "", "hang", "bots.hang.deadline", {"bot": "kim", "seconds": 2.0})


@pytest.mark.parametrize(
    ("tried", "out"),
    [
        (Tried(4, 500, 0.01), ""),
        (Tried(4, 500, 0.01, lost=3), ""),
        (Tried(0, 12, 0.01, lost=4, given_up="lost"), "lost"),
        (Tried(4, 500, 500 * 0.021), "slow"),
        (Tried(4, 500, 500 * 0.02), ""),
        (Tried(1, 100, 60.0, given_up="slow"), "slow"),
        (Tried(0, 0, 0.0, fault=("bots.load.syntax", {"path": "/home/x/kim.py", "line": 3, "error": "?"})), "load"),
    ],
)
def test_who_is_out_after_the_check(tried: Tried, out: str) -> None:
    assert verdict(tried, (), LIMITS).out == out


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_is_a_sentence_without_keys_and_paths(language: str) -> None:
    fault = ("bots.load.syntax", {"path": "/home/x/kim.py", "line": 3, "error": "expected ':'"})
    deeds = [Deed(kind, name) for kind in Kind for name in ("tool", "")]
    loud = Tried(4, 500, 50.0, 3, "slow", (hang(1), hang(2)), {"hang": 2}, 1 << 30, "hello")
    faults = [*verdict(Tried(0, 0, 0.0, fault=fault), (), LIMITS).faults, *verdict(loud, deeds, LIMITS).faults]
    sentences = Sentences(Texts(language), "l4g")
    lines = [sentences.line(each, 0.001) for each in faults]
    assert len(lines) == 1 + 1 + len(deeds) + 2
    assert not [line for line in lines if "bots." in line or "/home" in line or "{" in line]
    assert any("2" in line and "500" in line for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_process_that_ends_without_a_reason_is_told_with_what_it_printed(language: str) -> None:
    ended = ("bots.crash.exit", {"code": 1})
    crash = FailedCall(7, 0, 3, "decide", "", "crash", *ended)
    sentences = Sentences(Texts(language), "marrakech")
    for tried in (
        Tried(0, 0, 0.0, fault=ended, beginning="Error: no licence\n  at main"),
        Tried(3, 50, 0.1, lost=1, failures=(crash,), failed={"crash": 1}, beginning="Error: no licence\n  at main"),
    ):
        lines = [sentences.line(fault) for fault in verdict(tried, (), LIMITS).faults]
        assert len(lines) == 2 and "1" in lines[0] and "“Error: no licence at main”" in lines[1]
    raised = Tried(0, 0, 0.0, fault=("bots.start.raised", {"error": "x", "where": "y"}), beginning="Traceback")
    assert len(verdict(raised, (), LIMITS).faults) == 1


def test_a_bot_is_out_of_patience_by_lost_processes_hangs_or_slowness() -> None:
    lost = Cost(Patience(lost=1), "kim", 3)
    lost.lose()
    with pytest.raises(PatienceError) as error:
        lost.lose()
    assert error.value.values["why"] == "lost" and error.value.values["seat"] == 3
    hung = Cost(Patience(hung=4.0, seconds=5.0), "kim", 0)
    hung.wait(2.0)
    hung.lose(2.0)
    assert hung.waited == 0.0
    with pytest.raises(PatienceError):
        hung.lose(2.0)
    slow = Cost(Patience(seconds=1.0), "kim", 0)
    with pytest.raises(PatienceError) as error:
        slow.wait(1.5)
    assert error.value.values["why"] == "slow"


def test_a_failure_names_the_author_s_class_and_line_and_never_souk_s(tmp_path: Path) -> None:
    path = tmp_path / "kim.py"
    path.write_text(
        "class NoWayError(Exception):\n    pass\n\n\ndef decide():\n    raise NoWayError('here')\n", "utf-8"
    )
    scope = {"__name__": USER_MODULE}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), scope)
    with pytest.raises(Exception, match="here") as raised:
        scope["decide"]()  # type: ignore[operator]
    assert describe(raised.value) == "NoWayError: here"
    assert where(raised.value, path) == "kim.py:6"
    with pytest.raises(TextError) as about_an_answer:
        text_of(b"\xff")
    about_an_answer.value.__traceback__ = about_an_answer.tb.tb_next  # type: ignore[union-attr]
    assert where(about_an_answer.value, path) == "kim.py"


def test_nothing_of_a_file_of_conduct_is_believed_but_its_form(tmp_path: Path) -> None:
    file = tmp_path / "conduct"
    lines = [
        '{"kind":"reads","name":"x"}',
        "{",
        '{"kind":"flies","name":"y"}',
        '{"kind":"starts","name":"' + "z" * 500 + '"}',
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert read_conduct(file) == (Deed(Kind.READS, "x"), Deed(Kind.STARTS, "z" * 80))
    assert read_conduct(tmp_path / "none") == ()


def test_what_was_printed_is_told_without_headings_and_signs_that_do_something() -> None:
    assert beginning_of(b"[game 1, player 2]\nhello\x1b[31m\n") == "hello·[31m"
