"""The laws of rules: docs/architecture.md, "What a game promises". Each function looks at one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, TypeVar

import msgspec

from game.conformance.law import BreachError, Law, law
from game.conformance.walks import Thoughtless, play_on, played, steps_again, walk, walk_again
from game.core.bots import BotSetup, Request
from game.core.cabinet import Cabinet
from game.core.errors import UNDECODABLE
from game.core.match.match import Match
from game.core.ranking import ranked
from game.core.rules import NATURE, OMNISCIENT, SPECTATOR, Event, Move, Rules, Window

StateT = TypeVar("StateT")

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
UNDONE = 200
"""Steps of a match in which some are taken back."""


def viewers(seats: int) -> tuple[int, ...]:
    """Return everyone who may look at a match."""
    return (*range(seats), SPECTATOR, OMNISCIENT)


def thinned(states: Iterable[StateT]) -> Iterator[tuple[int, StateT]]:
    """Yield the first of a walk, and some of the rest, with their numbers: for laws that cost much in each state."""
    return ((number, state) for number, state in enumerate(states) if number < EACH or number % THEN == 0)


@law
def random_match_ends(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """A random match ends, with a line of result for each seat and ranks as scores that tie share them."""
    match = played(cabinet, seats, seed, most)
    yield match.number
    if not match.over:
        return
    result = match.result()
    if len(result.seats) != seats:
        raise BreachError("conformance.breach.lines", lines=len(result.seats), seats=seats)
    ranks = tuple(line.rank for line in result.seats)
    if ranked([-rank for rank in ranks]) != ranks:
        raise BreachError("conformance.breach.ranks", ranks=ranks)
    scores = tuple(line.score for line in result.seats)
    if match.scores() not in (scores, ()):
        raise BreachError("conformance.breach.scores", scores=match.scores(), result=scores)
    if match.steps[-1].hash != match.hash():
        raise BreachError("conformance.breach.changed_by_result")


@law
def questions_change_nothing(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """Looking never changes a state: ask, legal, check, fallback, view, brief, scores, turns, sketch.

    A brief, which is sent once, is true to the end.
    """
    rules = cabinet.rules
    briefs: dict[int, Any] = {}
    for number, (state, ask, moves) in thinned(walk(cabinet, seats, Random(seed), most)):
        yield number
        before = rules.dump(state)
        if rules.ask(state) != ask:
            raise BreachError("conformance.breach.asked_twice")
        rules.scores(state), rules.turns(state)
        for viewer in viewers(seats):
            brief = rules.brief(state, viewer)
            if briefs.setdefault(viewer, brief) != brief:
                raise BreachError("conformance.breach.brief", viewer=viewer)
            rules.sketch(rules.view(state, viewer))
        for seat in range(seats):
            rules.legal(state, seat)
        for move in moves:
            if move.seat != NATURE:
                rules.check(state, move.seat, move.action)
                rules.fallback(state, move.seat)
        if rules.dump(state) != before:
            raise BreachError("conformance.breach.question")


@law
def dump_is_complete(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """A state that was dumped and loaded goes on exactly like the first."""
    rules = cabinet.rules
    for number, (state, _, moves) in enumerate(walk_again(cabinet, seats, seed, most)):
        yield number
        twin = rules.load(rules.dump(state))
        if rules.dump(twin) != rules.dump(state):
            raise BreachError("conformance.breach.dumped_twice")
        if rules.step(state, moves) != rules.step(twin, moves):
            raise BreachError("conformance.breach.twin_tells")
        if rules.dump(state) != rules.dump(twin):
            raise BreachError("conformance.breach.twin_strays")


def played_again(cabinet: Cabinet, seats: int, seed: int, most: int | None, every: int) -> Iterator[int]:
    """Look at steps that are played again from a dump, `every` at a time: all if that is not `EVERY`, else some."""
    rules = cabinet.rules
    steps = steps_again(cabinet, seats, seed, most)
    fresh, loaded = None, -1
    for number, start in enumerate(range(0, len(steps) - 1, every)):
        if every == EVERY and number >= FIRST and number % THEN:
            continue
        twin = fresh if loaded == start else rules.load(steps[start].dump)
        end = min(start + every, len(steps) - 1)
        for again in range(start, end):
            yield again
            if rules.step(twin, steps[again].moves) != steps[again].events:
                raise BreachError("conformance.breach.loaded_tells")
        yield end
        if rules.dump(twin) != steps[end].dump:
            raise BreachError("conformance.breach.loaded_strays")
        fresh, loaded = rules.load(steps[end].dump), end
        if rules.ask(twin) != rules.ask(fresh):
            raise BreachError("conformance.breach.loaded_asks")
        for viewer in viewers(seats):
            if rules.view(twin, viewer) != rules.view(fresh, viewer):
                raise BreachError("conformance.breach.loaded_looks", viewer=viewer)


@law
def equal_dumps_have_equal_futures(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """A match that was never loaded goes on like what its dump loads as: nothing that matters is outside of the dump.

    As in GGPO's test of synchronisation, steps are played again from a dump.
    """
    return played_again(cabinet, seats, seed, most, EVERY)


@law
def undo_goes_back(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """An undone match is as it was, and goes on; a game without undo has none."""
    random = Random(seed)
    options = cabinet.info.options()
    match = Match(cabinet.rules, seats, options, seed)
    player = Thoughtless(cabinet, seats, options, random)
    hashes: dict[int, str] = {}
    end = UNDONE if most is None else most
    match.tick(0.0)
    while not match.over and match.number < end:
        yield match.number
        hashes[match.number] = match.hash()
        play_on(match, player, match.number + 1)
        seat = random.randrange(seats)
        if random.random() < 0.2 and match.can_undo(seat):
            if not cabinet.info.undo:
                raise BreachError("conformance.breach.undo_declared")
            match.undo(seat)
            if match.hash() != hashes[match.number]:
                raise BreachError("conformance.breach.undone", match.number)


@law
def listed_actions_are_taken(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """Every listed action passes `check`; who is not asked has none; the fallback may be played."""
    rules = cabinet.rules
    for number, (state, ask, moves) in thinned(walk_again(cabinet, seats, seed, most)):
        yield number
        for seat in range(seats):
            legal = rules.legal(state, seat)
            if seat not in ask.seats:
                if legal:
                    raise BreachError("conformance.breach.unasked", seat=seat, action=legal[0])
                continue
            if legal is not None and not legal:
                raise BreachError("conformance.breach.nothing_to_play", seat=seat)
            for action in (legal or ())[:: max(1, len(legal or ()) // LISTED)]:
                if (why := rules.check(state, seat, action)) is not None:
                    raise BreachError("conformance.breach.listed", seat=seat, action=action, why=why)
            if (why := rules.check(state, seat, rules.fallback(state, seat))) is not None:
                raise BreachError("conformance.breach.fallback", seat=seat, why=why)
        for move in moves:
            if move.seat != NATURE and (why := rules.check(state, move.seat, move.action)) is not None:
                raise BreachError("conformance.breach.weakest", seat=move.seat, action=move.action, why=why)


@law
def junk_is_refused(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """Whatever comes is answered with a text key and changes nothing."""
    options = cabinet.info.options()
    match = Match(cabinet.rules, seats, options, seed)
    player = Thoughtless(cabinet, seats, options, Random(seed))
    while not match.over and (most is None or match.number < most):
        yield match.number
        match.tick(0.0)
        before = match.hash()
        for junk in JUNK:
            for seat in (-5, NATURE, *range(seats), seats, 10**9):
                refusal = match.offer(seat, junk)
                for broken in match.broken:
                    raise broken.error
                if not isinstance(refusal, str):
                    raise BreachError("conformance.breach.junk_taken", seat=seat, junk=repr(junk))
        if match.hash() != before:
            raise BreachError("conformance.breach.junk_changes")
        play_on(match, player, match.number + 1)


@law
def secrets_are_kept(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
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
    for number, (state, ask, moves) in enumerate(walk_again(cabinet, seats, seed, most)):
        yield number
        everything, dump = rules.view(state, OMNISCIENT), rules.dump(state)
        other = rules.redeal(state, SPECTATOR, random)
        for viewer in viewers(seats)[:-1]:
            if deals:
                other = rules.redeal(state, viewer, random)
            view = rules.view(state, viewer)
            if rules.view(other, viewer) != view:
                raise BreachError("conformance.breach.secret_seen", viewer=viewer)
            if rules.info.open_scores and rules.scores(other) != rules.scores(state):
                raise BreachError("conformance.breach.secret_scored", viewer=viewer)
            if viewer in ask.seats and rules.legal(other, viewer) != rules.legal(state, viewer):
                raise BreachError("conformance.breach.secret_listed", viewer=viewer)
            if viewer not in see_less and view != everything:
                see_less.add(viewer)
            if viewer not in dealt_for and rules.dump(other) != dump:
                dealt_for.add(viewer)
        for event in rules.step(state, moves):
            deaf = {viewer for viewer in viewers(seats)[:-1] if not event.seen_by(viewer)}
            hear_less.append(deaf - initiated)
            initiated |= set(event.audience or ())
    if SPECTATOR in see_less and not rules.info.curtain:
        raise BreachError("conformance.breach.no_curtain")
    if most is None:
        if see_less - dealt_for:
            raise BreachError("conformance.breach.never_dealt_to_see", viewers=sorted(see_less - dealt_for))
        for deaf in filter(None, hear_less):
            if not deaf & dealt_for:
                raise BreachError("conformance.breach.never_dealt_to_hear", viewers=sorted(deaf))
    if see_less | dealt_for and not rules.has_secrets(cabinet.info.options()):
        raise BreachError("conformance.breach.secret_denied", viewers=sorted(see_less | dealt_for))


@law
def chance_is_told_to_those_who_see_it(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """Outcomes of chance that leave a viewer's view equal give it equal events."""
    rules, random = cabinet.rules, Random(seed)
    for number, (state, ask, moves) in enumerate(walk_again(cabinet, seats, seed, most)):
        yield number
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
                if heard != first_heard:
                    raise BreachError("conformance.breach.chance_told", viewer=viewer, first=first, second=outcome)


