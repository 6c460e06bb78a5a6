"""Every benchmark runs to its end, with sizes that take about a second: what nobody starts for months rots else."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.processes import PATIENCE

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
RUN = """
import importlib, inspect, json, sys
bench = importlib.import_module("tests.bench." + sys.argv[1])
for name, value in json.loads(sys.argv[2]).items():
    assert hasattr(bench, name), name
    setattr(bench, name, value)
sys.argv[:] = [bench.__file__, *sys.argv[3:]]
sys.exit(bench.main(sys.argv[1:]) if inspect.signature(bench.main).parameters else bench.main())
"""


@dataclass(frozen=True)
class Small:
    """A benchmark's shortest run: its command line, and what it has as constants."""

    words: tuple[str, ...] = ()
    sizes: dict[str, Any] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    """Programs without which it cannot run."""


RUNS = {
    "balance_tablut": Small(("random", "greedy", "--presets", "seed", "--games", "2")),
    "bench_attack": Small(("storm", "--pieces", "300")),
    "bench_balance": Small(("nullgame", "--games", "2")),
    "bench_beginnings": Small(("--matches", "1")),
    "bench_cisterns": Small(("--turns", "5", "--matches", "1")),
    "bench_cisterns_floors": Small(("--floors", "1", "--danger", "2", "--moments", "1")),
    "bench_compiling": Small(("nullgame",), {"MATCHES": {"nullgame": []}}),
    "bench_contest": Small(("--silent", "3", "--greetings", "3")),
    "bench_forge_dungeons": Small(("--levels", "1")),
    "bench_forge_physics": Small(("--levels", "1")),
    "bench_forge_platforms": Small(("--levels", "1", "--width", "64")),
    "bench_frames": Small(sizes={"SETTLE": 1, "TITLE_FRAMES": 3, "TABLE_FRAMES": 3, "STARTS": 1}),
    "bench_gems": Small(("--matches", "1"), {"DECIDED": 1, "SHOWN": 12}),
    "bench_l4g": Small(("1",)),
    "bench_l4g_frames": Small(sizes={"TURNS": 6}),
    "bench_l4g_players": Small(("1",)),
    "bench_l4g_room": Small(("--games", "1", "--files", "2", "--without-hang")),
    "bench_lan": Small(("--seconds", "1", "--watchers", "5")),
    "bench_left_alone": Small(("settings", "--seconds", "0.2"), {"SETTLE": 1.0}),
    "bench_long_match": Small(("--steps", "60")),
    "bench_marrakech": Small(sizes={"SECONDS": 0.1, "MATCHES": 1, "SEATS": [2], "DECIDED": 2}),
    "bench_memory": Small(("--sizes", "640x360"), {"VISITED": ["setup", "rules"], "OF_EACH_GAME": []}),
    "bench_mutations": Small(("--count", "40", "--kind", "settings")),
    "bench_omok": Small(sizes={"BOARDS": 1, "NODES": 50, "STONES": 5}),
    "bench_lobby_flood": Small(("0.2",)),
    "bench_party": Small(("--seconds", "1")),
    "bench_programs": Small(("--decisions", "3")),
    "bench_racer": Small(("--slices", "5")),
    "bench_courses": Small(("--levels", "2", "--stumbles", "1")),
    "bench_rails_bots": Small(("random,greedy", "--maps", "1")),
    "bench_rails_frames": Small(sizes={"FRAMES": 22}),
    "bench_rails_jams": Small(sizes={"LINES": 4, "TIMES": 2}),
    "bench_rails_rules": Small(sizes={"TRAINS": 2}),
    "bench_rails_story": Small(("--maps", "1", "--minutes", "5", "--rests", "60")),
    "bench_rails_traffic": Small(("--minutes", "5", "--seats", "random", "--size", "32")),
    "bench_reasons": Small(("gems", "--positions", "1", "--effort", "quick", "--deepest", "quick")),
    "bench_replay": Small(("{folder}",), {"POSITIONS": 2}),
    "bench_rooftops": Small(("strength", "--levels", "1")),
    "bench_rooms": Small(("--players", "50", "--games", "20", "--turns", "20")),
    "bench_shorts": Small(("l4g", "--matches", "1")),
    "bench_sketch": Small(("1",)),
    "bench_slime": Small(sizes={"SECONDS": 0.1, "SOCKET_MATCHES": 1, "DECIDED": 2}),
    "bench_slime_frames": Small(sizes={"FLOODS": 1, "TURNS": 1, "FRAMES_A_TURN": 2}),
    "bench_still_tables": Small(("omok",), {"DRAWINGS": 2, "SETTLE": 5}),
    "bench_start": Small(("--runs", "1")),
    "bench_tablut": Small(sizes={"POSITIONS": 1, "NODES": 50, "MATCHES": 1, "MUTATED": 30, "PUZZLES": 1}),
    "bench_views": Small(("nullgame", "rails", "--steps", "3")),
    "bench_volcano": Small(("--matches", "1", "--decisions", "1")),
    "bench_volcano_frames": Small(sizes={"FRAMES": 2}),
    "bench_words": Small(sizes={"FRAMES": 2, "MATCHES": 1, "DECIDED": 1}),
    "bench_workshop_frames": Small(sizes={"FRAMES": 1}),
    "brain_omok": Small(sizes={"MATCHES": 1, "LINES": 20}),
    "evening": Small(("{folder}", "--short")),
    "forbidden_omok": Small(("renju", "--boards", "1")),
    "forge_figures": Small(("{folder}",)),
    "guides": Small(("cisterns", "rooftops")),
    "evening_windows": Small(("--games", "sketch,l4g"), needs=("Xvfb", "xdotool", "import")),
    "kill_windows": Small(("--kills", "1", "--what", "host"), needs=("Xvfb", "xdotool", "openbox")),
    "swaps_omok": Small(("--openings", "1", "--judge", "greedy")),
}
PARTS = {
    "kept_files": "bench_mutations",
    "lan_watchers": "bench_lan",
    "mutating": "bench_mutations",
    "opened_levels": "bench_mutations",
    "real_windows": "kill_windows",
    "robot_window": "mix_windows",
}
"""What a benchmark uses, by the benchmark that does."""
BY_HAND = ("evening_phones", "mix_windows")
"""Whole evenings in four browsers or five windows, which a busy machine makes fail or takes too long for."""


