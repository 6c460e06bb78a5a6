"""Matches and moments of Slime, and where its table has what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from game.cabinets.slime import field as f
from game.cabinets.slime.rules import KEEP, Heading, Options, Phase, Slime, State, Steer, View
from game.cabinets.slime.stage.layout import middle
from game.cabinets.slime.stage.picture import Picture
from game.cabinets.slime.stage.stage import SlimeStage
from game.conformance import bench
from game.core.rules import NATURE, SPECTATOR, Event, Move
from game.engine.canvas import Box, Canvas
from game.engine.input import PointerMoved, PointerPressed, PointerReleased
from game.engine.stage import Surroundings

RULES = Slime()
PANELS = (Box(0, 520, 460, 100), Box(476, 520, 460, 100))
NARROW = (Box(952, 0, 280, 100), Box(952, 116, 280, 100))
"""Where the panels are above a replay's timeline."""
SIDE = Box(952, 240, 280, 224)
LEFT, TOP = 24.0, 80.0
"""Where the stage's frame lies at the table."""
LONGEST = 3.0
"""Seconds that anything in one turn may move at the normal pace."""

Step = tuple[State, View, list[Event]]


def surroundings(language: str = "en", text_size: int = 100, *, person: bool = False, **more: Any) -> Surroundings:
    """What the table would give the stage."""
    given = bench.surroundings(2, Options(), language, text_size, **more)
    given.looks = [replace(look, person=person and not seat) for seat, look in enumerate(given.looks)]
    return given


def _turn(state: State, orders: tuple[Steer, Steer], chance: Random) -> list[Event]:
    """One turn, with what chance adds to it."""
    events = RULES.step(state, [Move(0, orders[0]), Move(1, orders[1])])
    while (ask := RULES.ask(state)) is not None and ask.seats == (NATURE,):
        events += RULES.step(state, [Move(NATURE, chance.randrange(ask.outcomes))])
    return events


def random_steer(chance: Random) -> Steer:
    """Mostly straight on, else any heading."""
    first, second, third, fourth, fifth = (
        Heading(chance.randrange(4)) if chance.random() < 0.4 else None for _ in range(f.TEAM)
    )
    return Steer((first, second, third, fourth, fifth))


def match(seed: int, turns: int = f.TURNS) -> Iterator[Step]:
    """A match of random orders, from the start and after each turn."""
    chance = Random(seed)
    state = RULES.start(2, Options())
    yield state, RULES.view(state, SPECTATOR), []
    for _ in range(turns):
        orders = (random_steer(chance), random_steer(chance))
        events = _turn(state, orders, chance)
        yield state, RULES.view(state, SPECTATOR), events


def at(seed: int, turn: int) -> tuple[State, View]:
    """A random match after so many turns."""
    for state, view, _ in match(seed):
        if view.turn == turn:
            return state, view
    raise LookupError(f"match {seed} has no turn {turn}")


def drawn(rows: str, slimes: dict[int, tuple[int, int, Heading]], turn: int = 90) -> State:
    """A state as it is written: rows of `A`, `B` and `.` from the top; some slimes as (column, row), heading."""
    field = f.new_field()
    lines = rows.split()
    for x in range(f.WIDTH):
        for team in range(2):
            field[f.OWNED + team * f.WIDTH + x] = sum(
                1 << (f.HEIGHT - 1 - row) for row, line in enumerate(lines) if line[x] == "AB"[team]
            )
    for slime, (column, row, heading) in slimes.items():
        field[f.SQUARE + slime] = field[f.STOOD + slime] = column * f.HEIGHT + f.HEIGHT - 1 - row
        field[f.HEADING + slime] = int(heading)
    field[f.TURN] = turn
    return State(Phase.ORDERS, 0, field, ["", ""])


def play(state: State, steer: Steer | None = None, other: Steer | None = None) -> Step:
    """One turn of a state; nobody steers unless told."""
    events = _turn(state, (steer or Steer(KEEP), other or Steer(KEEP)), Random(1))
    return state, RULES.view(state, SPECTATOR), events