@law
def events_have_audiences(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """Every event is for everyone or for viewers that exist, and can be packed and told."""
    for step in played(cabinet, seats, seed, most).steps:
        yield step.number
        for event in step.events:
            if not event.kind.isidentifier():
                raise BreachError("conformance.breach.event_kind", kind=repr(event.kind))
            try:
                msgspec.msgpack.encode(event)
            except TypeError as error:
                raise BreachError("conformance.breach.event_packed", kind=event.kind, why=str(error)) from error
            told = event.audience
            if told is not None and not (list(told) == sorted(set(told)) and set(told) <= {*range(seats), SPECTATOR}):
                raise BreachError("conformance.breach.audience", kind=event.kind, audience=told)


@law
def types_travel(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """Views and actions come back from msgpack as what they were."""
    rules = cabinet.rules
    for number, (state, _, moves) in thinned(walk_again(cabinet, seats, seed, most)):
        yield number
        for viewer in viewers(seats):
            _travel(rules.view(state, viewer), rules.info.view)
        for move in moves:
            if move.seat != NATURE:
                _travel(move.action, rules.info.action)


def _travel(sent: Any, declared: Any) -> None:
    """Pack and unpack a value. Raises BreachError where it is another one then."""
    try:
        arrived = msgspec.msgpack.decode(msgspec.msgpack.encode(sent), type=declared)
    except UNDECODABLE as error:
        raise BreachError("conformance.breach.undecodable", type=type(sent).__name__, why=str(error)) from error
    if arrived != sent:
        raise BreachError("conformance.breach.changed_on_the_way", type=type(sent).__name__)


@law
def crew_plays_as_its_bots(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """A crew decides as its bots do from their views, and alike where what a seat may not know is dealt anew."""
    if cabinet.crew is None:
        return
    rules, random, crew = cabinet.rules, Random(seed), cabinet.crew()
    light = [name for name, bot in cabinet.bots.items() if bot.light]
    names = {seat: random.choice(light) for seat in range(seats)}
    options = rules.info.options()
    setups = {seat: BotSetup(cabinet.id, seat, seats, options, None, 0) for seat in names}
    bots = {seat: cabinet.bots[name](setups[seat]) for seat, name in names.items()}
    for number, (state, ask, _) in enumerate(walk_again(cabinet, seats, seed, most)):
        yield number
        if ask.seats == (NATURE,):
            continue
        before = rules.dump(state)
        decided = crew.decide(state, {seat: names[seat] for seat in ask.seats})
        if rules.dump(state) != before:
            raise BreachError("conformance.breach.crew_changes")
        if tuple(sorted(decided)) != ask.seats:
            raise BreachError("conformance.breach.crew_seats", asked=ask.seats, decided=tuple(sorted(decided)))
        for seat, action in decided.items():
            request = Request(0, rules.view(state, seat), rules.legal(state, seat), (), 0)
            if action != bots[seat].decide(request):
                raise BreachError("conformance.breach.crew_strays", bot=names[seat], seat=seat)
        seat = random.choice(ask.seats)
        other = rules.redeal(state, seat, random)
        if crew.decide(other, {seat: names[seat]})[seat] != decided[seat]:
            raise BreachError("conformance.breach.crew_knows", bot=names[seat], seat=seat)


@law
def time_is_measured_for_it(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """A window with a clock has a limit of its own; the log alone tells what was spent, and plays the same again."""
    rules = cabinet.rules
    for number, (_, ask, moves) in enumerate(walk_again(cabinet, seats, seed, most)):
        yield number
        if ask.lead < 0:
            raise BreachError("conformance.breach.lead", lead=ask.lead)
        if ask.clocked and not ask.limit:
            raise BreachError("conformance.breach.no_limit")
        if ask.window is Window.RACE and not ask.limit:
            raise BreachError("conformance.breach.endless_race")
        if late := [move.spent for move in moves if not 0 <= move.spent <= ask.limit_ms]:
            raise BreachError("conformance.breach.spent", spent=late[0], most=ask.limit_ms)
    match = played(cabinet, seats, seed, most)
    again = Match(rules, seats, match.options, seed)
    for step in match.steps:
        yield step.number
        again.play(step.moves)
    if again.hash() != match.hash():
        raise BreachError("conformance.breach.log")


LAWS_OF_RULES: tuple[Law, ...] = (
    random_match_ends,
    questions_change_nothing,
    dump_is_complete,
    equal_dumps_have_equal_futures,
    undo_goes_back,
    listed_actions_are_taken,
    junk_is_refused,
    secrets_are_kept,
    chance_is_told_to_those_who_see_it,
    events_have_audiences,
    types_travel,
    crew_plays_as_its_bots,
    time_is_measured_for_it,
)
"""The laws of rules, of which each looks at whole matches."""
