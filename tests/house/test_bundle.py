"""The bundle is made, proves itself, and does without Python what the source does."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.ground.version import VERSION
from tests.commands.command_line import ROOT, environment, souk
from tests.net.processes import host

MOST_BYTES, MOST_PACKED_BYTES = 110_000_000, 38_000_000

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def dist() -> Iterator[Path]:
    """The folder with all that `build/bundle.py` makes; other users may look into it, unlike into pytest's own."""
    pytest.importorskip("PyInstaller", reason="the extra `build` is not installed")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        subprocess.run([sys.executable, str(ROOT / "build" / "bundle.py"), "--dist", str(folder)], check=True)
        yield folder


@pytest.fixture(scope="module")
def program(dist: Path) -> Path:
    return dist / "souk" / "souk"


def run(
    program: Path, home: Path, *words: str | Path, prefix: tuple[str, ...] = (), **more: str | None
) -> subprocess.CompletedProcess[str]:
    """The outcome of a command of the bundle, on a machine without Python's folders. None takes a variable away."""
    changed = {**environment(home), "PATH": os.defpath, **more}
    variables = {name: value for name, value in changed.items() if value is not None}
    command = [*prefix, str(program), *map(str, words)]
    return subprocess.run(
        command,
        env=variables,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
        cwd=home if home.exists() else "/",
    )


def test_it_runs_a_program_as_a_bot(program: Path, tmp_path: Path) -> None:
    python = shutil.which("python3", path=os.defpath)
    if python is None:
        pytest.skip("there is no Python outside this environment")
    bot = f"cmd:{python} '{ROOT / 'examples' / 'bots' / 'chooser.py'}'"
    done = run(program, tmp_path, "play", "nullgame", "--seats", f"{bot},random", "--headless", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def size_of(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else (path,)
    return sum(file.lstat().st_size for file in files if not file.is_dir())


def test_it_is_small(dist: Path) -> None:
    (packed,) = dist.glob("*.tar.xz")
    assert size_of(dist / "souk") <= MOST_BYTES
    assert size_of(packed) <= MOST_PACKED_BYTES
    assert not list((dist / "souk").rglob("*numba*"))


def test_it_proves_itself_on_a_screen_and_from_elsewhere(program: Path, tmp_path: Path) -> None:
    if not shutil.which("xvfb-run"):
        pytest.skip("xvfb-run is not installed")
    done = run(program, tmp_path, "selftest", prefix=("xvfb-run", "-a"), SDL_VIDEODRIVER=None)
    assert done.returncode == 0, done.stderr
    assert f"Souk {VERSION} (bundle)" in done.stderr


@pytest.fixture
def read_only(program: Path) -> Iterator[Path]:
    """The program in a folder that nobody may write to."""
    folders = [program.parent, *(path for path in program.parent.rglob("*") if path.is_dir())]
    modes = {folder: stat.S_IMODE(folder.stat().st_mode) for folder in folders}
    for folder in folders:
        folder.chmod(0o555)
    yield program
    for folder, mode in modes.items():
        folder.chmod(mode)


def test_it_proves_itself_to_a_user_without_a_home(read_only: Path, tmp_path: Path) -> None:
    prefix: tuple[str, ...] = ()
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("setpriv is not installed")
        prefix = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    done = run(read_only, Path("/nonexistent"), "selftest", prefix=prefix, HOME=None, SOUK_HOME=None)
    assert done.returncode == 0, done.stderr


def test_bundle_and_source_play_together(program: Path, tmp_path: Path) -> None:
    with host(tmp_path, "nullgame", "--seats", "open*2", "--port", "0") as room:
        port = room.first_line()["port"]
        words = ("join", f"127.0.0.1:{port}", "--bot", "random", "--json")
        guest = subprocess.Popen(
            [str(program), *words], env=environment(tmp_path / "guest"), stdout=subprocess.PIPE, encoding="utf-8"
        )
        with guest:
            other = souk(tmp_path, *words)
            assert other.returncode == 0, other.stderr
            told = json.loads(guest.communicate(timeout=240)[0])
        (match,) = room.document()["matches"]
    assert told["hash"] == json.loads(other.stdout)["hash"] == match["hash"]


def test_the_package_leaves_nothing_behind(dist: Path, tmp_path: Path) -> None:
    packages = list(dist.glob("*.deb"))
    if not packages:
        pytest.skip("dpkg-deb is not installed")
    if os.geteuid() != 0 or Path("/usr/games/souk").exists():
        pytest.skip("only root can install a package, and only where there is none yet")
    paths = [Path(line[1:]) for line in listed(packages[0]) if not line.endswith("/")]
    root = os.environ | {"PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}  # dpkg asks for programs that lie there
    try:
        subprocess.run(["dpkg", "--install", str(packages[0])], check=True, capture_output=True, env=root)
        assert all(os.path.lexists(path) for path in paths)
        done = run(Path("/usr/games/souk"), tmp_path, "list", "--json")
        assert done.returncode == 0, done.stderr
        assert "Name[ko]=" in Path("/usr/share/applications/souk.desktop").read_text(encoding="utf-8")
    finally:
        subprocess.run(["dpkg", "--purge", "souk"], check=True, capture_output=True, env=root)
    assert [path for path in paths if os.path.lexists(path)] == []
    assert not Path("/usr/lib/souk").exists()


def listed(package: Path) -> list[str]:
    """The paths in a package, each with a dot before it."""
    lines = subprocess.run(
        ["dpkg-deb", "--contents", str(package)], check=True, capture_output=True, encoding="utf-8"
    ).stdout
    return [line.split(" -> ")[0].split()[-1] for line in lines.splitlines()]


def test_it_plays_as_the_source_does(program: Path, tmp_path: Path) -> None:
    words = ("play", "marrakech", "--seats", "greedy,random", "--seed", "7", "--headless", "--json")
    done = run(program, tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout == souk(tmp_path, *words).stdout


def test_its_tournament_has_workers(program: Path, tmp_path: Path) -> None:
    words = ("tournament", "nullgame", "--bots", "expert,random", "--games", "20", "--workers", "2", "--json", "-")
    done = run(program, tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)


def test_it_says_where_scenes_can_be_drawn(program: Path, tmp_path: Path) -> None:
    done = run(program, tmp_path, "screenshot", "title", "--out", tmp_path / "title.png")
    assert done.returncode == 1
    assert "tests/showroom" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_it_runs_a_persons_bot(program: Path, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text(
        "from game.core.bots import Bot\n\n\n"
        "class Mine(Bot):\n    def decide(self, request):\n        return request.legal[-1]\n",
        encoding="utf-8",
    )
    done = run(program, tmp_path, "play", "nullgame", "--seats", f"{bot}:Mine,random", "--headless", "--json")
    assert done.returncode == 0, done.stderr
    assert "Mine" in done.stdout
    assert done.stderr == ""
