"""What every game must hold to. One random player walks matches through the contract and checks each law.

A game is conformant when every check of `CHECKS` passes for each of its seat counts. The laws are those of
docs/architecture.md, "What a game promises"; each function is one of them and names what broke it. `most` ends a walk
early.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, TypeVar

import msgspec

from game.core.bots import BotSetup, Request
from game.core.cabinet import Cabinet
from game.core.match.match import Match
from game.core.ranking import ranked
from game.core.rules import NATURE, OMNISCIENT, SPECTATOR, Event, Move, Rules, Window
from tests.walks import Check, Thoughtless, play_on, played, steps_again, walk, walk_again

State = TypeVar("State")

JUNK: tuple[Any, ...] = (
    None, True, -1, 2**70, 1.0, float("nan"), "", "turn", b"\xff", [], {}, [[]], {"do": None}, {"do": "turn"},
    {"do": "lay", "squares": [True, 1.0]}, {"stones": 1.0}, {"stones": True}, {"stones": 10**30}, object(), [1] * 100,
)  # fmt: skip
OUTCOMES = 4
"""Outcomes of a draw that are tried and compared."""
EACH = 40
"""So many first states of a walk are looked at closely, later ones each `THEN`-th."""
THEN = 5
EVERY, FIRST = 4, 8
"""So many steps are played again from a dump: the first runs of them, and later each `THEN`-th."""
LISTED = 50
"""Listed actions that are offered in a state; of more, so many all over the list."""


def viewers(seats: int) -> tuple[int, ...]:
    """Everyone who may look at a match."""
    return (*range(seats), SPECTATOR, OMNISCIENT)


def thinned(states: Iterable[State]) -> Iterator[State]:
    """The first of a walk, and some of the rest: for laws that cost much in each state."""
    return (state for number, state in enumerate(states) if number < EACH or number % THEN == 0)


def check_random_match_ends(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
    """A random match ends, with a line of result for each seat and ranks as scores that tie share them."""
    match = played(cabinet, seats, seed, most)
    if not match.over:
        return
    result = match.result()
    assert len(result.seats) == seats
    ranks = [line.rank for line in result.seats]
    assert ranked([-rank for rank in ranks]) == tuple(ranks), f"ranks have gaps: {ranks}"
    assert match.scores() == tuple(line.score for line in result.seats)
    assert match.steps[-1].hash == match.hash()


def check_pure_questions(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
    """Looking never changes a state: ask, legal, check, fallback, view, brief, scores, turns, sketch.

    A brief, which is sent once, is true to the end.
    """
    rules = cabinet.rules
    briefs: dict[int, Any] = {}
    for state, ask, moves in thinned(walk(cabinet, seats, Random(seed), most)):
        before = rules.dump(state)
        assert rules.ask(state) == ask
        rules.scores(state), rules.turns(state)
        for viewer in viewers(seats):
            brief = rules.brief(state, viewer)
            assert briefs.setdefault(viewer, brief) == brief, f"the brief of viewer {viewer} changed"
            rules.sketch(rules.view(state, viewer))
        for seat in range(seats):
            rules.legal(state, seat)
        for move in moves:
            if move.seat != NATURE:
                rules.check(state, move.seat, move.action)
                rules.fallback(state, move.seat)
        assert rules.dump(state) == before, f"a question changed the state before {moves}"


def check_dump_is_complete(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
    """A state that was dumped and loaded goes on exactly like the first."""
    rules = cabinet.rules
    for state, _, moves in walk_again(cabinet, seats, seed, most):
        twin = rules.load(rules.dump(state))
        assert rules.dump(twin) == rules.dump(state)
        assert rules.step(state, moves) == rules.step(twin, moves)
        assert rules.dump(state) == rules.dump(twin)


def check_equal_dumps_have_equal_futures(
    cabinet: Cabinet, seats: int, seed: int, most: int | None = None, every: int = EVERY
) -> None:
    """A match that was never loaded goes on like what its dump loads as: nothing that matters is outside of the dump.

    As in GGPO's test of synchronisation, steps are played again from a dump, `every` at a time: all if `every` is not
    the usual number, else some.
    """
    rules = cabinet.rules
    steps = steps_again(cabinet, seats, seed, most)
    fresh, loaded = None, -1
    for number, start in enumerate(range(0, len(steps) - 1, every)):
        if every == EVERY and number >= FIRST and number % THEN:
            continue
        twin = fresh if loaded == start else rules.load(steps[start].dump)
        end = min(start + every, len(steps) - 1)
        for again in range(start, end):
            events = rules.step(twin, steps[again].moves)
            assert events == steps[again].events, f"step {again} has other events once the match was loaded"
        assert rules.dump(twin) == steps[end].dump, f"after step {end} the match is another one once it was loaded"
        fresh, loaded = rules.load(steps[end].dump), end
        assert rules.ask(twin) == rules.ask(fresh)
        for viewer in viewers(seats):
            assert rules.view(twin, viewer) == rules.view(fresh, viewer), (
                f"step {end} looks otherwise once it was loaded"
            )


def check_undo_goes_back(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
    """An undone match is as it was, and goes on; a game without undo has none."""
    random = Random(seed)
    options = cabinet.info.options()
    match = Match(cabinet.rules, seats, options, seed)
    player = Thoughtless(cabinet, seats, options, random)
    hashes: dict[int, str] = {}
    end = 200 if most is None else most
    match.tick(0.0)
    while not match.over and match.number < end:
        hashes[match.number] = match.hash()
        play_on(match, player, match.number + 1)
        seat = random.randrange(seats)
        if random.random() < 0.2 and match.can_undo(seat):
            assert cabinet.info.undo, "a game without undo has one"
            match.undo(seat)
            assert match.hash() == hashes[match.number], f"step {match.number} is not as it was"


def check_legal_agrees_with_check(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
    """Every listed action passes `check`; who is not asked has none; the fallback may be played."""
    rules = cabinet.rules
    for state, ask, moves in thinned(walk_again(cabinet, seats, seed, most)):
        for seat in range(seats):
            legal = rules.legal(state, seat)
            if seat not in ask.seats:
                assert not legal, f"seat {seat} is not asked and could play {legal}"
                continue
            assert legal is None or legal, f"seat {seat} is asked and has no action; the rules must pass for it"
            for action in (legal or ())[:: max(1, len(legal or ()) // LISTED)]:
                assert rules.check(state, seat, action) is None, f"listed and refused: {action}"
            assert rules.check(state, seat, rules.fallback(state, seat)) is None, "the fallback is refused"
        for move in moves:
            if move.seat != NATURE:
                assert rules.check(state, move.seat, move.action) is None, f"refused to the weakest bot: {move.action}"


def check_junk_is_refused(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
    """Whatever comes, `offer` answers with a text key and changes nothing."""
    options = cabinet.info.options()
    match = Match(cabinet.rules, seats, options, seed)
    player = Thoughtless(cabinet, seats, options, Random(seed))
    while not match.over and (most is None or match.number < most):
        match.tick(0.0)
        before = match.hash()
        for junk in JUNK:
            for seat in (-5, NATURE, *range(seats), seats, 10**9):
                refusal = match.offer(seat, junk)
                assert isinstance(refusal, str), f"{junk!r} was taken from seat {seat}"
        assert match.hash() == before
        play_on(match, player, match.number + 1)
    assert match.offer(0, None) is not None


def check_secrets_are_kept(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
    """Dealing anew what a viewer may not know changes nothing in what it sees or may do, and does deal anew.

    Whoever sees less than everything lacks something that can be dealt; so does somebody who misses an event, but
    for those who were told something apart before: what others are shown now may be just that.
    """
    rules, random = cabinet.rules, Random(seed)
    deals = type(rules).redeal is not Rules.redeal
    see_less: set[int] = set()
    hear_less: list[set[int]] = []
    initiated: set[int] = set()
    dealt_for: set[int] = set()
    for state, ask, moves in walk_again(cabinet, seats, seed, most):
        everything, dump = rules.view(state, OMNISCIENT), rules.dump(state)
        other = rules.redeal(state, SPECTATOR, random)
        for viewer in viewers(seats)[:-1]:
            if deals:
                other = rules.redeal(state, viewer, random)
            view = rules.view(state, viewer)
            assert rules.view(other, viewer) == view, f"viewer {viewer} sees a secret"
            if rules.info.open_scores:
                assert rules.scores(other) == rules.scores(state), f"scores tell viewer {viewer} a secret"
            if viewer in ask.seats:
                assert rules.legal(other, viewer) == rules.legal(state, viewer)
            if view != everything:
                see_less.add(viewer)
            if rules.dump(other) != dump:
                dealt_for.add(viewer)
        for event in rules.step(state, moves):
            deaf = {viewer for viewer in viewers(seats)[:-1] if not event.seen_by(viewer)}
            hear_less.append(deaf - initiated)
            initiated |= set(event.audience or ())
    assert rules.info.curtain or SPECTATOR not in see_less, "people at one screen would see each other's secrets"
    if most is None:
        assert see_less <= dealt_for, f"`redeal` never deals anew for {sorted(see_less - dealt_for)}, who see less"
        for deaf in filter(None, hear_less):
            assert deaf & dealt_for, f"`redeal` never deals anew for {sorted(deaf)}, who miss an event"


def check_chance_is_announced_to_those_who_see_it(
    cabinet: Cabinet, seats: int, seed: int, most: int | None = None
) -> None:
    """Outcomes of chance that leave a viewer's view equal give it equal events."""
    rules, random = cabinet.rules, Random(seed)
    for state, ask, moves in walk_again(cabinet, seats, seed, most):
        if ask.seats != (NATURE,) or ask.outcomes == 1:
            continue
        outcomes = {moves[0].action, *(random.randrange(ask.outcomes) for _ in range(OUTCOMES - 1))}
        seen: dict[int, dict[bytes, tuple[int, list[Event]]]] = defaultdict(dict)
        for outcome in sorted(outcomes):
            after = rules.load(rules.dump(state))
            events = rules.step(after, (Move(NATURE, outcome),))
            for viewer in viewers(seats)[:-1]:
                view = msgspec.msgpack.encode(rules.view(after, viewer))
                heard = [event for event in events if event.seen_by(viewer) and event.kind != "numbered"]
                first, first_heard = seen[viewer].setdefault(view, (outcome, heard))
                told = f"viewer {viewer} sees no difference between outcomes {first} and {outcome}"
                assert heard == first_heard, f"{told} and hears {first_heard} or {heard}"


