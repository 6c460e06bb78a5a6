"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from game.core import moving
from game.engine import sprites, vector
from game.engine.loop.app import App
from game.engine.scene import SceneStack
from game.engine.text import Typeface
from game.engine.text.typeface import Kept
from game.engine.thrift import Thrift
from game.engine.widgets import MemoryClipboard, Style
from game.ground.texts import Texts
from game.scenes.staging import left_off
from tests.processes import alive, wait_until
from tests.zoo_keeper import Zoo

pytest_plugins = ["tests.budget", "tests.doctests"]

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
"""Some machines forbid bytecode: each worker, and hundreds of programs, would compile all that they import."""

for variable in ("LC_ALL", "LC_MESSAGES"):
    os.environ.pop(variable, None)
"""They would outvote LANG, by which tests choose the language of what they read."""

EXAMPLE = str(Path(__file__).resolve().parent.parent / "examples" / "reversi")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [EXAMPLE, os.environ.get("PYTHONPATH")]))
"""The programs that tests start find the package of the example game, as the tests do."""

settings.register_profile("souk", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("souk"), max_examples=40)
settings.load_profile("souk")
"""The same cases in every run, whatever the machine: what fails there fails here. Properties that name no number of
cases take 40 in the quick suite, and 100 in the slow one, which runs them again (`pytest_collection_modifyitems`)."""

with suppress(ImportError):
    from hypothesis.internal.conjecture import providers

    providers._get_local_constants = lambda: providers._local_constants
"""Nor do they depend on what is imported: Hypothesis would draw numbers and words that occur in the source of any
module of this process, others where a test runs alone. To read all that takes each worker of a fresh clone seconds."""

collect_ignore_glob = ["bench/[!t]*", "bench/test_bench_lan.py"]
"""Benchmarks choose their speed when they are imported (SOUK_PLAIN), which no test may inherit: `test_bench_runs.py`
runs each in a process of its own. Those that hold a host to its figures are for a quiet machine, by hand."""


def pytest_configure(config: pytest.Config) -> None:
    """Give tests a home of their own where none is set: settings and replays of whoever runs them stay as they are.

    What is compiled stays from run to run, for programs in homes of their own, too: each would compile for a minute.
    Sprites and lines of text stay as well: windows of tests come and go at a few sizes, and say the same. The quick
    tests draw without the finish of edges, which is a tenth of their time, and draw no page before it is seen, but on
    the way from the title to each game; the slow ones do both.

    A shell that starts the tests in its background has them ignore Ctrl-C, as would every program that they start:
    tests that press it would wait for nothing.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    refuse_what_is_open()
    os.fsync = os.fstat  # no machine loses its power meanwhile; what is closed is refused all the same
    quick = config.option.markexpr == "not slow"
    if quick:
        settings.load_profile("quick")
    App.thrift = Thrift(sprite_bytes=400 << 20, all_sizes=True, generation=1, warming=not quick)
    sprites.ROOMIER = 8
    left_off.SIZE = (80, 60)
    Typeface.shared = Kept(128 << 20, 512)
    if quick:
        vector.FINEST = 1
    if "SOUK_HOME" not in os.environ:
        home = config.rootpath / ".pytest_cache" / "home"
        for folder in home.glob("*"):
            if folder.name != "cache":
                shutil.rmtree(folder, ignore_errors=True)
        os.environ["SOUK_HOME"] = str(home)
    os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(os.environ["SOUK_HOME"], "cache", "numba").resolve()))


FREE_TO_GO = frozenset({"hide"})
"""Functions that remove the name of an open file where a system allows that."""


def refuse_what_is_open() -> None:
    """Have every file that is renamed, replaced or removed looked for among those that this process has open.

    Windows would refuse, and only there would it be seen. Who waits there for a reader to close it waits here, too: a
    test may be reading what a host writes in another thread.
    """
    for name in ("unlink", "remove", "rename", "replace"):
        setattr(os, name, _refusing(getattr(os, name)))


def _refusing(call: Callable[..., None]) -> Callable[..., None]:
    def looking(*paths: Any, dir_fd: int | None = None, **more: Any) -> None:
        if dir_fd is None and _open_among(paths) is not None:
            if sys._getframe(3).f_code is moving._patiently.__code__:
                until = time.monotonic() + moving._PATIENCE
                while _open_among(paths) is not None and time.monotonic() < until:
                    time.sleep(moving._PAUSE)
            path = _open_among(paths)
            assert path is None or sys._getframe(2).f_code.co_name in FREE_TO_GO, f"{path} is open"
        call(*paths, **({} if dir_fd is None else {"dir_fd": dir_fd}), **more)

    return looking


def _open_among(paths: Sequence[Any]) -> Any:
    """Return the first of these that this process has open; None for none, and where the system does not tell."""
    wanted = {}
    for path in paths:
        with suppress(OSError, TypeError):
            status = os.lstat(path)
            wanted.setdefault((status.st_dev, status.st_ino), path)
    if not wanted:
        return None
    try:
        descriptors = os.listdir("/proc/self/fd")  # noqa: PTH208 - the fastest, before each removal
    except OSError:
        return None
    for descriptor in descriptors:
        with suppress(OSError):
            status = os.fstat(int(descriptor))
            if (status.st_dev, status.st_ino) in wanted:
                return wanted[status.st_dev, status.st_ino]
    return None


def pytest_collection_finish() -> None:
    """Spare the collector what all tests share, and let it look less often, which is a twelfth of all time.

    Windows look for garbage whenever their scene changes: among what is young, since what tests have left makes a look
    at everything longer and longer, up to a third of a second for each change.
    """
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Three workers for two cores, as tests with processes and sockets wait for a third of their time.

    Four for the slow suite, which waits still more: for windows, clocks and matches at a person's pace.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 2 * cores if config.option.markexpr == "slow" else cores + cores // 2


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, pytest.CollectReport, object]:
    """Where folders are tested, import their modules, each worker from another one on: each is compiled once."""
    report = yield
    if all(map(os.path.isdir, collector.config.args)):
        modules = [found for found in report.result or () if isinstance(found, pytest.Module)]
        worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        first = len(modules) * worker // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        for module in (*modules[first:], *modules[:first]):
            with suppress(Exception, pytest.skip.Exception):  # whoever collects it says so
                module.obj  # noqa: B018
    return report


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None, None, None]:
    """Make no items of the cases that a suite leaves out: they are as many as it runs, and each worker makes all.

    One stays where it leaves out all, as a test without cases would be another test.
    """
    yield
    suite = metafunc.config.option.markexpr
    if suite not in ("slow", "not slow") or (suite == "slow" and _takes_usual_number(metafunc.function)):
        return
    all_slow = any(mark.name == "slow" for mark in metafunc.definition.iter_markers())
    cases = metafunc._calls
    taken = [
        case for case in cases if (all_slow or any(mark.name == "slow" for mark in case.marks)) == (suite == "slow")
    ]
    cases[:] = taken or cases[:1]


LONG_ALONE = ("house/test_bundle.py", "workshop/test_own.py")
"""Files with a test that takes one worker a minute or more: begun last, all others would wait for it."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the files of `LONG_ALONE`; have the slow suite run properties that name no number of cases, too."""
    if config.option.markexpr == "slow":
        for item in items:
            if _takes_usual_number(getattr(item, "obj", None)):
                item.add_marker("slow")
    items.sort(key=lambda item: not item.path.as_posix().endswith(LONG_ALONE))


