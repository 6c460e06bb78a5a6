"""`main.py mix`: draw the programme of an evening of short matches, let computers play it with `--play`, and with
`--check` draw those again that were played.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.commands.shared.columns import columns
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import seed as read_seed
from game.commands.shared.numbers import whole
from game.commands.shared.words import texts
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_session
from game.core.cabinet import Cabinet
from game.core.chance import derive
from game.core.match.match import Match
from game.core.mix.programme import MOST_ROUNDS, Guest, Party, Round, Shorts, Table, points_won, programme
from game.core.mix.seating import COMPUTER
from game.core.mix.sprint import sprint_of, sprint_points
from game.core.rules import Result
from game.core.short import Asks, Format
from game.ground import paths
from game.ground.texts import Texts
from game.ground.times import clock_time
from net.ledger.kept import Ledger
from net.ledger.mixes import Agrees, check_mixes
from net.mix import MOST_MINUTES

MOST_PEOPLE = 12
MINUTES = 20
LANGUAGES = ("ko", "en")
SPRINTS = {cabinet.id: cabinet.sprint for cabinet in CABINETS.values() if cabinet.sprint}


def add_parser(subparsers: Any) -> None:
    """Declare the command `mix`."""
    parser = declare(subparsers, "mix", "draw an evening of short matches", example="--people 5 --minutes 20")
    parser.add_argument("--people", type=whole(1, MOST_PEOPLE), default=4, metavar="N", help="how many play, else 4")
    long = parser.add_mutually_exclusive_group()
    long.add_argument(
        "--minutes", type=whole(5, MOST_MINUTES), default=MINUTES, metavar="N", help=f"how long, else {MINUTES}"
    )
    long.add_argument("--rounds", type=whole(1, MOST_ROUNDS), metavar="N", help="how many matches instead")
    parser.add_argument("--seed", type=read_seed, default=0, help="what the programme and chance follow from, else 0")
    parser.add_argument(
        "--languages", default="", metavar="L,L", help="what the first, the second … person reads, in turn: ko, en"
    )
    parser.add_argument("--one-screen", action="store_true", help="all sit at one screen; else each has a window")
    parser.add_argument("--off", default="", metavar="GAMES", help="games that nobody wants, with commas")
    parser.add_argument(
        "--without", default="", metavar="WHAT", help=f"what somebody cannot do, with commas: {', '.join(Asks)}"
    )
    parser.add_argument("--play", action="store_true", help="let computers play it, and print the points")
    parser.add_argument(
        "--check",
        nargs="?",
        const="",
        metavar="EVENING",
        help="draw the mixes in this computer's ledger again, of all evenings or of one (2026-11-29), and say whether "
        "they come out as they were played",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Print the programme that was asked for. Raises CommandError where no game fits."""
    shorts = {cabinet.id: cabinet.shorts for cabinet in CABINETS.values()}
    if arguments.check is not None:
        return _check(arguments.check, shorts, as_json=arguments.json)
    words, party = texts(), party_of(arguments)
    points = dict.fromkeys(party.guests, 0)
    told: list[dict[str, Any]] = []

    length = {"rounds": arguments.rounds} if arguments.rounds else {"seconds": 60 * arguments.minutes}
    rounds = programme(party, shorts, arguments.seed, **length)
    drawn = next(rounds, None)
    while drawn is not None:
        won = points_won(drawn, _results(drawn, arguments.seed, len(told) + 1)) if arguments.play else {}
        for person, more in won.items():
            points[person] += more
        told.append(_document(drawn) | ({"points": dict(points)} if arguments.play else {}))
        if not arguments.json:
            print("\n".join(_lines(words, len(told), drawn, points if arguments.play else {})), flush=True)
        try:
            drawn = rounds.send(won)
        except StopIteration:
            drawn = None
    sprint = sprint_of(party, SPRINTS, points) if arguments.play else None
    if sprint is not None:
        (table,), ((result,),) = sprint.tables, _results(sprint, arguments.seed, len(told) + 1)
        for person, more in sprint_points(table.people, result).items():
            points[person] += more
        told.append(_document(sprint) | {"sprint": True, "points": dict(points)})
        if not arguments.json:
            print("\n".join(_lines(words, len(told), sprint, points)), flush=True)
    if not told:
        raise CommandError("mix.error.nothing")
    if arguments.json:
        print(json.dumps({"seed": str(arguments.seed), "rounds": told}, ensure_ascii=False))
    else:
        print(words.line("mix.length", minutes=round(sum(each["seconds"] for each in told) / 60)))
    return 0