def check_events_have_audiences(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
    """Every event is for everyone or for viewers that exist, and can be packed and told."""
    for step in played(cabinet, seats, seed, most).steps:
        for event in step.events:
            assert event.kind.isidentifier()
            msgspec.msgpack.encode(event)
            if event.audience is not None:
                assert list(event.audience) == sorted(set(event.audience))
                assert set(event.audience) <= {*range(seats), SPECTATOR}


def check_types_travel(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
    """Views and actions come back from msgpack as what they were."""
    rules = cabinet.rules
    for state, _, moves in thinned(walk_again(cabinet, seats, seed, most)):
        for viewer in viewers(seats):
            view = rules.view(state, viewer)
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=rules.info.view) == view
        for move in moves:
            if move.seat != NATURE:
                packed = msgspec.msgpack.encode(move.action)
                assert msgspec.msgpack.decode(packed, type=rules.info.action) == move.action


def check_crew_plays_as_its_bots(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
    """A crew decides as its bots do from their views, and alike where what a seat may not know is dealt anew."""
    if cabinet.crew is None:
        return
    rules, random, crew = cabinet.rules, Random(seed), cabinet.crew()
    light = [name for name, bot in cabinet.bots.items() if bot.light]
    names = {seat: random.choice(light) for seat in range(seats)}
    options = rules.info.options()
    setups = {seat: BotSetup(cabinet.id, seat, seats, options, None, 0) for seat in names}
    bots = {seat: cabinet.bots[name](setups[seat]) for seat, name in names.items()}
    for state, ask, _ in walk_again(cabinet, seats, seed, most):
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


def check_time_is_measured_for_it(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
    """A window with a clock has a limit of its own; the log alone tells what was spent, and plays the same again."""
    rules = cabinet.rules
    for _, ask, moves in walk_again(cabinet, seats, seed, most):
        assert ask.lead >= 0
        assert not ask.clocked or ask.limit, "a window with a clock has no limit"
        assert ask.window is not Window.RACE or ask.limit, "nothing ends a race that nobody wins"
        assert all(0 <= move.spent <= ask.limit_ms for move in moves)
    match = played(cabinet, seats, seed, most)
    again = Match(rules, seats, match.options, seed)
    for step in match.steps:
        again.play(step.moves)
    assert again.hash() == match.hash(), "the log does not tell the whole match"


CHECKS: tuple[Check, ...] = (
    check_random_match_ends,
    check_pure_questions,
    check_dump_is_complete,
    check_equal_dumps_have_equal_futures,
    check_undo_goes_back,
    check_legal_agrees_with_check,
    check_junk_is_refused,
    check_secrets_are_kept,
    check_chance_is_announced_to_those_who_see_it,
    check_events_have_audiences,
    check_types_travel,
    check_crew_plays_as_its_bots,
    check_time_is_measured_for_it,
)
