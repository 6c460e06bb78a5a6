"""Games that other packages bring: found by their entry points, at home everywhere, and harmless if broken."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from sysconfig import get_path

import pytest

from game.cabinets.listed import CABINETS, BrokenGameError, found
from game.cabinets.stages import PRESENTATIONS, STAGES
from game.core import elsewhere
from game.ground.texts import LANGUAGES, Texts, _table
from game.scenes.title.stands import stands
from tests import ROOT
from tests.processes import wait_until

EXAMPLE = ROOT / "examples" / "reversi"


def forget() -> None:
    """Look for packages and texts anew."""
    elsewhere.brought.cache_clear()
    _table.cache_clear()
    for listed in (CABINETS, PRESENTATIONS, STAGES):
        listed._broken.clear()


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages."""
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def install(packages: Path, name: str, entries: dict[str, str]) -> None:
    """Put the metadata of a package there, as an installer does."""
    info = packages / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = "".join(f"{game} = {place}\n" for game, place in entries.items())
    (info / "entry_points.txt").write_text(f"[{elsewhere.GROUP}]\n{lines}", encoding="utf-8")
    forget()


def test_without_packages_there_are_the_games_of_the_house() -> None:
    assert not elsewhere.brought()
    assert CABINETS.names == tuple(CABINETS.places)


def test_a_package_brings_a_game_with_its_picture_and_its_texts(packages: Path) -> None:
    install(packages, "souk-reversi", {"reversi": "souk_reversi.cabinet:REVERSI"})
    assert CABINETS.names[-1] == "reversi" and CABINETS["reversi"].id == "reversi"
    assert elsewhere.brought()["reversi"].wheel == "souk-reversi 1.0"
    assert STAGES["reversi"].__name__ == "ReversiStage"
    assert found("souk_reversi.rules:Reversi").info.id == "reversi"
    assert "reversi" in [stand.game for stand in stands()]
    for language in LANGUAGES:
        words = Texts(language)
        assert words.line("reversi.name") and words.line("omok.name")


def test_an_id_of_the_house_stays_with_the_house(packages: Path) -> None:
    install(packages, "bandit", {"omok": "souk_reversi.cabinet:REVERSI", "../up": "souk_reversi.cabinet:REVERSI"})
    assert CABINETS["omok"].id == "omok" and CABINETS.names == tuple(CABINETS.places)


def test_a_package_that_cannot_be_imported_lets_its_shutters_down_with_a_sentence(packages: Path) -> None:
    install(packages, "leaky", {"leaky": "no_such_package.cabinet:LEAKY"})
    assert "leaky" in CABINETS.names and "leaky" not in CABINETS and CABINETS["nullgame"].id == "nullgame"
    with pytest.raises(BrokenGameError) as told:
        CABINETS["leaky"]
    for language in LANGUAGES:
        assert "no_such_package" in Texts(language).line(told.value.key, told.value.values)


def test_a_package_adds_no_words_but_its_game_s_own(packages: Path) -> None:
    shutil.copytree(EXAMPLE / "souk_reversi", packages / "loud")
    (packages / "loud" / "texts" / "en" / "omok.toml").write_text('name = "Mine"\n', encoding="utf-8")
    install(packages, "loud", {"reversi": "loud.cabinet:REVERSI"})
    assert [file.name for file in elsewhere.texts("en")] == ["reversi.toml"]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_package_installed_in_a_fresh_environment_is_a_game_of_the_arcade(tmp_path: Path) -> None:
    """Its own environment, in which only what Souk needs is borrowed; pip builds and installs the example."""
    venv = pytest.importorskip("venv", reason="this Python makes no environments")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    where = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    borrowed = Path(where.stdout.strip()) / "borrowed.pth"
    borrowed.write_text(f"{ROOT}\n{get_path('purelib')}\n", encoding="utf-8")
    environment = {**os.environ, "SOUK_HOME": str(tmp_path / "home"), "PYTHONPATH": "", "SDL_VIDEODRIVER": "dummy"}
    environment["LC_ALL"] = "en_US.UTF-8"

    def run(*words: str) -> str:
        done = subprocess.run(
            [python, *words],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=200,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    main = str(ROOT / "main.py")
    run("-m", "pip", "install", "--quiet", str(EXAMPLE))
    assert "reversi" in run(main, "list")
    played = json.loads(run(main, "play", "reversi", "--seats", "expert,random", "--seed", "1", "--headless", "--json"))
    assert played["game"] == "reversi"
    assert "reversi keeps all" in run(main, "conformance", "reversi")
    own = tmp_path / "mine.py"
    own.write_text("from souk_reversi.bots import BOTS\n\n\nclass Mine(BOTS['expert']):\n    pass\n", encoding="utf-8")
    run(
        main,
        "tournament",
        "reversi",
        "--bots",
        f"{own}:Mine,random",
        "--games",
        "4",
        "--json",
        str(tmp_path / "t.json"),
    )
    run(main, "screenshot", "table", "--game", "reversi", "--turn", "9", "--out", str(tmp_path / "reversi.png"))
    host = subprocess.Popen(
        [python, main, "host", "reversi", "--seats", "open,random", "--address", "127.0.0.1", "--port", "0", "--json"],
        cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    try:
        assert host.stderr is not None
        opened = json.loads(host.stderr.readline())
        run(main, "join", f"127.0.0.1:{opened['port']}", "--bot", "random")
        wait_until(lambda: host.poll() is not None, 60)
        assert host.returncode == 0 and host.stdout is not None
        assert json.loads(host.stdout.read())["matches"][0]["result"]
    finally:
        host.kill()
        host.communicate()
