"""A mix of games for five people in real windows, whose host's machine is gone for good in its second match (Xvfb).

    python -m tests.bench.mix_windows [--minutes 20] [--pace 1.0] [--pictures FOLDER]

Five windows in homes and on displays of their own, three in English and two in Korean. The owner presses *Mix!* and how
long; after that only robots choose in the matches. In the second match host and window of the owner are killed, and
their homes are taken away. It tells the minutes of each round and what did not hold.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from game.ground.texts import Texts
from net.ledger.kept import Ledger
from tests.bench.real_windows import TOOLS, RealWindow, real_windows, wait_for
from tests.net.processes import Souk

PEOPLE = {"Mia": "en", "Omar": "en", "민수": "ko", "Nora": "en", "지영": "ko"}
GAME = "words"
MOST_PRESSES = 3
SOON = 30.0
"""Seconds from the loss of the host's machine to the next step elsewhere."""


class Sitting:
    """A window with its robot."""

    def __init__(self, window: RealWindow, pace: float) -> None:
        self.window = window
        window.program = ("-m", "tests.bench.robot_window", str(pace))
        self._path = window.home / "robot.jsonl"

    def told(self, what: str, **more: Any) -> list[dict[str, Any]]:
        """What its robot told of a kind."""
        if not self._path.exists():
            return []
        lines = [json.loads(line) for line in self._path.read_text("utf-8").splitlines() if line.endswith("}")]
        return [one for one in lines if one["what"] == what and more.items() <= one.items()]

    @property
    def room(self) -> Mapping[str, Any]:
        """What it knows of the room now."""
        return next(iter(self.told("room")[-1:]), {})

    def press(self, wanted: str) -> None:
        """Click the button with an icon or words, once it is there."""
        found = self.window.home / "found.txt"
        (self.window.home / "where.txt").write_text(wanted, "utf-8")
        wait_for(found.exists, f"no button {wanted}")
        time.sleep(1.0)
        x, y = json.loads(found.read_text("utf-8"))
        found.unlink()
        self.window.click(x, y)


def rounds_of(witness: Sitting) -> list[dict[str, Any]]:
    """The rounds that a window saw: game, minutes from its card's end to its board, and steps at its own table."""
    rounds: dict[int, dict[str, Any]] = {}
    for line in witness.told("room"):
        number, stage = line["round"], line["stage"]
        if not number:
            continue
        one = rounds.setdefault(number, {"round": number})
        one.update(game=line["game"], short=line["short"], usual=line["seconds"], weight=line["weight"])
        one["tables"] = max(one.get("tables", 1), line["tables"] or 1)
        if stage == "playing":
            one.setdefault("from", line["at"])
        elif stage in ("board", "finale") and "from" in one:
            one.setdefault("to", line["at"])
    for one in rounds.values():
        ends = [end["steps"] for end in witness.told("ended") if one.get("from", 0) < end["at"] < one.get("to", 0) + 5]
        one["steps"] = max(ends, default=0)
    return [one for one in rounds.values() if "to" in one]


def lose_machine(host: Souk, mia: Sitting, rest: Sequence[Sitting]) -> tuple[float, list[str]]:
    """Take the owner's machine away. Return the seconds to the next step elsewhere, and what was not kept."""
    before = rest[0].room
    ports = {one["port"] for one in rest[0].told("step")[-1:]}
    since = time.time()

    def elsewhere(sitting: Sitting) -> list[float]:
        steps = [one for one in sitting.told("step") if one["port"] not in ports]
        return [one["at"] for one in steps if one["at"] > since]

    host.kill()
    mia.window.kill()
    shutil.rmtree(mia.window.home, ignore_errors=True)
    wait_for(lambda: all(map(elsewhere, rest)), "no step elsewhere", 600)
    seconds = min(elsewhere(sitting)[0] for sitting in rest)
    after, faults = rest[0].room, []
    for name, person in before["people"].items():
        if name != mia.window.name and after["people"].get(name) != person:
            faults.append(f"{name} was person {person}, and is {after['people'].get(name)}")
    for person, points in before["points"].items():
        if after["points"].get(person, -1) < points:
            faults.append(f"person {person} had {points} points, and has {after['points'].get(person)}")
    if after["chat"][:1] != before["chat"][:1] or not after["chat"]:
        faults.append(f"the talk was {before['chat']}, and is {after['chat']}")
    return seconds - since, faults