def _check(evening: str, shorts: Shorts, *, as_json: bool) -> int:
    """Say of every mix of an evening, or of all, whether it is what its seed gives. Return 1 if one is not."""
    words, ledger = texts(), Ledger(paths.ledger())
    try:
        evenings = [date.fromisoformat(evening)] if evening else sorted(ledger.evenings)
    except ValueError as error:
        raise CommandError("mix.error.evening", name=evening) from error
    checks = [(day, check) for day in evenings for check in check_mixes(ledger.lines(day), shorts)]
    if as_json:
        told = [{"evening": day.isoformat(), **asdict(check)} for day, check in checks]
        print(json.dumps({"mixes": told}, ensure_ascii=False))
    elif not checks:
        print(words.line("mix.check.none"))
    else:
        for day, check in checks:
            said = words.line(f"mix.check.{check.why or check.agrees}", round=check.round)
            head = words.line("mix.check.mix", evening=day.isoformat(), id=check.id, rounds=check.rounds)
            print(f"{head} {words.line(f'mix.check.told_{check.agrees}')} {said}")
    return int(any(check.agrees is Agrees.NO for _, check in checks))


def party_of(arguments: argparse.Namespace) -> Party:
    """Return who plays. Raises CommandError for a language, a game or a thing that there is not."""
    languages = _listed(arguments.languages, LANGUAGES, "mix.error.language") or (texts().language,)
    cannot = frozenset(map(Asks, _listed(arguments.without, [*Asks], "mix.error.without")))
    off = frozenset(_listed(arguments.off, CABINETS.names, "mix.error.game"))
    guests = {
        person: Guest((languages[(person - 1) % len(languages)],), cannot) for person in range(1, arguments.people + 1)
    }
    return Party(guests, own_windows=not arguments.one_screen, off=off)


def _listed(text: str, known: Sequence[str], key: str) -> tuple[str, ...]:
    named = tuple(filter(None, (word.strip() for word in text.split(","))))
    for word in named:
        if word not in known:
            raise CommandError(key, name=word, known=", ".join(known))
    return named


def _results(drawn: Round, seed: int, number: int) -> list[list[Result]]:
    """Play every match of a round between computers. Return the results of each table."""
    cabinet = CABINETS[drawn.game]
    return [
        [
            _played(cabinet, table, derive(seed, "round", number, match, *([] if same else [place])), place * same)
            for match in range(drawn.short.matches)
        ]
        for same in [drawn.short.format is Format.SAME]
        for place, table in enumerate(drawn.tables)
    ]


def _played(cabinet: Cabinet, table: Table, seed: int, first: int = 0) -> Result:
    """Play a match between the game's gentle computers in turn, from the one numbered `first`."""
    options = msgspec.convert(dict(table.options), cabinet.info.options)
    names = cabinet.gentle or cabinet.table_bots[:1]
    bots = {seat: parse_spec(names[(first + seat) % len(names)], cabinet.bots) for seat in range(len(table.people))}
    match = Match(cabinet.rules, len(table.people), options, seed, undo=False)
    session = bot_session(cabinet, match, bots, logs=paths.logs() / "bots", inline=True)
    try:
        session.run()
    finally:
        session.close()
    return match.result()


def _document(drawn: Round) -> dict[str, Any]:
    """Return a round as `--json` prints it: people by their number from 1, 0 for a computer."""
    return {
        "game": drawn.game,
        "short": drawn.short.name,
        "format": drawn.short.format.value,
        "seconds": drawn.seconds,
        "weight": drawn.weight,
        "matches": drawn.short.matches,
        "limit": drawn.short.limit,
        "tables": [
            {"people": [max(person, 0) for person in table.people], "options": dict(table.options)}
            for table in drawn.tables
        ],
    }


def _lines(words: Texts, number: int, drawn: Round, points: Mapping[int, int]) -> list[str]:
    """Return a round in words: what is played, who with whom, and the standing after it."""
    final = words.line("mix.final", weight=drawn.weight) if drawn.weight > 1 else ""
    minutes = clock_time(drawn.seconds)
    lines = [
        words.line("mix.round", number=number, game=words.line(f"{drawn.game}.name"), minutes=minutes, final=final),
        f"   {words.line(f'{drawn.game}.mix.{drawn.short.name}')}",
        f"   {'  '.join(_table(words, table) for table in drawn.tables)}",
    ]
    if points:
        best = sorted(points.items(), key=lambda one: (-one[1], one[0]))
        rows = [(words.line("mix.person", number=person), str(have)) for person, have in best]
        lines += [f"   {row}" for row in columns(rows)]
    return lines


def _table(words: Texts, table: Table) -> str:
    people = [str(person) for person in table.people if person != COMPUTER]
    computers = len(table.people) - len(people)
    if computers:
        people.append(words.line("mix.computers", count=computers))
    return "[" + " ".join(people) + "]"
