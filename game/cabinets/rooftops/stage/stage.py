"""The stage of the race: own runners ahead of the match, others as the match tells them, and a pane per person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, NamedTuple

from game.cabinets.rooftops.course import Course
from game.cabinets.rooftops.rules import LEAD, SLICE, Run, View, course_for
from game.cabinets.rooftops.stage import ghosts
from game.cabinets.rooftops.stage.effects import Effects
from game.cabinets.rooftops.stage.figures import height_px, runner
from game.cabinets.rooftops.stage.finish import HELD_FOR, Finish, Try, Way, arrived, missed, told_of
from game.cabinets.rooftops.stage.footprints import Footprints
from game.cabinets.rooftops.stage.hud import BAR_HIGH, Head, draw_figures, draw_names, draw_said, draw_way
from game.cabinets.rooftops.stage.pane import CLOSE, ROWS, Drawn, Pane
from game.cabinets.rooftops.stage.sky import draw_sky
from game.cabinets.rooftops.stage.tally import Tally
from game.cabinets.rooftops.steering import Ghost, Other, Own, pairs
from game.core.forge.physics import numbers as n
from game.core.forge.play import Play
from game.core.rules import Event, Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import rgb
from game.engine.input import InputEvent
from game.engine.stage import FillsTable, Flows, Following, LeadsOn, Stage, Steers, Summary, SumsUp, Surroundings
from game.ground import gameplay
from game.kit.held import Claims, Held

TICK = 1 / 60
MOST_OWED = 10 * TICK
"""Greatest number of seconds that are caught up after a long frame."""
PALE, GHOSTLY = 62, 34
"""Opacity of other runners and of ghosts, in percent."""
GHOST_COLOUR = "#F3E3C3"
GAP = 6.0
"""Gap between panes, in logical pixels."""
TALK_Y, TALK_WIDE, SKY = 66.0, 330.0, 0.55
"""Top and width of a guide's text, below the runners' names; and the share of a pane that is only sky."""
SAID, SAID_UP = 0.8, 0.32
"""How far down a pane sentences stand: how to begin, below a guide's text, and all others."""
LAST_SECONDS = 15
"""Number of seconds before the end of a race from which those not at the lantern are told how many are left."""
GO = 0.8
"""Seconds for which the start of the race is announced."""


class Seen(NamedTuple):
    """The seat that a pane follows, and the pane's box."""

    seat: Seat
    box: Box