def _takes_usual_number(test: object) -> bool:
    """Whether a test is a property of Hypothesis whose cases are as many as the profile says."""
    own: settings | None = getattr(test, "_hypothesis_internal_use_settings", None)
    return hasattr(test, "hypothesis") and (own is None or own.max_examples == settings().max_examples)


@pytest.fixture(autouse=True)
def nothing_is_forgiven(monkeypatch: pytest.MonkeyPatch) -> None:
    """What breaks in a scene breaks the test, though the window would only close that scene."""
    monkeypatch.setattr(SceneStack, "forgiving", False)


@pytest.fixture
def zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Zoo]:
    """A zoo; after the test nothing of it may be left running."""
    here = Zoo(tmp_path)
    monkeypatch.setenv("ZOO_MARKS", str(here.marks))
    threads = set(threading.enumerate())
    yield here
    assert set(threading.enumerate()) <= threads
    animals = here.processes() if here.marks.exists() else []
    wait_until(lambda: not any(map(alive, animals)), "the end of the animals")


@pytest.fixture(params=[range(1, 10), pytest.param(range(1, 301), marks=pytest.mark.slow)], ids=["some", "all"])
def numbers(request: pytest.FixtureRequest) -> range:
    """Numbers of levels that a law is held to: a few in the quick tests."""
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def style() -> Style:
    """How widgets look and speak: in English, with a clipboard of their own."""
    return Style(Typeface(), Texts("en"), clipboard=MemoryClipboard())


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each flush needs 120 ms."""
    flush = os.fsync

    def slowly(descriptor: int) -> None:
        time.sleep(0.12)
        flush(descriptor)

    monkeypatch.setattr("os.fsync", slowly)


@pytest.fixture(autouse=True)
def nothing_chosen_before() -> None:
    """Forget what an earlier test chose in the home that all share: settings outvote the language of the system."""
    with suppress(OSError):
        Path(os.environ["SOUK_HOME"], "config", "settings.toml").unlink()


@pytest.fixture
def plain_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A home of the test's own, and programs that it starts run as plain Python: they wait for no compiler."""
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
