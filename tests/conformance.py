"""What every game must hold to. One random player walks matches through the contract and checks each law.

A game is conformant when `check_everything` passes for each of its seat counts. The laws are those of
docs/architecture.md, "The contract"; each function is one of them and names what broke it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.core.bots import BotSetup, Request
from game.core.cabinet import Cabinet
from game.core.match.match import Match
from game.core.rules import NATURE, OMNISCIENT, SPECTATOR, AnyRules, Ask, Move

MOST_STEPS = 20_000

JUNK: tuple[Any, ...] = (
    None, True, -1, 2**70, 1.0, float("nan"), "", "turn", b"\xff", [], {}, [[]], {"do": None}, {"do": "turn"},
    {"do": "lay", "squares": [True, 1.0]}, {"stones": 1.0}, {"stones": True}, {"stones": 10**30}, object(), [1] * 100,
)  # fmt: skip


CROWD = 12
"""Seats from which a game is one for crowds."""
SHORT = 12
"""Turns of a crowd's matches here: what many players show in a hundred turns they show in a dozen."""


def seat_counts(cabinet: Cabinet) -> tuple[int, ...]:
    """Every number of seats of a game; of one for crowds the smallest, the next, the usual and the largest."""
    counts = cabinet.info.seats
    if len(counts) < CROWD:
        return counts
    return tuple(sorted({*counts[:2], cabinet.info.usual_seats, counts[-1]}))


def cases() -> list[tuple[Cabinet, int]]:
    """Every game with these numbers of seats, crowds in short matches."""
    return [(_short(cabinet, seats), seats) for cabinet in CABINETS.values() for seats in seat_counts(cabinet)]


def _short(cabinet: Cabinet, seats: int) -> Cabinet:
    """The same game with fewer turns, where it has many seats."""
    if seats < CROWD:
        return cabinet
    options = cabinet.info.options
    fewer = msgspec.defstruct("Short", [("turns", int, SHORT)], bases=(options,), frozen=True)
    info = msgspec.structs.replace(cabinet.info, options=fewer)
    rules = type("Short", (type(cabinet.rules),), {"info": info})()
    return replace(cabinet, rules=rules)


def viewers(seats: int) -> tuple[int, ...]:
    """Everyone who may look at a match."""
    return (*range(seats), SPECTATOR, OMNISCIENT)


def random_move(rules: AnyRules, state: Any, ask: Ask, seat: int, random: Random) -> Move:
    """What a player without any thought would do."""
    if seat == NATURE:
        return Move(NATURE, random.randrange(ask.outcomes))
    legal = rules.legal(state, seat)
    action = rules.fallback(state, seat) if legal is None else random.choice(legal)
    return Move(seat, action)


def walk(rules: AnyRules, seats: int, options: Any, random: Random) -> Iterator[tuple[Any, Ask, tuple[Move, ...]]]:
    """The states of one random match, each with what is asked and the moves that will be played."""
    state = rules.start(seats, options)
    for _ in range(MOST_STEPS):
        ask = rules.ask(state)
        if ask is None:
            return
        moves = tuple(random_move(rules, state, ask, seat, random) for seat in ask.seats)
        yield state, ask, moves
        rules.step(state, moves)
    raise AssertionError(f"{rules.info.id} has not ended after {MOST_STEPS} steps")


def random_match(cabinet: Cabinet, seats: int, seed: int, options: Any = None) -> Match:
    """A whole match of random players, run by Match."""
    rules, random = cabinet.rules, Random(seed)
    match = Match(rules, seats, rules.info.options() if options is None else options, seed)
    while not match.over:
        match.tick(0.0)
        for seat in match.waiting_for:
            legal = match.legal(seat)
            if legal is None:
                match.force(seat)
            else:
                refusal = match.offer(seat, random.choice(legal))
                assert refusal is None, f"a listed action was refused: {refusal}"
    return match


def check_random_match_ends(cabinet: Cabinet, seats: int, seed: int) -> None:
    """A random match ends, with a line of result for each seat and ranks that begin with 1."""
    match = random_match(cabinet, seats, seed)
    result = match.result()
    assert len(result.seats) == seats
    ranks = sorted(line.rank for line in result.seats)
    assert ranks[0] == 1
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks), f"ranks have gaps: {ranks}"
    assert match.scores() == tuple(line.score for line in result.seats)
    assert match.steps[-1].hash == match.hash()


def check_pure_questions(cabinet: Cabinet, seats: int, seed: int) -> None:
    """Looking never changes a state: ask, legal, check, fallback, view, brief, scores, turns, sketch."""
    rules = cabinet.rules
    for state, ask, moves in walk(rules, seats, rules.info.options(), Random(seed)):
        before = rules.dump(state)
        assert rules.ask(state) == ask
        rules.scores(state), rules.turns(state)
        for viewer in viewers(seats):
            rules.brief(state, viewer)
            rules.sketch(rules.view(state, viewer))
        for seat in range(seats):
            rules.legal(state, seat)
        for move in moves:
            if move.seat != NATURE:
                rules.check(state, move.seat, move.action)
                rules.fallback(state, move.seat)
        assert rules.dump(state) == before, f"a question changed the state before {moves}"


