"""An evening on the LAN: three matches in two games among four computers, one of which is killed and comes back.

    python -m tests.bench.evening FOLDER

Each computer is a folder of its own and processes of its own: hosts and guests as people start them, one after the
other. In the end it tells whether the books are equal, and FOLDER has of every computer its page in both languages.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from game.ground.texts import LANGUAGES, Texts
from game.scenes.ledger.page import page_of
from net.ledger.kept import Ledger
from net.ledger.lines import LedgerLine
from tests.net.house import Peer
from tests.net.processes import Souk, host, join

SLOWEST = 60.0
"""Seconds for which somebody may have nothing to say."""
PEOPLE = ("Mia", "Omar", "Leila", "Kenji")


@dataclass(frozen=True)
class Played:
    """A match of the evening: at whose computer, of which game, who plays, who looks on, who is killed meanwhile."""

    host: str
    game: str
    players: Sequence[str]
    watchers: Sequence[str] = ()
    killed: str = ""


EVENING = (
    Played("Mia", "marrakech", ("Omar", "Leila"), ("Kenji",)),
    Played("Omar", "omok", ("Mia", "Kenji"), ("Leila",)),
    Played("Leila", "marrakech", ("Mia", "Omar", "Kenji"), killed="Kenji"),
)
SHORT = tuple(Played(one.host, "nullgame", one.players, one.watchers, one.killed) for one in EVENING)
"""The same people with the smallest game there is, for the tests."""


def play(folder: Path, evening: Sequence[Played], bot: str = "random", pace: float = 0.02) -> None:
    """Play an evening; each of PEOPLE has a folder of that name.

    A room does not wait for those who look on: who missed the end there hears of the match in the next room.
    """
    for match in evening:
        _play_one(folder, match, bot, pace)


def _play_one(folder: Path, match: Played, bot: str, pace: float) -> None:
    homes = {name: folder / name for name in PEOPLE}
    with ExitStack() as stack:
        seats = ",".join("open" for _ in match.players)
        words = ("--seats", seats, "--port", "0", "--grace", "30", "--name", f"{match.host}'s room")
        room = stack.enter_context(host(homes[match.host], match.game, *words))
        port = room.first_line()["port"]

        def enter(name: str) -> Souk:
            part = ("--bot", bot, "--pace", str(pace)) if name in match.players else ("--watch",)
            return stack.enter_context(join(homes[name], port, "--name", name, *part))

        guests = {name: enter(name) for name in match.watchers}
        _wait_for_watchers(port, len(match.watchers))
        guests |= {name: enter(name) for name in match.players}
        room.first_line()  # the match begins
        if match.killed:
            guests[match.killed].kill()
            guests[match.killed] = enter(match.killed)
        for name in match.players:
            guests[name].document(10 * SLOWEST)
        room.document()


def _wait_for_watchers(port: int, count: int) -> None:
    """Look in until so many look on: who is looked in on long enough is expected to answer."""
    watching = 0
    while watching < count:
        eye = Peer(port, SLOWEST)
        watching = eye.enter("Eye", watch=True).room.watching - 1
        eye.close()
        time.sleep(0.2)


def books(folder: Path) -> Mapping[str, list[LedgerLine]]:
    """What each computer knows of the evening."""
    ledgers = {name: Ledger(folder / name / "ledger") for name in PEOPLE}
    return {name: ledger.lines(evening) for name, ledger in ledgers.items() for evening in ledger.evenings[:1]}


def write_pages(folder: Path, evening: date) -> None:
    """The page of every computer, in both languages."""
    for name, lines in books(folder).items():
        for language in LANGUAGES:
            path = folder / f"{name}.{language}.html"
            path.write_text(page_of(evening, lines, Texts(language)), encoding="utf-8")


def main() -> int:
    """Play, compare, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--short", action="store_true", help="with the smallest game there is")
    arguments = parser.parse_args()
    evening = SHORT if arguments.short else EVENING
    play(arguments.folder, evening)
    known = books(arguments.folder)
    for name in PEOPLE:
        print(f"{name}: {[line.said.game for line in known.get(name, [])]}")
    equal = len(known) == len(PEOPLE) and all(lines == known[PEOPLE[0]] for lines in known.values())
    print("equal" if equal and len(known[PEOPLE[0]]) == len(evening) else "NOT EQUAL")
    if equal:
        write_pages(arguments.folder, known[PEOPLE[0]][0].said.evening)
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