def play(folder: Path, minutes: int, pace: float, pictures: Path | None, size: tuple[int, int]) -> list[str]:
    """Play the evening; print it, and return what did not hold."""
    faults: list[str] = []
    with ExitStack() as stack:
        windows = stack.enter_context(real_windows(folder, PEOPLE, size, "instant"))
        sittings = [Sitting(window, pace) for window in windows]
        mia, *rest = sittings
        seats = ",".join(["open"] * len(PEOPLE))
        words = ("host", GAME, "--seats", seats, "--address", "127.0.0.1", "--port", "0", "--json", "--stay")
        host = stack.enter_context(Souk(folder / "host", *words))
        opened = host.first_line()
        for sitting in sittings:
            key = ("--owner", opened["owner"]) if sitting is mia else ()
            sitting.window.start("join", f"127.0.0.1:{opened['port']}", "--name", sitting.window.name, *key)
            wait_for(lambda: sitting.room.get("connected"), f"{sitting.window.name} does not come in")  # noqa: B023
        wait_for(lambda: len(mia.room["people"]) == len(PEOPLE), "not everybody came in")
        started = time.time()
        mia.press("party-popper")
        mia.press(Texts("en").line("mix.minutes", count=minutes))
        wait_for(lambda: all(one.room.get("stage") for one in sittings), "no mix begins")
        shown: dict[str, set[str]] = defaultdict(set)
        lost = 0.0
        end = started + 60 * minutes * 2 + 600
        while rest[0].room.get("stage") != "finale":
            if time.time() > end:
                faults.append("the mix does not end")
                break
            time.sleep(0.5)
            now = rest[0].room
            second = now["round"] == 2 and now["stage"] == "playing"
            if not lost and second and rest[0].told("step", port=opened["port"]):
                time.sleep(20)
                lost, kept = lose_machine(host, mia, rest)
                shutil.rmtree(folder / "host", ignore_errors=True)
                faults += kept
                print(f"{lost:.1f} s from the loss of the host's machine to the next step", flush=True)
            key = f"{now['round']:02}-{now['stage']}-{now['game']}"
            for sitting in (rest[0], rest[1]) if pictures else ():
                since = time.time() - now["at"]
                if since > 3 and sitting.window.name not in shown[key]:
                    shown[key].add(sitting.window.name)
                    sitting.window.picture(pictures / f"{key}-{sitting.window.name}.png")  # type: ignore[operator]
        time.sleep(5)
        for sitting in rest if pictures else ():
            sitting.window.picture(pictures / f"99-finale-{sitting.window.name}.png")  # type: ignore[operator]
        print(f"{(time.time() - started) / 60:.1f} minutes of {minutes}")
        for one in rounds_of(rest[0]):
            took = one["to"] - one["from"]
            print(
                f"{one['round']:2} {one['game']}, {one['short']} x{one['weight']}: {took:.0f} s of {one['usual']} s,"
                f" {one['tables']} tables, {one['steps']} steps at the first"
            )
        presses = {sitting.window.name: sitting.window.presses for sitting in sittings}
        print("presses:", presses)
        faults += [f"{name} pressed {count} times" for name, count in presses.items() if count > MOST_PRESSES]
        if not lost:
            faults.append("no machine was lost")
        elif lost > SOON:
            faults.append(f"the next step took {lost:.1f} s")
        finales = [sitting.room.get("points") for sitting in rest]
        if any(one != finales[0] for one in finales):
            faults.append(f"the points differ: {finales}")
        print("points:", finales[0])
        books = []
        for sitting in rest:
            (ledger,) = [Ledger(path) for path in sitting.window.home.rglob("ledger") if path.is_dir()]
            books.append([line.digest for evening in ledger.evenings for line in ledger.lines(evening)])
        print("lines of the ledger:", [len(one) for one in books])
        if any(one != books[0] for one in books) or not books[0]:
            faults.append("the ledgers differ")
        for sitting in rest:
            faults += [f"{sitting.window.name}'s robot: {one['why']}" for one in sitting.told("failure")]
        faults += [str(log) for log in folder.rglob("crash*.txt")]
    return faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description="Play a mix in five real windows and lose its host's machine.")
    parser.add_argument("--minutes", type=int, default=20, choices=(20, 40, 60))
    parser.add_argument("--pace", type=float, default=1.0, help="seconds after which a robot decides")
    parser.add_argument("--size", default="960x540")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    parser.add_argument("--folder", type=Path, help="where the homes are, which stay then")
    options = parser.parse_args(arguments)
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        parser.error(f"this takes {', '.join(missing)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the windows must not stay behind
    width, height = map(int, options.size.split("x"))
    if options.folder is not None:
        faults = play(options.folder, options.minutes, options.pace, options.pictures, (width, height))
    else:
        with tempfile.TemporaryDirectory(prefix="souk-mix-") as name:
            faults = play(Path(name), options.minutes, options.pace, options.pictures, (width, height))
    print(f"faults: {faults or 'none'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
