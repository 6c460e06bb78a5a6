"""On Windows nothing of a bot survives it, or the program that started it, and its memory is limited."""

from __future__ import annotations

import ast
import ctypes
import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.cabinets.listed import CABINETS
from game.core.bot.loading import parse_spec
from game.core.bot.running import launch
from game.core.process import job
from game.core.process.job import Job
from game.core.process.process_group import ProcessGroup, worker_environment
from tests.commands.command_line import ROOT
from tests.processes import WINE, alive, wait_until
from tests.sources import trees

on_windows = pytest.mark.skipif(sys.platform != "win32", reason="only Windows has jobs")
SLEEP = "import time; time.sleep(317)"
LEAVES_A_CHILD = (
    "import subprocess, sys\n"
    f"child = subprocess.Popen([sys.executable, '-c', {SLEEP!r}])\n"
    "print(child.pid, flush=True)\n"
)
"""A program that starts another one, says its number and ends."""
ENOUGH = 256 << 20
LIMITS = "<qqI4xQQI4xQII6QQQQQ"
"""JOBOBJECT_EXTENDED_LIMIT_INFORMATION of a system of 64 bits."""
FLAGS, MEMORY = 2, 15
"""The places of its flags and of a process's memory."""
PROCESS_MEMORY, DIE_ON_UNHANDLED_EXCEPTION, KILL_ON_JOB_CLOSE = 0x100, 0x400, 0x2000


def program(source: str) -> list[str]:
    return [sys.executable, "-c", source]


@on_windows
@pytest.mark.parametrize("end", ["", SLEEP])
def test_what_a_bot_has_started_ends_with_it_even_after_it_ended_by_itself(end: str) -> None:
    group = ProcessGroup(program(LEAVES_A_CHILD + end), worker_environment(), ENOUGH)
    child = int(group.pipes[1].readline())
    if not end:
        assert group.exit_code(60.0) == 0
    assert alive(child)
    group.kill()
    group.collect()
    wait_until(lambda: not alive(child), "the end of what it left")
    for pipe in group.pipes:
        pipe.close()


@on_windows
@pytest.mark.parametrize(("memory", "goes_on"), [(ENOUGH, False), (None, True)], ids=["bot", "host"])
def test_a_bot_ends_with_the_program_that_started_it_and_a_host_goes_on(memory: int | None, goes_on: bool) -> None:
    source = (
        "import sys\nfrom game.core.process.process_group import ProcessGroup, worker_environment\n"
        f"group = ProcessGroup({program(LEAVES_A_CHILD + SLEEP)!r}, worker_environment(), {memory})\n"
        "print(group.pid, group.pipes[1].readline().decode(), flush=True)\nsys.stdin.read()\n"
    )
    with subprocess.Popen(program(source), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        started = [int(number) for number in running.stdout.readline().split()]
        assert len(started) == 2 and all(map(alive, started))
        running.kill()
        running.wait()
        if goes_on:
            assert all(map(alive, started))
            for number in started:
                subprocess.run(["taskkill", "/F", "/PID", str(number)], capture_output=True, check=True)
        wait_until(lambda: not any(map(alive, started)), "the end of what it started")


@on_windows
@pytest.mark.skipif(WINE, reason="Wine keeps no limit of memory")
def test_a_program_that_eats_memory_is_refused_more() -> None:
    source = f"try:\n    eaten = bytearray({2 * ENOUGH})\nexcept MemoryError:\n    print('no more')\n"
    group = ProcessGroup(program(source), worker_environment(), ENOUGH)
    assert group.pipes[1].read().strip() == b"no more"
    group.kill()
    group.collect()


@pytest.mark.parametrize("memory", [ENOUGH, 6 << 30, None], ids=["bot", "over 4 GiB", "host"])
def test_the_limits_of_a_job_are_handed_over_as_windows_lays_them_out(
    monkeypatch: pytest.MonkeyPatch, memory: int | None
) -> None:
    """Wine forgets what it was told, so this reads what is told."""
    told: list[tuple[object, ...]] = []

    def set_information(handle: int, kind: int, limits: ctypes.c_void_p, size: int) -> int:
        told.append((handle, kind, struct.unpack(LIMITS, ctypes.string_at(limits, size))))
        return 1

    system = SimpleNamespace(
        CreateJobObjectW=lambda *_: 7,
        SetInformationJobObject=set_information,
        OpenProcess=lambda *_: 0,
        AssignProcessToJobObject=lambda *_: 0,
        TerminateJobObject=lambda *_: 1,
        CloseHandle=lambda *_: 1,
    )
    monkeypatch.setattr(job, "_library", lambda _name: system)
    Job(memory).close()
    if memory is None:
        assert told == []
    else:
        values = [0] * 19
        values[FLAGS] = PROCESS_MEMORY | DIE_ON_UNHANDLED_EXCEPTION | KILL_ON_JOB_CLOSE
        values[MEMORY] = memory
        assert told == [(7, 9, tuple(values))]


@on_windows
@pytest.mark.skipif(WINE, reason="Wine forgets the limits of a job: asked for them it answers with zeros")
def test_a_bot_finds_itself_in_a_job_with_its_limits() -> None:
    source = (
        "import ctypes\n"
        f"limits = ctypes.create_string_buffer({struct.calcsize(LIMITS)})\n"
        "ask = ctypes.WinDLL('kernel32').QueryInformationJobObject\n"
        "assert ask(None, 9, limits, ctypes.c_uint32(len(limits)), None)\n"
        "print(limits.raw.hex())\n"
    )
    group = ProcessGroup(program(source), worker_environment(), ENOUGH)
    found = struct.unpack(LIMITS, bytes.fromhex(group.pipes[1].read().decode()))
    assert found[FLAGS] & PROCESS_MEMORY and found[MEMORY] == ENOUGH
    group.kill()
    group.collect()


@on_windows
def test_a_program_that_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="WinError"):
        ProcessGroup([str(tmp_path / "nothing.exe")], worker_environment(), ENOUGH)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has jobs")
def test_other_systems_have_no_jobs() -> None:
    with pytest.raises(OSError, match="no jobs"):
        Job(ENOUGH)


@pytest.mark.parametrize("spec", ["random", f"cmd:{sys.executable} bot.py"])
def test_every_bot_has_a_limit_a_program_too(spec: str) -> None:
    cabinet = CABINETS["nullgame"]
    assert launch(cabinet, parse_spec(spec, cabinet.bots), ENOUGH).memory == ENOUGH


def test_no_program_is_started_with_a_console_of_its_own() -> None:
    """A window has none, and Windows would open one for each program: it flashes, or stays until the program ends."""
    seen = []
    for name, tree in trees("game", "net", holding="subprocess"):
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if ast.unparse(call.func) in ("subprocess.Popen", "subprocess.run"):
                place = f"{name}:{call.lineno}"
                if "creationflags" not in {word.arg for word in call.keywords}:
                    seen.append(place)
    assert [place for place in seen if "settings/declared.py" not in place] == []  # only macOS is asked there