def check_dump_is_complete(cabinet: Cabinet, seats: int, seed: int) -> None:
    """A state that was dumped and loaded goes on exactly like the first."""
    rules = cabinet.rules
    for state, _, moves in walk(rules, seats, rules.info.options(), Random(seed)):
        twin = rules.load(rules.dump(state))
        here = rules.load(rules.dump(state))
        assert rules.dump(twin) == rules.dump(state)
        assert rules.step(here, moves) == rules.step(twin, moves)
        assert rules.dump(here) == rules.dump(twin)


def check_legal_agrees_with_check(cabinet: Cabinet, seats: int, seed: int) -> None:
    """Every listed action passes `check`; who is not asked has none; the fallback may be played."""
    rules = cabinet.rules
    for state, ask, _ in walk(rules, seats, rules.info.options(), Random(seed)):
        for seat in range(seats):
            legal = rules.legal(state, seat)
            if seat not in ask.seats:
                assert not legal, f"seat {seat} is not asked and could play {legal}"
                continue
            assert legal is None or legal, f"seat {seat} is asked and has no action; the rules must pass for it"
            for action in legal or ():
                assert rules.check(state, seat, action) is None, f"listed and refused: {action}"
            assert rules.check(state, seat, rules.fallback(state, seat)) is None, "the fallback is refused"


def check_junk_is_refused(cabinet: Cabinet, seats: int, seed: int) -> None:
    """Whatever comes, `offer` answers with a text key and changes nothing."""
    rules, random = cabinet.rules, Random(seed)
    match = Match(rules, seats, rules.info.options(), seed)
    while not match.over:
        match.tick(0.0)
        before = match.hash()
        for junk in JUNK:
            for seat in (-5, NATURE, *range(seats), seats, 10**9):
                refusal = match.offer(seat, junk)
                assert isinstance(refusal, str), f"{junk!r} was taken from seat {seat}"
        assert match.hash() == before
        for seat in match.waiting_for:
            legal = match.legal(seat)
            match.force(seat) if legal is None else match.offer(seat, random.choice(legal))
    assert match.offer(0, None) is not None


def check_secrets_are_kept(cabinet: Cabinet, seats: int, seed: int) -> None:
    """Dealing anew what a viewer may not know changes nothing in what it sees or may do."""
    rules, random = cabinet.rules, Random(seed)
    for state, ask, _ in walk(rules, seats, rules.info.options(), Random(seed)):
        for viewer in viewers(seats)[:-1]:
            other = rules.redeal(state, viewer, random)
            assert rules.view(other, viewer) == rules.view(state, viewer), f"viewer {viewer} sees a secret"
            if viewer in ask.seats:
                assert rules.legal(other, viewer) == rules.legal(state, viewer)


def check_events_have_audiences(cabinet: Cabinet, seats: int, seed: int) -> None:
    """Every event is for everyone or for viewers that exist, and can be packed and told."""
    for step in random_match(cabinet, seats, seed).steps:
        for event in step.events:
            assert event.kind.isidentifier()
            msgspec.msgpack.encode(event)
            if event.audience is not None:
                assert list(event.audience) == sorted(set(event.audience))
                assert set(event.audience) <= {*range(seats), SPECTATOR}


def check_types_travel(cabinet: Cabinet, seats: int, seed: int) -> None:
    """Views and actions come back from msgpack as what they were."""
    rules = cabinet.rules
    for state, _, moves in walk(rules, seats, rules.info.options(), Random(seed)):
        for viewer in viewers(seats):
            view = rules.view(state, viewer)
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=rules.info.view) == view
        for move in moves:
            if move.seat != NATURE:
                packed = msgspec.msgpack.encode(move.action)
                assert msgspec.msgpack.decode(packed, type=rules.info.action) == move.action


def check_crew_plays_as_its_bots(cabinet: Cabinet, seats: int, seed: int) -> None:
    """A crew decides as its bots do from their views, and alike where what a seat may not know is dealt anew."""
    if cabinet.crew is None:
        return
    rules, random, crew = cabinet.rules, Random(seed), cabinet.crew()
    light = [name for name, bot in cabinet.bots.items() if bot.light]
    names = {seat: random.choice(light) for seat in range(seats)}
    options = rules.info.options()
    setups = {seat: BotSetup(cabinet.id, seat, seats, options, None, 0) for seat in names}
    bots = {seat: cabinet.bots[name](setups[seat]) for seat, name in names.items()}
    for state, ask, _ in walk(rules, seats, options, Random(seed)):
        if ask.seats == (NATURE,):
            continue
        before = rules.dump(state)
        decided = crew.decide(state, {seat: names[seat] for seat in ask.seats})
        assert rules.dump(state) == before, "a crew changed the state"
        assert tuple(sorted(decided)) == ask.seats
        for seat, action in decided.items():
            request = Request(0, rules.view(state, seat), rules.legal(state, seat), (), 0)
            assert action == bots[seat].decide(request), f"{names[seat]} of seat {seat} plays otherwise by its view"
        seat = random.choice(ask.seats)
        other = rules.redeal(state, seat, random)
        assert crew.decide(other, {seat: names[seat]})[seat] == decided[seat], f"seat {seat} knows a secret"


CHECKS = (
    check_random_match_ends,
    check_pure_questions,
    check_dump_is_complete,
    check_legal_agrees_with_check,
    check_junk_is_refused,
    check_secrets_are_kept,
    check_events_have_audiences,
    check_types_travel,
    check_crew_plays_as_its_bots,
)
