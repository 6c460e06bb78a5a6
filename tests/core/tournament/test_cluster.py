"""Tournaments on a Dask cluster: what is said when there is none; the same figures when there is."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.evaluation.several_rooms import rooms_of
from game.core.bot.loading import FileSpec
from game.core.sources import PROGRAM, differing, sources_of
from game.core.work.cluster import Cluster, ClusterError
from game.core.work.place import Workplace
from game.core.work.run import run
from tests.cabinets.l4g.test_several_rooms import OWN as OTHERS
from tests.cabinets.l4g.test_several_rooms import order
from tests.commands.command_line import ROOT, environment, souk
from tests.processes import alive, children, wait_until

needs_dask = pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="needs the extra `cluster`")
OWN = ROOT / "examples" / "l4g" / "coward.py"
ASKED = ("tournament", "l4g", "--games", "600", "--seed", "souk", "--seats", "12", "--option", "turns=40")


def task(work: int, worker: int) -> int:
    return work


def refusal(address: str) -> str:
    with pytest.raises(ClusterError) as refused, Cluster(task, address, {}):
        pass
    return refused.value.key.rpartition("_")[2]


@needs_dask
def test_an_address_where_no_scheduler_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert refusal(f"127.0.0.1:{port}") == refusal(f"tcp://localhost:{port}") == "refused"
    assert refusal("") == refusal("nowhere") == refusal("a b:1") == "address"


@needs_dask
def test_another_service_is_no_scheduler() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        threading.Thread(target=lambda: other.accept()[0].close(), daemon=True).start()
        assert refusal(f"127.0.0.1:{other.getsockname()[1]}") == "refused"


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refusal("127.0.0.1:1") == "missing"


def test_other_sources_are_noticed(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text("one", encoding="utf-8")
    sources = sources_of([str(own)])
    assert differing(sources) is None
    own.write_text("two", encoding="utf-8")
    assert differing(sources) == str(own)
    assert differing({PROGRAM: "another"}) == PROGRAM


class Lab:
    """A scheduler and workers on this machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self.running: list[subprocess.Popen[Any]] = []
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        wait_until(self._tells_its_address, "the scheduler")
        self.address: str = json.loads(self._file.read_text(encoding="utf-8"))["address"]

    def _tells_its_address(self) -> bool:
        """Whether the file is whole: the scheduler makes it empty and fills it afterwards."""
        with contextlib.suppress(OSError, ValueError):
            return "address" in json.loads(self._file.read_text(encoding="utf-8"))
        return False

    def work(self) -> subprocess.Popen[bytes]:
        """Start one more worker."""
        return self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")

    def end_scheduler(self) -> None:
        """Let the scheduler die."""
        self._scheduler.kill()

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--scheduler-file", str(self._file)],
            env=environment(self._folder, PYTHONPATH=str(ROOT)),
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.running.append(process)
        return process

    def play(self, home: Path, *words: str) -> subprocess.Popen[str]:
        """A tournament on this cluster, as soon as its first chunk is kept."""
        command = [sys.executable, str(ROOT / "main.py"), *ASKED, "--cluster", self.address, *words]
        playing = subprocess.Popen(command, env=environment(home), stderr=subprocess.PIPE, encoding="utf-8")
        self.running.append(playing)
        journals = home / "cache" / "tournaments"
        wait_until(lambda: journals.exists() and any(file.stat().st_size for file in journals.iterdir()), "a chunk")
        return playing

    def close(self) -> None:
        """End everything."""
        for process in self.running:
            process.kill()
            process.wait()
        assert not any(alive(process.pid) for process in self.running)


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    found = Lab(tmp_path)
    try:
        yield found
    finally:
        found.close()


def document(path: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
@needs_dask
def test_two_workers_give_the_same_document_and_one_may_be_stopped(tmp_path: Path, lab: Lab) -> None:
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    assert souk(tmp_path, *ASKED, "--workers", "1", "--json", here).returncode == 0
    lab.work()
    victim = lab.work()
    playing = lab.play(tmp_path, "--json", str(there))
    victim.kill()
    _, said = playing.communicate(timeout=240)
    assert playing.returncode == 0, said
    assert document(there) == document(here)


@pytest.mark.slow
@needs_dask
def test_several_rooms_are_played_by_two_workers_each_with_players_of_its_own(lab: Lab) -> None:
    asked = replace(order(), own={**OTHERS, "e7": FileSpec(str(OWN), "Coward")})
    here = run(rooms_of(L4G, asked), lambda progress: None)
    lab.work()
    lab.work()
    assert run(rooms_of(L4G, asked), lambda progress: None, Workplace(1, lab.address)) == here


@pytest.mark.slow
@needs_dask
@pytest.mark.parametrize(
    "asked",
    [
        ("tournament", "nullgame", "--games", "60", "--bots", "expert,random"),
        ("tournament", "l4g", "--games", "40", "--bots", f"{OWN}:Coward,scout", "--seats", "5", "--option", "turns=12"),
        ("rails-lab", "single", "--trains", "1-2", "--seeds", "2"),
        ("workshop-range", "bsp", "--levels", "60"),
    ],
)
def test_every_tournament_goes_to_the_cluster(asked: tuple[str, ...], tmp_path: Path, lab: Lab) -> None:
    worker = lab.work()
    words = (*asked, "--json", "-")
    done = souk(tmp_path, *words, "--cluster", lab.address)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(souk(tmp_path, *words).stdout)
    assert children(worker.pid) == set()


@pytest.mark.slow
@needs_dask
def test_a_cluster_without_workers_is_said(tmp_path: Path, lab: Lab) -> None:
    done = souk(tmp_path, *ASKED, "--cluster", lab.address)
    assert (done.returncode, "has no workers" in done.stderr) == (1, True)


@pytest.mark.slow
@needs_dask
def test_a_scheduler_that_dies_is_said_and_what_is_finished_is_kept(tmp_path: Path, lab: Lab) -> None:
    lab.work()
    playing = lab.play(tmp_path)
    lab.end_scheduler()
    _, said = playing.communicate(timeout=240)
    assert playing.returncode == 1
    assert "is gone" in said and "Traceback" not in said
    assert any((tmp_path / "cache" / "tournaments").iterdir())