BENCHES = sorted(
    path.stem
    for path in FOLDER.glob("*.py")
    if path.stem not in ("__init__", *PARTS, *BY_HAND) and not path.stem.startswith("test_")
)


def test_none_is_listed_that_is_gone() -> None:
    assert set(RUNS) <= set(BENCHES) and {*PARTS, *PARTS.values()} <= {path.stem for path in FOLDER.glob("*.py")}


@pytest.mark.slow
@pytest.mark.parametrize("name", BENCHES)
def test_it_runs_to_its_end(name: str, tmp_path: Path) -> None:
    small = RUNS.get(name, Small())
    if missing := [program for program in small.needs if shutil.which(program) is None]:
        pytest.skip(f"needs {', '.join(missing)}")
    if sys.platform != "linux" and name in (
        "bench_lan",
        "bench_party",
        "bench_l4g_players",
        "bench_l4g_room",
        "bench_attack",
    ):
        pytest.skip("reads /proc")
    folder = tmp_path / "files"
    folder.mkdir()
    shutil.copy(FOLDER.parent / "golden" / "nullgame-2.souk", folder)
    words = [word.format(folder=folder) for word in small.words]
    environment = os.environ | {"SOUK_HOME": str(tmp_path / "home"), "SOUK_PLAIN": "1", "SDL_VIDEODRIVER": "dummy"}
    with subprocess.Popen(
        [sys.executable, "-c", RUN, name, json.dumps(small.sizes), *words],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as bench:
        try:
            said, complained = bench.communicate(timeout=2 * PATIENCE)
        finally:
            if sys.platform != "win32":  # one that is stopped for its time leaves the windows that it began
                with suppress(ProcessLookupError):
                    os.killpg(bench.pid, signal.SIGKILL)
    assert bench.returncode == 0, said[-2000:] + complained[-4000:]
    assert said.strip(), "it printed nothing"
