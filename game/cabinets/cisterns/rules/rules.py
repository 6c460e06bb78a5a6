"""The rules of Cisterns, a dungeon crawl without dice: everything that will hurt is announced a turn before."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from game.cabinets.cisterns.rules.floors import enter, given_level
from game.cabinets.cisterns.rules.ground import can_go, remember
from game.cabinets.cisterns.rules.heroes import keys_of
from game.cabinets.cisterns.rules.state import (
    GUIDE,
    MOST_HEARTS,
    Action,
    Bomb,
    Descend,
    Drink,
    Hero,
    Options,
    Shove,
    State,
    Step,
    Wait,
)
from game.cabinets.cisterns.rules.told import Telling
from game.cabinets.cisterns.rules.turn import escaped, play
from game.cabinets.cisterns.rules.views import View, redealt, view_of
from game.core.forge.model.level import DUNGEON_SIGNS, GATES, HEADINGS, LOCKED
from game.core.ranking import ranked
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer, Window

NUMBERS = 1 << 62
"""How many level numbers can be drawn: too many to find a match's number by trying."""
A_HEART, A_SURVIVOR = 10, 30


class Cisterns(Rules[State, Options, Action, View]):
    """The rules of the crawl."""

    info = GameInfo(
        "cisterns",
        version=6,
        seats=(1, 2, 3, 4),
        options=Options,
        action=Action,
        view=View,
        curtain=True,
        undo=False,
        open_scores=True,
        room_limit=15,
        regular_seats=1,
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        if options.level not in ("", GUIDE):
            given_level(options.level)
        return State(options, seats)

    def ask(self, state: State) -> Ask | None:
        if not state.number:
            return Ask((NATURE,), outcomes=NUMBERS)
        if state.over:
            return None
        acting = tuple(seat for seat, hero in enumerate(state.heroes) if hero.acts)
        return Ask(acting, Window.SIMULTANEOUS, open=state.coop)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.over or not 0 <= seat < len(state.heroes) or not state.heroes[seat].acts:
            return ()
        every: list[Action] = [Wait(), Drink(), Descend()]
        every += [Step(heading) for heading in range(4)]
        every += [Shove(heading) for heading in range(4)]
        every += [Bomb(heading) for heading in range(4)]
        return [action for action in every if self.check(state, seat, action) is None]

    def check(self, state: State, seat: Seat, action: Action) -> str | None:
        if not 0 <= seat < len(state.heroes):
            return "cisterns.refuse.turn"
        hero = state.heroes[seat]
        match action:
            case Step(heading):
                return self._check_step(state, seat, heading)
            case Shove(heading):
                dx, dy = HEADINGS[heading]
                return None if state.monster_at(hero.x + dx, hero.y + dy) else "cisterns.refuse.nobody"
            case Drink():
                if not hero.potions:
                    return "cisterns.refuse.potion"
                return "cisterns.refuse.whole" if hero.hearts >= MOST_HEARTS else None
            case Bomb(heading):
                if not hero.bombs:
                    return "cisterns.refuse.bomb"
                return None if can_go(state, hero.x, hero.y, heading) else "cisterns.refuse.wall"
            case Descend():
                return None if state.thing_at(hero.x, hero.y, "exit") else "cisterns.refuse.stairs"
        return None

    def _check_step(self, state: State, seat: Seat, heading: int) -> str | None:
        hero = state.heroes[seat]
        x, y = hero.x + HEADINGS[heading][0], hero.y + HEADINGS[heading][1]
        if not (0 <= x < state.width and 0 <= y < state.height):
            return "cisterns.refuse.wall"
        tile = state.at(x, y)
        if LOCKED <= tile < GATES:
            return None if keys_of(state, seat) >> (tile - LOCKED) & 1 else "cisterns.refuse.locked"
        if state.monster_at(x, y) is not None or can_go(state, hero.x, hero.y, heading):
            return None
        return "cisterns.refuse.gate" if GATES <= tile < GATES + 4 else "cisterns.refuse.wall"

    def fallback(self, state: State, seat: Seat) -> Action:
        return Wait()

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        if moves[0].seat == NATURE:
            state.number = moves[0].action + 1
            state.heroes = [Hero() for _ in range(state.seats)]
            enter(state, 1)
            remember(state)
            return [Event("floor", {"floor": 1})]
        telling = Telling(state)
        play(state, {move.seat: move.action for move in moves}, telling)
        return telling.events()

    def result(self, state: State) -> Result:
        scores = self.scores(state)
        came_out = [escaped(state, hero) for hero in state.heroes]
        standings = [0] * state.seats if state.coop else list(zip(came_out, scores, strict=True))
        lines = tuple(
            SeatResult(rank, score, {"escaped": out, "hearts": hero.hearts, "worth": hero.worth, "slain": hero.slain})
            for rank, score, out, hero in zip(ranked(standings), scores, came_out, state.heroes, strict=True)
        )
        end = "escaped" if any(came_out) else "fallen"
        as_one = state.coop or state.seats == 1
        return Result(lines, f"cisterns.end.{end}" if as_one else f"cisterns.end.rivals_{end}")

    def scores(self, state: State) -> tuple[int, ...]:
        """Return in coop one sum for all, with extra for hearts and survivors at the end; for rivals each one's own."""
        own = [hero.worth + A_SURVIVOR * escaped(state, hero) for hero in state.heroes]
        if not state.coop:
            return tuple(own) or (0,) * state.seats
        hearts = sum(A_HEART * hero.hearts for hero in state.heroes if escaped(state, hero))
        return (sum(own) + hearts,) * state.seats

    def turns(self, state: State) -> int:
        return state.turns

    def view(self, state: State, viewer: Viewer) -> View:
        return view_of(state, viewer)

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        return redealt(state, self.load(self.dump(state)), viewer, random)

    def sketch(self, view: View) -> str:
        """Return the known squares as text: squares by signs, heroes by numbers, monsters by first letters."""
        drawn = [DUNGEON_SIGNS[(square & 31) - 1] if square else " " for square in view.squares]
        rows = [drawn[y * view.width : (y + 1) * view.width] for y in range(view.height)]
        for thing in view.things:
            rows[thing.y][thing.x] = {"exit": "X", "treasure": "$"}.get(thing.kind, thing.kind[0])
        for monster in view.monsters:
            rows[monster.y][monster.x] = monster.kind[0].upper()
        for seat, hero in enumerate(view.heroes):
            if hero.x >= 0:
                rows[hero.y][hero.x] = str(seat + 1)
        return "\n".join("".join(row).rstrip() for row in rows)
