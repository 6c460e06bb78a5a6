"""A network falls into halves: in one room of two at most a match goes on, and when it is whole again there is one."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from net.ledger.lines import signing_installed
from tests.commands.command_line import ROOT, environment
from tests.net.heirs.windows import Window, until, window
from tests.net.namespaces import Lab, ip

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")]
GUESTS = ("Omar", "Nora", "Juno")
SPLIT, MISSED, WATCHED = 34.0, 70.0, 8.0
"""Seconds after the cut until everything has settled, the same where a computer plays for who is missing at the host,
and seconds for which it is watched then.
"""


def steps_since(one: Window, since: float) -> int:
    return sum(said["at"] > since for said in one.of("steps"))


@pytest.mark.parametrize("with_host", [(), ("Omar",), ("Omar", "Nora")], ids=["1-3", "2-2", "3-1"])
def test_of_two_halves_one_plays_at_most_and_one_room_is_left(
    machines: Lab, tmp_path: Path, with_host: tuple[str, ...]
) -> None:
    places = {name: machines.machine() for name in ("Mia", *GUESTS)}
    at = {name: f"10.77.0.{number}" for number, name in enumerate(places, 1)}
    here = [name for name in places if name == "Mia" or name in with_host]
    one = machines.switch({places[name]: f"{at[name]}/24" for name in here})
    other = machines.switch({places[name]: f"{at[name]}/24" for name in places if name not in here})
    cable = machines.join(one, other)
    with ExitStack() as stack:
        words = ["host", "marrakech", "--seats", "open,open,open,open", "--json", "--stay", "--port", "25999"]
        host = stack.enter_context(
            subprocess.Popen(
                places["Mia"].command(sys.executable, str(ROOT / "main.py"), *words),
                env=environment(tmp_path / "host"),
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
        )
        stack.callback(host.kill)
        assert host.stderr is not None
        opened = json.loads(host.stderr.readline())
        windows: dict[str, Window] = {}
        for name, machine in places.items():
            owner = (opened["owner"],) if name == "Mia" else ()
            address = "127.0.0.1" if name == "Mia" else at["Mia"]
            windows[name] = stack.enter_context(window(machine, tmp_path / name, name, address, "25999", *owner))
            until(lambda: windows[name].of("line", key="lobby.log.sat"), windows[name])  # noqa: B023
            windows[name].order("pace 3")
            if name != "Mia":
                windows[name].order("ready")
        windows["Mia"].order("start")
        everybody = list(windows.values())
        until(lambda: all(len(each.of("steps")) > 1 for each in everybody), *everybody)
        until(lambda: sum(bool(each.of("held", windows=3)) for each in everybody) == 2, *everybody)
        ip("-n", one.name, "link", "set", cable, "down")
        time.sleep(MISSED if len(with_host) == 2 else SPLIT)
        since = time.time()
        time.sleep(WATCHED)
        plays = {name: steps_since(each, since) for name, each in windows.items()}
        print(f"{len(here)}:{4 - len(here)} computers, steps in {WATCHED:.0f} s: {plays}")
        halves = [max(plays[name] for name in half) for half in (here, [name for name in places if name not in here])]
        assert min(halves) == 0 < max(halves), "one half plays, and not both"
        assert bool(halves[0]) == (len(with_host) >= 2)
        ip("-n", one.name, "link", "set", cable, "up")
        healed = time.time()
        until(lambda: all(steps_since(each, healed) > 2 for each in everybody), *everybody)
        until(lambda: len({rooms(each) for each in everybody}) == 1, *everybody)
        seats = everybody[0].of("room")[-1]["seats"]
        assert [seat[1] for seat in seats] == [1, 2, 3, 4]


def rooms(one: Window) -> str:
    """The room as a window was last told: equal for all who are in the same."""
    told = dict(one.of("room")[-1])
    del told["at"]
    return json.dumps(told)