RING = """
.........................
.BBBBBBBBBBBBBBBBBBBBBBB.
.B.....................B.
.B.....................B.
.B.....................B.
.B.....................B.
.B.....................B.
.B.....................B.
.B.....................B.
.B.....................B.
.B.....................B.
.BBBBBBBBBBBB.BBBBBBBBBB.
........................."""
"""B's ring but for one square: whoever fills it takes two hundred."""


def about_to_flood() -> State:
    """B's slime 1 stands before the gap of the ring; one of A's is inside."""
    return drawn(
        RING,
        {
            0: (4, 4, Heading.RIGHT),
            1: (0, 0, Heading.RIGHT),
            2: (0, 12, Heading.RIGHT),
            3: (24, 0, Heading.LEFT),
            4: (15, 6, Heading.DOWN),
            5: (13, 12, Heading.UP),
            6: (6, 11, Heading.LEFT),
            7: (20, 1, Heading.LEFT),
            8: (1, 4, Heading.UP),
            9: (23, 8, Heading.UP),
        },
    )


def about_to_collide() -> State:
    """All ten come onto three squares."""
    return drawn(
        "\n".join(["." * 25] * 13),
        {
            0: (11, 6, Heading.RIGHT),
            1: (12, 5, Heading.DOWN),
            2: (6, 3, Heading.RIGHT),
            3: (6, 9, Heading.RIGHT),
            4: (18, 8, Heading.DOWN),
            5: (13, 6, Heading.LEFT),
            6: (12, 7, Heading.UP),
            7: (8, 3, Heading.LEFT),
            8: (7, 9, Heading.LEFT),
            9: (18, 10, Heading.UP),
        },
        turn=174,
    )


def table_canvas(width: int, height: int) -> Canvas:
    """A window of that size with an evening behind, seen in the stage's design units."""
    window = bench.window(width, height)
    return Canvas(window.surface, window.scale, window.pixel(LEFT, TOP))


def draw_table(stage: SlimeStage, canvas: Canvas, *, narrow: bool = False) -> None:
    """Draw the stage with panels and side card as the table does."""
    stage.draw(canvas)
    for seat, panel in enumerate(NARROW if narrow else PANELS):
        bench.draw_card(canvas, panel)
        top = panel.top + 12 + stage.surroundings.typeface.leading(20)
        stage.draw_panel(canvas, seat, Box(panel.left + 83, top, panel.width - 99, panel.bottom - 8 - top))
    bench.draw_card(canvas, SIDE)
    stage.draw_side(canvas, Box(SIDE.left + 16, SIDE.top + 46, SIDE.width - 32, SIDE.height - 60))
    stage.draw_over(canvas)


def finish(stage: SlimeStage) -> float:
    """Let time pass until nothing moves any more; the seconds a player had to wait."""
    passed = waited = 0.0
    while stage.script.moving:
        waited += bench.FRAME_SECONDS * stage.busy
        stage.update(bench.FRAME_SECONDS)
        passed += bench.FRAME_SECONDS
        assert passed < LONGEST, "the movements do not come to an end"
    return waited


def shown(stage: SlimeStage) -> Picture:
    """What is to be seen now."""
    assert stage.picture is not None
    return stage.picture


def steering(given: Surroundings | None = None, seed: int = 5, turn: int = 20) -> tuple[SlimeStage, View]:
    """A stage on which team A's player is asked."""
    _, view = at(seed, turn)
    stage = SlimeStage(given or surroundings(person=True))
    stage.reset(view)
    stage.choose(0, None)
    return stage, view


def drag(stage: SlimeStage, *squares: int) -> None:
    """Press on the first square and lead the pointer over the others."""
    stage.handle(PointerPressed(*middle(squares[0])))
    for square in squares[1:]:
        stage.handle(PointerMoved(*middle(square)))
    stage.handle(PointerReleased(*middle(squares[-1])))
