"""`main.py slime-server --schedule FILE`: a Slime night, from the first call to the last place."""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
import time
from dataclasses import replace
from typing import Any

from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.night.night import Again, Began, Called, Ended, Entry, Paired, Paused, Stayed, Undone
from game.cabinets.slime.night.schedule import read_schedule
from game.cabinets.slime.scenes.contest import TEAM_LETTERS, ContestPlan
from game.cabinets.slime.scenes.night import NightContest
from game.cabinets.slime.scenes.night_words import (
    document,
    place_lines,
    points,
    refusal_line,
    result_lines,
    room_name,
    round_title,
    tables,
    tie_title,
)
from game.commands.shared.serving import IDLE, is_windowed, show_hall
from game.commands.shared.words import texts


def run_night(arguments: argparse.Namespace, plan: ContestPlan) -> int:
    """Play a night to its end, or go on with one."""
    schedule = read_schedule(arguments.schedule)
    reporter = NightReporter(as_json=arguments.json)
    contest = NightContest(
        replace(plan, turn_seconds=schedule.seconds), schedule, arguments.schedule, told=reporter.hear
    )
    reporter.begin(contest)
    try:
        if is_windowed(arguments):
            from game.cabinets.slime.scenes.night_hall import NightHall

            room = room_name(texts(), schedule, contest.port)
            show_hall(arguments, contest, NightHall, room, SLIME, TEAM_LETTERS)
            return 0
        console = NightConsole(reporter)
        while not contest.done(time.monotonic()):
            contest.poll(time.monotonic())
            reporter.look()
            console.obey(contest)
            contest.server.wait(time.monotonic(), IDLE)
    finally:
        contest.close()
    reporter.finish()
    return 0


class NightConsole:
    """Reads what a person types at a night without a window: the five lines of its menu."""

    def __init__(self, reporter: NightReporter) -> None:
        self._reporter = reporter
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line.strip())

    def obey(self, contest: NightContest) -> None:
        """Carry out the next line that was typed; say which lines there are where it is none of them."""
        if not self._lines.empty():
            word, _, name = self._lines.get().partition(" ")
            if word and not self._decided(contest, word, name.strip()):
                self._reporter.say("slime_night.console")

    def _decided(self, contest: NightContest, word: str, name: str) -> bool:
        """Carry out one line. Returns whether it is one that may be carried out now."""
        now, tie = time.monotonic(), contest.night.tie
        match word:
            case "next":
                contest.go_on()
            case "pause":
                contest.pause(paused=True)
            case "replay" if contest.may_replay:
                contest.replay(now)
            case "undo" if contest.may_undo:
                contest.undo(now)
            case "walkover" if tie is not None and name in ("", *map(contest.schedule.names, tie.teams)):
                winner = next((team for team in tie.teams if name and contest.schedule.names(team) == name), None)
                contest.walkover(winner, now)
            case _:
                return False
        return True


class NightReporter:
    """Prints how a night goes: results on standard output, and what the person who runs it should know beside it."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._words = texts()
        self._contest: NightContest | None = None

    def begin(self, contest: NightContest) -> None:
        self._contest = contest
        night = contest.night
        self.say("slime_night.open", port=contest.port, teams=len(night.schedule.teams), file=contest.log.path.name)
        if contest.log.resumed:
            self.say("slime_night.resumed", file=contest.log.path.name)

    def hear(self, entry: Entry) -> None:
        """Report an entry of the night's log."""
        contest = self._contest
        assert contest is not None
        night, names = contest.night, contest.schedule.names
        match entry:
            case Paired(round=round_):
                self.say("slime_night.round.begins", title=round_title(self._words, night, round_))
            case Called(teams=(first, second)) if night.open is not None:
                round_, tie, _ = night.at(night.open)
                title = tie_title(self._words, night, round_, tie)
                self.say("slime_night.called", first=names(first), second=names(second), title=title)
            case Began(teams=(first, second)):
                self.say("slime_server.playing", first=names(first), second=names(second))
            case Ended() | Stayed():
                self._result(contest)
            case Again():
                self.say("slime_night.again")
            case Undone():
                self.say("slime_night.undone")
            case Paused(paused=paused):
                self.say("slime_night.paused" if paused else "slime_night.goes_on")

    def look(self) -> None:
        """Report who was sent away, and what went wrong, since the last call."""
        contest = self._contest
        assert contest is not None
        refused, contest.server.refused = contest.server.refused, []
        for refusal in refused:
            print(refusal_line(self._words, contest.night, refusal), file=sys.stderr, flush=True)
        notices, contest.notices = contest.notices, []
        for notice in (*notices, *(contest.feed.take_notices() if contest.feed else ())):
            self.say(notice.key, **notice.values)

    def finish(self) -> None:
        """Report the final standings and places."""
        contest = self._contest
        assert contest is not None
        night = contest.night
        if self._as_json:
            print(json.dumps(document(night), ensure_ascii=False), flush=True)
            return
        for letter, lines in tables(night):
            print(self._words.line("slime_night.table", group=letter) if letter else "", flush=True)
            for rank, line in enumerate(lines, 1):
                values = {"rank": rank, "name": night.schedule.names(line.team), "points": points(line)}
                print(self._words.line("slime_night.standing", {**values, "squares": line.squares}), flush=True)
        for told in place_lines(self._words, night):
            print(told, flush=True)

    def _result(self, contest: NightContest) -> None:
        """Print the result of the match that has ended, and that of its tie where it decided it."""
        if self._as_json:
            print(json.dumps(result_document(contest), ensure_ascii=False), flush=True)
            return
        for told in result_lines(self._words, contest.night):
            print(told, flush=True)

    def say(self, key: str, **values: Any) -> None:
        """Print a sentence on stderr for the person who runs the night."""
        print(self._words.line(key, values), file=sys.stderr, flush=True)


def result_document(contest: NightContest) -> dict[str, Any]:
    """Return what `--json` prints of the last result."""
    night = contest.night
    assert night.last is not None
    round_, tie, end = night.at(night.last)
    names = night.schedule.names
    played = tie.matches[-1] if tie.matches and tie.absent is None else None
    winners = (names(tie.first), names(tie.second))
    match = played and {
        "squares": played.squares,
        "winner": None if played.winner is None else winners[played.winner],
        "replay": contest.feed.recording.name if contest.feed and contest.feed.recording else None,
    }
    decided = end and {"winner": None if end.winner is None else winners[end.winner], "reason": end.reason}
    return {"stage": round_.stage, "round": round_.number, "teams": winners, "match": match, "tie": decided}
