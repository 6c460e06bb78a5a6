"""A program that plays Caravan Rails, written from docs/rails.md and docs/bot-protocol.md alone, without Souk's code.

It joins a coal mine and a power station by track with two bends, and lets a train run. Its decoders are those of the
page, as they stand there: `python page_bot.py docs/rails.md`.
"""

from __future__ import annotations

import json
import re
import sys
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MINE, POWER_STATION = 0, 1
LENGTH = 4
REACH = 4
COST = 2 * LENGTH * 400 + 3_000


def decoders() -> dict[str, Any]:
    """The functions of the page."""
    page = Path(sys.argv[1]).read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block, names)
    return names


def platforms(size: int, tile: int) -> Iterator[tuple[int, int]]:
    """Where a platform from west to east may begin that reaches an industry, nearest first."""
    x, y = tile % size, tile // size
    near = [(right, down) for right in range(-REACH - LENGTH + 1, REACH + 2) for down in range(-REACH, REACH + 2)]
    for right, down in sorted(near, key=lambda at: abs(at[0]) + abs(at[1])):
        if 1 < x + right < size - LENGTH - 2 and 1 < y + down < size - 2:
            yield x + right, y + down


def plan(land: dict[str, Any], taken: set[int], coins: int) -> list[Any]:
    """The groups of one line that is not too dear; none if there is no room for any."""
    size, kinds = land["size"], land["kinds"]

    def is_open(x: int, y: int) -> bool:
        return kinds[y * size + x] < 3 and y * size + x not in taken

    def length(pair: tuple[int, int]) -> int:
        return abs(pair[0] % size - pair[1] % size) + abs(pair[0] // size - pair[1] // size)

    places = [[tile for kind, tile, _, sea in land["industries"] if kind == wanted and not sea] for wanted in (0, 1)]
    for mine, station in sorted(((one, other) for one in places[MINE] for other in places[POWER_STATION]), key=length):
        west, east = sorted((mine, station), key=lambda tile: tile % size)
        if length((west, east)) < 14 or COST + 300 * length((west, east)) > coins:
            continue
        for first_x, first_y in platforms(size, west):
            for last_x, last_y in platforms(size, east):
                for bend in range(first_x + LENGTH, last_x):
                    down = range(min(first_y, last_y), max(first_y, last_y) + 1)
                    line = [(x, first_y) for x in range(first_x, bend + 1)] + [(bend, y) for y in down]
                    line += [(x, last_y) for x in range(bend, last_x + LENGTH)]
                    if first_y == last_y or not all(is_open(x, y) for x, y in line):
                        continue
                    letter = "S" if last_y > first_y else "N"
                    run = f"E{bend - first_x} {letter}{len(down) - 1} E{last_x + LENGTH - bend}"
                    both = [["platforms", x, y, "EW", LENGTH, 1, 0] for x, y in ((first_x, first_y), (last_x, last_y))]
                    calls = [[-1, "full"], [-2, "unload"]]
                    calls = calls if mine == west else [[-2, "full"], [-1, "unload"]]
                    return [["rail", first_x, first_y, "W", run], *both, ["buy", "freight", 5, 0, calls, 0]]
    return []


def main() -> None:
    """Answer line by line."""
    page, land, seat, seats, done = decoders(), {}, 0, 1, False
    for text in sys.stdin:
        message = json.loads(text)
        if message["type"] == "hello":
            assert message["brief"]["view"] == 2, "the page is about version 2 of the view"
            seat, seats = message["seat"], message["seats"]
            answer = {"type": "ready", "id": message["id"]}
        elif message["type"] == "ask":
            for event in message["events"]:
                if event["kind"] == "surveyed":
                    land = {**event["data"], "kinds": page["terrain"](b64decode(event["data"]["terrain"]))}
            view = message["view"]
            cash, serials, works = view[6], view[10], page["works"](b64decode(view[11]))
            groups = [] if done else plan(land, set(works), cash[seat])
            done = done or bool(groups)
            action: dict[str, Any] = {"do": "plan", "serial": serials[seat] + 1, "groups": groups}
            if not groups and seats == 1:
                action = {"do": "advance", "ticks": 32}
            answer = {"type": "answer", "id": message["id"], "action": action}
        else:
            return
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