class RooftopsStage(Stage[View, Run], Steers, Flows, LeadsOn, SumsUp, FillsTable):
    """Steers the runners of the people here, and shows the others where the match says they are."""

    by_phone = "pad"

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.people = [seat for seat, look in enumerate(surroundings.looks) if look.person]
        self.claims = Claims(Held(surroundings.play_keys), self.people, surroundings.pad_seats)
        self.course: Course | None = None
        self.own: dict[Seat, Own] = {}
        self.others: list[Other] = []
        self._panes: dict[Seat, Pane] = {}
        self._effects: dict[Seat, Effects] = {}
        self._ghost: Ghost | None = None
        self._finish: Finish | None = None
        """The card at the goal; None unless one person runs alone."""
        self.tried = Try()
        """What this run is as a try at the course of a day; by default it belongs to no day."""
        self._back_held = 0
        """Number of ticks for which a lone person has held the key back to the flag."""
        self._owed = 0.0
        """Seconds that have passed but are not run as ticks yet."""
        self._left = 0.0
        """Seconds until the shown slice is over, if nobody steers; negative if the next slice is late."""
        self._lead: float | None = None
        """Seconds until the race begins; None before the host has told it."""
        self._since_begin = GO
        self._best = 0
        """Time in ticks of the best kept run; 0 if there is none."""
        self._record = False
        """Whether this run is faster than the best kept run."""
        self._tally: Tally | None = None
        """Counts the run of the only person here; None if several play."""
        self._kept: Play | None = None
        """The part of this run that is already in the player profile for generators."""
        self._footprints: dict[Seat, Footprints] = {}
        """Footprints of each person who has died."""

    def fit(self, width: float, height: float) -> None:
        self.width, self.height = width, height

    def reset(self, view: View) -> None:
        self.view = view
        self.course = course_for(self.surroundings.options, view.number) if view.number and view.runners else None
        self._panes.clear()
        self._effects.clear()
        self._footprints.clear()
        self._tally = self._kept = None
        self._left = 0.0
        self.others, self._ghost = [], None
        if self.course is None:
            self.own.clear()
            return
        self.others = [Other(each, self.course.world) for each in view.runners]
        self.own = {seat: Own(view.runners[seat], self.course.world) for seat in self.own}
        self._ghost = self._ghost_of(self.course)
        alone = len(self.people) == len(view.runners) == 1
        self._finish = Finish(self.surroundings, self.course, self.tried) if alone else None
        if view.runners[0].goal:
            self._tell_finish(self.others[0].numbers)
        for seat in range(len(view.runners)):
            self._look(seat, 0.0, at_once=True)

    def _ghost_of(self, course: Course) -> Ghost | None:
        """Return the ghost for a lone person: their best run of this level, or else its proof; None if not wanted.

        One that is to be just ahead keeps the pace of the next medal, until the best one is won.
        """
        wished = self.surroundings.options.ghosts
        if wished == "none" or len(self.people) != 1:
            return None
        best = ghosts.best_of(course) if wished != "par" else ()
        self._best = ghosts.ticks_of(course, best)
        way = best or course.level.way
        above = course.next_medal(self._best) if wished == "ahead" else ""
        return Ghost(way, course.world, course.medals.get(above, 0)) if way else None

    def show(self, view: View, events: Sequence[Event]) -> None:
        if self.course is None or len(view.runners) != len(self.others):
            self.reset(view)
            return
        begun = self.view is not None and not self.view.slices and view.slices > 0 and len(view.runners) > 1
        self._since_begin = 0.0 if begun else self._since_begin
        self.view = view
        for seat, other in enumerate(self.others):
            other.hear(view.runners[seat], view.ran[seat] if seat < len(view.ran) else ())
            if seat in self.own:
                self.own[seat].confirm(view.runners[seat])
        speed = self.surroundings.speed
        self._left = 0.0 if self.own or not speed else self._left + SLICE / speed
        if not speed:
            self.hurry()

    def steer(self, people: Sequence[Seat], seconds: float) -> None:
        view = self.view
        if view is None or self.course is None or not people:
            self.claims.held.let_go()
            return
        for seat in people:
            if seat not in self.own:
                self.own[seat] = Own(view.runners[seat], self.course.world)
        if self._waits(view):
            return
        self._owed = min(self._owed + seconds, MOST_OWED)
        while self._owed >= TICK:
            self._owed -= TICK
            for seat in people:
                held = int(self.claims.mask(seat))
                self._begin_anew(self.own[seat], held)
                run = self.own[seat].tick(held, view, alone=len(view.runners) == 1)
                if run:
                    self.decide(run, seat)
                self._after_tick(seat, self.own[seat])
            self.claims.held.tick()

    def _begin_anew(self, own: Own, held: int) -> None:
        """Restart from the beginning when a lone runner has held the key back to the flag, but not the one try."""
        self._back_held = self._back_held + 1 if held & n.AGAIN and own.begun else 0
        if self._back_held == HELD_FOR and self._finish is not None and not self.tried.counts:
            self._finish.take(Way.AGAIN)

    def count_as(self, tried: Try) -> None:
        """Take this run as a try at the course of a day."""
        self.tried = tried
        if self._finish is not None:
            self._finish.count_as(tried)

    @property
    def tells_end(self) -> bool:
        return self._finish is not None and self._finish.shown

    def sum_up(self) -> Summary | None:
        if self._finish is None or self.course is None or self.view is None:
            return None
        return missed(self.surroundings.texts, self.course, self.view, self.surroundings.options.wait)

    def take_following(self) -> Following | None:
        if self._finish is None:
            return None
        following, self._finish.following = self._finish.following, None
        return following

    def take_copied(self) -> str | None:
        if self._finish is None:
            return None
        copied, self._finish.copied = self._finish.copied, None
        return copied

    def _waits(self, view: View) -> bool:
        """Return whether the race has not begun yet, since several runners get a lead time."""
        return len(view.runners) > 1 and not view.slices and (self._lead is None or self._lead > SLICE)

    def _after_tick(self, seat: Seat, own: Own) -> None:
        self.effects(seat).after_tick(own.before, own.numbers)
        self._count(own)
        if own.numbers[n.GOAL] and not own.before[n.GOAL] and own.tape and self.course is not None:
            self._record = len(self.people) == 1 and ghosts.keep(self.course, pairs(own.tape))
            self._tell_finish(own.numbers)
        if own.numbers[n.DEATHS] > own.before[n.DEATHS]:
            assert self.course is not None
            self._footprints.setdefault(seat, Footprints(self.course)).died(own.numbers)
            self.surroundings.shake(seat)

    def _count(self, own: Own) -> None:
        """Record what the only person here did, at each death and at the goal."""
        if own.tape is None or len(self.people) != 1 or self.course is None:
            return
        self._tally = self._tally or Tally(self.course)
        self._tally.after_tick(own.before, own.numbers)
        if self._tally.ended:
            play = self._tally.play(own.numbers)
            gameplay.keep(play, self._kept)
            self._kept = play

    def _tell_finish(self, numbers: Any) -> None:
        if self._finish is not None and self.course is not None:
            pale = self._ghost.pace if self._ghost is not None and self._ghost.pace != self._best else 0
            self._finish.tell(told_of(numbers, self.course, self._best, pale))

    def tell_time(self, left: float | None, seconds: float) -> None:
        self._lead = left

    def handle(self, event: InputEvent) -> None:
        if self._finish is not None and self._finish.shown:
            self._finish.handle(event)
        self.claims.handle(event)

    def update(self, seconds: float) -> None:
        self._left = max(-SLICE, self._left - seconds)
        self._since_begin += seconds
        if self._finish is not None:
            self._finish.update(seconds)
        for seat, other in enumerate(self.others):
            if seat in self.own:
                other.catch_up()
            elif self.surroundings.speed:
                other.pass_ticks(seconds / TICK * self.surroundings.speed)
        for effects in self._effects.values():
            effects.update(seconds)
        for seat in self._panes:
            self._look(seat, seconds)
        if self._ghost is not None and self.others:
            self._ghost.follow(int(self.numbers(self._followed()[0])[n.CLOCK]))

    @property
    def busy(self) -> bool:
        return self._left > 0.0

    def hurry(self) -> None:
        self._left = min(self._left, 0.0)
        for other in self.others:
            other.catch_up()
        if not self.own:
            for effects in self._effects.values():
                effects.clear()
            for seat in self._panes:
                self._look(seat, 0.0, at_once=True)

    def numbers(self, seat: Seat) -> Any:
        """Return a runner's numbers as shown at this screen; an own runner is ahead of the match."""
        return self.own[seat].numbers if seat in self.own else self.others[seat].numbers

    def effects(self, seat: Seat) -> Effects:
        """Return the effects of a seat's runner, made when first asked for."""
        if seat not in self._effects:
            surroundings = self.surroundings
            self._effects[seat] = Effects(surroundings.play_sound, calm=surroundings.reduced_motion)
        return self._effects[seat]

    def _look(self, seat: Seat, seconds: float, *, at_once: bool = False) -> None:
        if self.effects(seat).stop <= 0:
            self._pane(seat).camera.look_at(self.numbers(seat), seconds, at_once=at_once)

    def _pane(self, seat: Seat) -> Pane:
        assert self.course is not None
        if seat not in self._panes:
            alone = len(self.others) == 1
            self._panes[seat] = Pane(self.course, alone=alone, calm=self.surroundings.reduced_motion)
        return self._panes[seat]

    def _followed(self) -> list[Seat]:
        """Return the seats that get a pane: those of people here, or else the one in the lead."""
        assert self.view is not None
        people = [seat for seat in self.people if seat < len(self.others)]
        if people:
            return people
        left = self.view.left
        return [min(range(len(left)), key=lambda seat: (left[seat], seat))]

    def panes(self) -> list[Seen]:
        """Return the panes with their boxes: two are stacked, three or four lie in quarters."""
        seats = self._followed()
        columns = 1 if len(seats) < 3 else 2
        rows = -(-len(seats) // columns)
        wide = (self.width - GAP * (columns - 1)) / columns
        high = (self.height - GAP * (rows - 1)) / rows
        return [
            Seen(seat, Box((wide + GAP) * (place % columns), (high + GAP) * (place // columns), wide, high))
            for place, seat in enumerate(seats)
        ]

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        arrived = bool(self.own) and all(own.numbers[n.GOAL] for own in self.own.values())
        if arrived and len(self.others) > 1:
            return "rooftops.stage.there", {}
        jewels = self.course.world.jewels if self.course is not None else 0
        if any(own.numbers[n.GEM_COUNT] < jewels for own in self.own.values()):
            return "rooftops.stage.fetch", {"jewels": jewels}
        return "rooftops.stage.instruction", {}

    @property
    def tells_number(self) -> bool:
        return not self.surroundings.options.level

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        return ("rooftops.stage.par", {"seconds": f"{self.course.par / 60:.0f}"}) if self.course else None

    def place(self, name: str) -> Box | None:
        """Return the box of a named thing in the first pane; None if there is none.

        Names are `runner`, `way`, `squares.<x>.<y>.<wide>.<high>` in squares of the level, and `talk` for a box in its
        sky.
        """
        if self.course is None or self.view is None:
            return None
        seen = self.panes()[0]
        what, *numbers = name.split(".")
        if what == "way":
            return self._bar(seen.box)
        if what == "talk":
            return Box(seen.box.left + 12, seen.box.top + TALK_Y, TALK_WIDE, seen.box.height * SKY - TALK_Y)
        if what == "squares":
            x, y, wide, high = map(float, numbers)
            found = self._pane(seen.seat).squares(seen.box, x, y, wide, high)
            return found if found.colliderect(seen.box) else None
        return self.place_of(seen.seat, seen) if what == "runner" else None

    def place_of(self, seat: Seat, seen: Seen) -> Box | None:
        """Return the box of a seat's runner in a pane; None if it is out of sight."""
        of = self.numbers(seat)
        x, y = (int(of[place]) / n.SQUARE for place in (n.X, n.Y))
        found = self._pane(seen.seat).squares(seen.box, x, y, n.WIDE / n.SQUARE, n.TALL / n.SQUARE)
        return found if found.colliderect(seen.box) else None

    def _bar(self, box: Box) -> Box:
        """Return the box of the bar of the way in a pane."""
        wide = min(box.width * 0.5, 460.0)
        return Box(box.right - wide - 10, box.top + 9, wide, BAR_HIGH)

    def draw(self, canvas: Canvas) -> None:
        whole = canvas.pixels(Box(0, 0, self.width, self.height))
        if self.course is None or self.view is None:
            draw_sky(canvas.surface, whole, 0.0, calm=True)
            return
        if len(self.people) > 1:
            canvas.surface.fill(rgb("#0E0A1E"), whole)
        for seen in self.panes():
            self._draw_pane(canvas, seen)

    def _draw_pane(self, canvas: Canvas, seen: Seen) -> None:
        looks, effects = self.surroundings.looks, self.effects(seen.seat)
        signs = [look.shape if len(self.others) > 1 else "" for look in looks]
        others = [
            Drawn(self.numbers(seat), looks[seat].colour, PALE, signs[seat])
            for seat in range(len(self.others))
            if seat != seen.seat
        ]
        if self._ghost is not None:
            others.insert(0, Drawn(self._ghost.numbers, GHOST_COLOUR, GHOSTLY))
        here = Drawn(self.numbers(seen.seat), looks[seen.seat].colour, 100, signs[seen.seat], effects.squash > 0)
        area = canvas.pixels(seen.box)
        footprints = self._footprints.get(seen.seat)
        spots = footprints.spots(here.numbers) if footprints is not None else ()
        self._pane(seen.seat).draw(canvas.surface, area, here, others, effects, spots)
        self._draw_over_pane(canvas, seen)

    def _draw_over_pane(self, canvas: Canvas, seen: Seen) -> None:
        assert self.course is not None and self.view is not None
        looks, typeface, box = self.surroundings.looks, self.surroundings.typeface, seen.box
        look, asked = looks[seen.seat] if len(self.others) > 1 else None, self.course.world.jewels
        draw_figures(canvas, typeface, box, self.numbers(seen.seat), asked, look)
        high = height_px(self._pane(seen.seat).size_px(canvas.pixels(box))) / canvas.scale
        places = {seat: self.place_of(seat, seen) for seat in range(len(self.others))}
        drawn = {
            seat: Box(place.left, place.bottom - high, place.width, high) for seat, place in places.items() if place
        }
        named = [(looks[seat], place) for seat, place in drawn.items() if seat != seen.seat]
        draw_names(canvas, typeface, named, [drawn[seen.seat]] if seen.seat in drawn else [], box)
        heads = [
            Head(look.colour, look.shape, self._share(self.numbers(seat)), seat == seen.seat)
            for seat, look in enumerate(looks[: len(self.others)])
        ]
        if self._ghost is not None:
            heads.append(Head(GHOST_COLOUR, "disc", self._share(self._ghost.numbers), False))
        draw_way(canvas, self._bar(box), heads)
        if self._finish is not None and self._finish.shown:
            self._finish.draw(canvas, box)
            return
        size = theme.TITLE if len(self.people) < 3 else theme.HEADING
        draw_said(canvas, typeface, box, self._said(seen.seat), size, SAID if self._is_to_begin(seen.seat) else SAID_UP)

    def _share(self, numbers: Any) -> int:
        """Return a runner's progress along the way, in thousandths."""
        assert self.course is not None
        return self.course.share(self.course.left(numbers, self.course.whole))

    def _said(self, seat: Seat) -> list[str]:
        """Return the lines to read at a pane now: how to begin, the countdown, the result, or how soon time is up."""
        assert self.view is not None and self.course is not None
        line, numbers = self.surroundings.texts.line, self.numbers(seat)
        if seat in self.surroundings.pads_asleep:
            return [line("pads.sleeps")]
        if numbers[n.GOAL]:
            best, record = (self._best, self._record) if seat in self.own else (0, False)
            return arrived(self.surroundings.texts, self.course, numbers, best, record=record)
        if self._is_to_begin(seat):
            jewels = self.course.world.jewels
            start = line("rooftops.stage.fetch", jewels=jewels) if jewels else line("rooftops.stage.start")
            keys = "rooftops.stage.keys_once" if self.tried.counts else "rooftops.stage.keys"
            return [start, line(f"{keys}_pad" if self.surroundings.hand.kind == "pad" else keys)]
        if seat in self.own and len(self.view.runners) > 1 and not self.view.slices and self._lead is not None:
            return [str(max(1, min(round(LEAD), int(self._lead + 0.9))))]
        if seat in self.own and self._since_begin < GO and len(self.view.runners) > 1:
            return [line("rooftops.stage.go")]
        rest = (self.view.limit - self.view.slices) * SLICE
        return [line("rooftops.stage.ends", seconds=ceil(rest))] if 0 < rest <= LAST_SECONDS else []

    def _is_to_begin(self, seat: Seat) -> bool:
        """Return whether a lone runner has not pressed anything yet."""
        return seat in self.own and len(self.others) == 1 and not self.own[seat].begun

    def warm(self, canvas: Canvas) -> Iterator[None]:
        rows = CLOSE if len(self.surroundings.looks) == 1 else ROWS
        size = max(6, canvas.pixels(Box(0, 0, self.width, self.height)).height // rows)
        for look in self.surroundings.looks:
            for pose in range(7):
                runner(look.colour, pose, False, round(size * 1.25), round(size * 1.14))
                yield
