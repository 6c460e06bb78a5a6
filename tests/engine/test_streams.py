"""Standard streams in other encodings, in pipes whose reader has gone, and on Windows."""

from __future__ import annotations

import ast
import errno
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.commands import main
from tests.commands.command_line import ROOT, environment, souk
from tests.in_turns import some
from tests.processes import PATIENCE
from tests.sources import trees

KOREAN = "말판을"


@pytest.mark.parametrize("page", some(3, ["cp949", "cp1252", "cp437"]))
def test_every_code_page_gets_every_sentence(tmp_path: Path, page: str) -> None:
    variables = environment(tmp_path, PYTHONIOENCODING=page, LANG="ko_KR.UTF-8", LC_ALL="")
    command = [sys.executable, str(ROOT / "main.py"), "list"]
    done = subprocess.run(command, env=variables, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    said = done.stdout.decode(page)
    assert ("마라케시" in said) == (page == "cp949")
    assert ("\\ub9c8" in said) == (page != "cp949")


class Stream(io.TextIOWrapper):
    """A standard stream in the code page of Korea, as Windows opens it: on a pipe, or on a console."""

    def __init__(self, *, console: bool = False) -> None:
        self.sink = io.BytesIO()
        self._console = console
        super().__init__(self.sink, encoding="cp1252")

    def isatty(self) -> bool:
        return self._console

    def text(self, encoding: str) -> str:
        self.flush()
        return self.sink.getvalue().decode(encoding)


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LANG", "ko_KR.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    yield


@pytest.mark.usefixtures("on_windows")
def test_on_windows_another_program_gets_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream()
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["list"]) == 0
    assert "2…4" in stream.text("utf-8")


@pytest.mark.usefixtures("on_windows")
def test_on_windows_a_console_and_a_named_encoding_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    console, named = Stream(console=True), Stream()
    monkeypatch.setattr(sys, "stdout", console)
    assert main(["list"]) == 0
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    monkeypatch.setattr(sys, "stdout", named)
    assert main(["list"]) == 0
    assert "2…4" in console.text("cp1252") and console.text("cp1252") == named.text("cp1252")


class ClosedPipe(io.RawIOBase):
    """A pipe whose reader has gone, as Windows tells it; or a file, of which that is no such news."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.closed_there = True

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def write(self, data: Any) -> int:
        if self.closed_there:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return memoryview(data).nbytes


@pytest.mark.parametrize(
    ("pipe", "said"), [(True, ""), (False, "The output could not be written: Invalid argument.\n")]
)
def test_a_reader_that_has_read_enough_needs_no_error_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], pipe: bool, said: str
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    reading, writing = os.pipe() if pipe else (os.dup(0), os.open(tmp_path / "out", os.O_WRONLY | os.O_CREAT))
    closed = ClosedPipe(writing)
    stdout = io.TextIOWrapper(io.BufferedWriter(closed), encoding="utf-8")
    try:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stdout)
            assert main(["list"]) == 1
    finally:
        closed.closed_there = False
        os.close(reading)
        os.close(writing)
    assert capfd.readouterr().err == said


def test_a_pipe_that_is_closed_early_needs_no_error(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "main.py"), "list"]
    with subprocess.Popen(
        command, env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout and program.stderr
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 1


def test_words_in_another_encoding_end_no_program_that_reads_them(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "main.py"), "omok-brain"]
    lines = "말판을\n".encode("cp949") + b"END\n"
    done = subprocess.run(
        command, env=environment(tmp_path), input=lines, capture_output=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert b"broke" not in done.stderr
    assert souk(tmp_path, "list").returncode == 0


@pytest.mark.usefixtures("on_windows")
def test_what_went_wrong_after_a_double_click_is_said_in_a_dialog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`souk.exe` has no standard error, and a broken recording is opened by a double-click."""
    said: list[str] = []
    dialogs = SimpleNamespace(user32=SimpleNamespace(MessageBoxW=lambda _, text, *__: said.append(text)))
    monkeypatch.setattr("ctypes.windll", dialogs, raising=False)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["replay", str(tmp_path / "no such.souk"), "--verify"]) == 1
    monkeypatch.undo()
    assert len(said) == 1 and "no such.souk" in said[0]


@pytest.mark.skipif(sys.platform == "win32", reason="the source is the same on every system")
def test_no_file_and_no_pipe_is_opened_without_an_encoding() -> None:
    """On Windows it would be in the code page of the machine. The linter sees plain calls; the rest is seen here."""
    found = []
    for name, tree in trees("game", "net", "build", "tests", "examples", holding=_may_lack_an_encoding):
        calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
        found += [f"{name}:{called.lineno}" for called in calls if _is_without_encoding(called)]
    assert found == []


OPENED = re.compile(r"\.(?:write_text|read_text)\(|\.open\((?:$|\s*['\"][rwaxt+]*['\"])")
OF_PROCESSES = re.compile(r"\b(?:text|universal_newlines)=")


def _may_lack_an_encoding(source: str) -> bool:
    if "subprocess" in source and OF_PROCESSES.search(source):
        return True
    if not any(word in source for word in ("_text(", ".open(")):
        return False
    opening = (
        (line, len(OPENED.findall(line))) for line in source.splitlines() if "_text(" in line or ".open(" in line
    )
    return any(count > line.count("encoding=") for line, count in opening)


def _is_without_encoding(call: ast.Call) -> bool:
    """Whether a call reads or writes text in the code page of the machine; ruff sees only that of a plain `Path(…)`."""
    given = {word.arg for word in call.keywords}
    if "encoding" in given or not isinstance(call.func, ast.Attribute):
        return False
    callee = call.func.value
    while isinstance(callee, ast.Attribute):
        callee = callee.value
    if isinstance(callee, ast.Name) and callee.id == "subprocess":
        return bool(given & {"text", "universal_newlines"})
    match call.func.attr, call.args:
        case ("write_text", [_]) | ("read_text", []):
            return True
        case ("open", [ast.Constant(value=str(mode))]):
            return set(mode) <= set("rwaxt+")
    return False
