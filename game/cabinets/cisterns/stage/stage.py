"""The stage of Cisterns: the known floor, announcements, and the actions of a turn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from game.cabinets.cisterns.knowledge import Square
from game.cabinets.cisterns.presentation import DELAYS
from game.cabinets.cisterns.rules.state import Action, Bomb
from game.cabinets.cisterns.rules.views import View
from game.cabinets.cisterns.stage import figures
from game.cabinets.cisterns.stage.bar import BUTTONS, Button, box_of, draw_bar
from game.cabinets.cisterns.stage.ending import summary_of
from game.cabinets.cisterns.stage.following import Following
from game.cabinets.cisterns.stage.ground import (
    Ground,
    Window,
    draw_announced,
    draw_harm,
    draw_letters,
    draw_monster,
    draw_rim,
    draw_state,
)
from game.cabinets.cisterns.stage.hand import Hand, on_stairs
from game.cabinets.cisterns.stage.heard import Heard
from game.cabinets.cisterns.stage.idle import draw_hidden, hides_all, why_idle
from game.cabinets.cisterns.stage.motion import heard_of, play_turn
from game.cabinets.cisterns.stage.panel import panel_of
from game.cabinets.cisterns.stage.picture import Picture, is_there, middle_of
from game.cabinets.cisterns.stage.said import leads_to, lines_at, water_line, why_not
from game.cabinets.cisterns.stage.tip import draw_tip
from game.cabinets.cisterns.stage.walking import HARD, is_news, is_watched, next_step, why_nowhere
from game.core.forge.model.level import GATES, LOCKED
from game.core.rules import Event, Seat
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.input import (
    AWAY,
    REPEAT_DELAY,
    Command,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.engine.light import shine
from game.engine.stage import (
    READABLE_FROM,
    Folds,
    MarksTimeline,
    Stage,
    StandsUpright,
    Summary,
    SumsUp,
    Surroundings,
    TakesBack,
    TakesNext,
    Tick,
)
from game.engine.stillness import still_while
from game.engine.tween import Point
from game.kit import marks
from game.kit.camera import Camera
from game.kit.layout import boxed
from game.kit.panel.forms import Panel
from game.kit.script import Script
from game.kit.stage import PictureStage
from game.kit.tapping import Tap

WIDE, MAP_HIGH = 624.0, 560.0
_FOLDED_SHAPES = (1066 / 624, 900 / 624)
"""Width by height of the stage with log and card folded away, for one seat and for more."""
BAR_Y = 594.0
_BAR_HIGH = 64.0
"""Height of the buttons' room, in whose upper part they lie."""
ZOOMS = (14.0, 20.0, 28.0, 40.0, 56.0)
"""Possible zooms, in logical pixels per square."""
UPRIGHT_ZOOMS = (28.0, 40.0, 56.0)
"""Possible zooms of an upright table, where fingers point at squares."""
WALK_SECONDS, WALK_BACK_SECONDS = 0.1, 0.03
"""Seconds between two steps of a walk; the second value after a step that revealed nothing new."""


class CisternsStage(
    PictureStage[View, Action, Picture], Folds, StandsUpright, TakesNext, TakesBack, MarksTimeline, SumsUp
):
    """Shows what is known of a floor, and takes the actions of people here."""

    upright = True
    taps_play = True
    upright_least = 400.0
    usually_folded = True
    delays = DELAYS
    chosen = None
    carried = ("camera", "hand", "led", "_following", "_heard", "_found")
    ticks: ClassVar[Mapping[str, Tick]] = {"fell": Tick.LOSS, "floor": Tick.GAIN, "escaped": Tick.GAIN}

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.camera = Camera(Box(0, 0, WIDE, MAP_HIGH), Box(0, 0, 1, 1), ZOOMS)
        self.camera.zoom = 28.0
        self._following = Following(self.camera)
        self.hand = Hand()
        self.led: Seat | None = None
        """The seat asked last, which the camera follows; None for none."""
        self._ground = Ground()
        self._legal: Sequence[Action] | None = None
        self._usual: Sequence[Action] = ()
        """The actions that were legal last, by which buttons are drawn during the animation of a turn."""
        self._sent: dict[Seat, Action] = {}
        """The actions that people here chose in this turn."""
        self._asked_for = 0.0
        self._calm = False
        """Whether nothing new happened in the last turn, so that no sound calls the person."""
        self._walked_back = False
        """Whether the last turn revealed no unknown square."""
        self._heard = Heard()
        self._found = False
        """Whether the stairs of the floor had been seen before the last turn."""
        self._tap = Tap()
        self._alone = sum(look.person for look in surroundings.looks) == 1

    @property
    def bar_y(self) -> float:
        """Where the middles of the buttons lie."""
        return self.height - (624 - BAR_Y)

    def stand(self, width: float, height: float) -> None:
        fresh = self.camera.zooms != UPRIGHT_ZOOMS
        self.width, self.height = width, height
        self.script = Script(self.surroundings, self.delays, width, height)
        self.camera.window, self.camera.zooms = Box(0, 0, width, height - _BAR_HIGH), UPRIGHT_ZOOMS
        if fresh:
            self.camera.zoom = UPRIGHT_ZOOMS[1]

    @property
    def map(self) -> Box:
        """Box of the floor, above the buttons."""
        return self.camera.window

    def fold(self, folded: bool) -> None:
        seats = len(self.surroundings.looks)
        self.folded = folded
        self.width = self.height * _FOLDED_SHAPES[min(seats, 2) - 1] if folded else WIDE
        self.script = Script(self.surroundings, self.delays, self.width, self.height)
        self.camera.window = Box(0, 0, self.width, MAP_HIGH)
        self.camera.zoom = ZOOMS[3] if folded else ZOOMS[2]

    def follow_on(self, before: Stage[Any, Any]) -> None:
        super().follow_on(before)
        self.camera.window = Box(0, 0, self.width, MAP_HIGH)
        if self.camera.zooms != ZOOMS:
            self.camera.zooms, self.camera.zoom = ZOOMS, ZOOMS[2]

    @property
    def followed(self) -> Seat | None:
        """The seat that the camera follows; None for none."""
        if self.led is not None:
            return self.led
        return self.surroundings.viewer if self.surroundings.viewer >= 0 else None

    def still(self, view: View) -> Picture:
        return Picture.of(view, self.followed)

    @property
    def acting(self) -> Seat | None:
        """The seat of a person alone at this screen, while no monster in sight is awake: then the next turn can be
        planned ahead of it.
        """
        view, seat = self.view, self.led
        if not self._alone or view is None or view.over or seat is None or seat >= len(view.heroes):
            return None
        return seat if is_there(view.heroes[seat]) and not is_watched(view) else None

    @property
    def _chooses(self) -> Seat | None:
        """The seat that is asked, or may plan ahead; None for none."""
        return self.asked if self.asked is not None else self.acting

    def captures_press(self, x: float, y: float) -> bool:
        return self.acting is not None

    def reset(self, view: View) -> None:
        self.hand.walks.clear()
        self.hand.aiming = self.hand.queued = None
        self._sent.clear()
        self._calm = False
        self.camera.taken = False
        self._following.drop()
        super().reset(view)

    def show(self, view: View, events: Sequence[Event]) -> None:
        before = self.view
        self._sent.clear()
        self.camera.taken = False
        if before is None or before.floor != view.floor:
            self._following.drop()
        if before is not None and before.floor:
            news = is_news(before, view, events)
            self._calm = not news
            self._walked_back = before.squares.count(0) == view.squares.count(0)
            if news:
                self.hand.walks.clear()
                self.hand.queued = None
                self.hand.startled = True
            if any(event.kind in HARD for event in events):
                self.hand.held = None
            self.hand.stale = before.monsters == view.monsters and is_watched(view)
            self._found = any(thing.kind == "exit" for thing in before.things)
        self._heard.hear(events, self.led)
        super().show(view, events)

    def sum_up(self) -> Summary | None:
        view, seat = self.view, self.surroundings.viewer
        together = self.surroundings.options.mode == "coop" or len(self.surroundings.looks) == 1
        if view is None or not together or not any(look.person for look in self.surroundings.looks):
            return None
        return summary_of(self.surroundings.texts, view, max(0, seat), self._heard.ends, found=self._found)

    def play(self, view: View, events: Sequence[Event]) -> None:
        assert self.picture is not None
        before = self.picture.view
        for sound in heard_of(before, view, events):
            self.surroundings.play_sound(sound)
        goal = self.still(view)
        same_floor = before.floor == view.floor and before.width == view.width
        if not same_floor or (self._calm and self._alone and not (view.monsters or before.monsters)):
            return
        middle = self._following.middle(goal)
        zoom = self.camera.zoom

        def place(square: Square) -> Point:
            return self.map.centerx + (square[0] + 0.5 - middle[0]) * zoom, self.map.centery + (
                square[1] + 0.5 - middle[1]
            ) * zoom

        play_turn(self.script, self.picture, goal, events, place, zoom)

    def choose(self, seat: Seat | None, legal: Sequence[Action] | None) -> None:
        super().choose(seat, legal)
        self._legal, self._asked_for = legal, 0.0
        self._usual = legal or self._usual
        self.hand.advised = None
        if seat is not None and seat != self.led:
            self.led = seat
            self._following.drop()
            if self.picture and self.view:
                self.picture.middle = middle_of(self.view, seat)

    @property
    def still_for(self) -> float:
        still = self._following.still and not self._heard.left
        return min(super().still_for, self.camera.still_for, still_while(still))

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.camera.update(seconds)
        self._asked_for += seconds * (self.surroundings.speed or math.inf)
        self.hand.held_for += seconds
        self._heard.update(seconds)
        if self.picture is not None:
            at_once = self.script.reduced or self.surroundings.speed <= 0
            self._following.update(seconds, self.picture, at_once=at_once)

    @property
    def decides_alone(self) -> bool:
        hand = self.hand
        return bool(self.asked in hand.walks or hand.queued or hand.held) or (self._calm and self._alone)

    def alone(self) -> Action | None:
        seat, view = self.asked, self.view
        if seat is None or view is None:
            return None
        action: Action | None
        walk, queued, self.hand.queued = self.hand.walks.get(seat), self.hand.queued, None
        if queued is not None:
            action = queued
        elif walk is None:
            waits = self.hand.held_for < REPEAT_DELAY or self._asked_for < WALK_SECONDS
            action = None if waits else self.hand.goes_on(view, seat)
        else:
            if self._asked_for < (WALK_BACK_SECONDS if self._walked_back else WALK_SECONDS):
                return None
            action = next_step(walk, view, seat)
        if action is None or (self._legal is not None and action not in self._legal):
            self.hand.walks.pop(seat, None)
            self.hand.refused = queued
            return self._tell_refused(view, seat)
        self._sent[seat] = action
        return action

    def takes_next(self, command: Command) -> bool:
        asked = self.acting is not None or (self.asked is not None and not self.busy)
        return asked and self.hand.may_lead(command)

    @property
    def takes_back(self) -> bool:
        hand, seat = self.hand, self._chooses
        return seat is not None and bool(hand.aiming or hand.queued or seat in hand.walks)

    def handle(self, event: InputEvent) -> None:
        self.hand.let_go(event)
        if self.camera.handle(event, free=self.surroundings.hand.finger):
            self._tap.drop()
        elif isinstance(event, PointerPressed) and event.by == "finger":
            self._tap.press(event)
            super().handle(PointerMoved(event.x, event.y))
        elif isinstance(event, PointerReleased) and self._tap.down:
            tapped = self._tap.release(event)
            if tapped is not None:
                self._meet(tapped)
                self.hand.let_go(event)
        else:
            self._meet(event)

    def _meet(self, event: InputEvent) -> None:
        """Let an input choose, or plan ahead while others still choose or a turn is being told."""
        chooses = self.asked is not None and not self.busy
        self._keep_still(event)
        super().handle(event)
        if not chooses and self.acting is not None and self.view is not None:
            self.hand.plan(event, self.view, self.acting, self._aim_of(event))
            self._tell_refused(self.view, self.acting)

    def _keep_still(self, event: InputEvent) -> None:
        """Keep the map where it is for a hand that presses on it, until keys or buttons are used instead."""
        if isinstance(event, PointerPressed) and event.button == 1 and self.square_at(event.x, event.y) is not None:
            self._following.press()
        elif isinstance(event, PointerPressed | Command | KeyPressed):
            self._following.release()

    def take(self, event: InputEvent) -> Action | None:
        seat, view = self.asked, self.view
        if seat is None or view is None or not view.floor:
            return None
        action = self.hand.handle(event, view, seat, self._legal, self._aim_of(event))
        action = action or self._tell_refused(view, seat)
        if action is not None:
            self._sent[seat] = action
        return action

    def _aim_of(self, event: InputEvent) -> Square | Button | None:
        """Return the square or button that an input presses."""
        if not isinstance(event, PointerPressed):
            return None
        return self.button_at(event.x, event.y) or self.square_at(event.x, event.y)

    def _tell_refused(self, view: View, seat: Seat) -> Action | None:
        """Say why what was pressed last is impossible. Return the action where the view does not tell: a guide that
        offers fewer actions than the rules says why itself.
        """
        hand = self.hand
        refused, nowhere, hand.refused, hand.nowhere = hand.refused, hand.nowhere, None, None
        if nowhere is not None:
            self.refuse(why_nowhere(nowhere, view, seat))
        if refused is None:
            return None
        why = why_not(view, seat, refused)
        if why is not None:
            self.refuse(why)
        return refused if why is None else None

    def refuse(self, key: str) -> None:
        if self.asked is not None:
            self._sent.pop(self.asked, None)
        super().refuse(key)

    def tell_at(self, x: float, y: float) -> bool:
        self._tap.told = self.asked is not None
        return self._tap.told

    @property
    def _aim(self) -> Any:
        return self.view.turn if self.view else None

    def suggest(self, action: Action) -> None:
        if self.asked is not None:
            self._sent[self.asked] = self.hand.advised = action

    def reason_place(self) -> Point:
        if not self.by_keys and self.pointer[0] > AWAY / 2:
            return self.pointer
        hero = self.view.heroes[self.asked] if self.view and self.asked is not None else None
        return self.on_map((hero.x, hero.y)) if hero else self.map.center

    def on_map(self, square: Square) -> Point:
        """Return where the middle of a square lies on the stage once the camera has come to rest."""
        self._following.look(self.picture)
        return self.camera.outside(square[0] + 0.5, square[1] + 0.5)

    def square_at(self, x: float, y: float) -> Square | None:
        """Return the square of the floor at a point of the stage; None for none."""
        if not self.map.collidepoint(x, y) or self.view is None:
            return None
        self._following.look(self.picture)
        column, row = map(math.floor, self.camera.inside(x, y))
        return (column, row) if 0 <= column < self.view.width and 0 <= row < self.view.height else None

    def button_at(self, x: float, y: float) -> Button | None:
        """Return the button at a point of the stage; None for none."""
        return next(
            (each for each in BUTTONS if box_of(each, self.width, self.bar_y).inflate(12, 8).collidepoint(x, y)), None
        )

    def place(self, name: str) -> Box | None:
        """Return the box of a named thing; None if it is not visible.

        Names are `me` (the person's hero), `bar` (the buttons), `door`, `threat`, and any kind of thing or monster (the
        first).
        """
        view = self.view
        if view is None or not view.heroes:
            return None
        if name == "bar":
            ends = (box_of(BUTTONS[end], self.width, self.bar_y) for end in (0, -1))
            return Box(next(ends)).union(next(ends)).inflate(16, 16)
        squares: list[Square] = []
        if name == "me":
            squares = [(hero.x, hero.y) for hero in view.heroes[max(0, self.surroundings.viewer) :] if hero.x >= 0]
        elif name == "threat":
            squares = [(each.x, each.y) for each in view.threats]
        elif name == "door":
            locked = [place for place, code in enumerate(view.squares) if LOCKED <= (code & 31) - 1 < GATES]
            squares = [(place % view.width, place // view.width) for place in locked]
        else:
            squares = [(each.x, each.y) for each in view.monsters if each.kind == name]
            squares += [(each.x, each.y) for each in view.things if each.kind == name]
        if not squares:
            return None
        x, y = self.on_map(squares[0])
        size = self.camera.zoom
        box = Box(x - size / 2, y - size / 2, size, size)
        return box if self.map.contains(box) else None

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        seat = self._chooses
        if seat is None or self.view is None:
            return None
        if self.hand.aiming:
            return f"cisterns.stage.aim_{self.hand.aiming.__struct_config__.tag}", {}
        if seat in self.hand.walks or self.hand.queued is not None:
            return "cisterns.stage.walks", {}
        if self.view.floor and on_stairs(self.view, seat):
            return "cisterns.stage.stairs", {}
        if self.view.shuts:
            return "cisterns.stage.last_call", {"turns": self.view.shuts}
        if is_watched(self.view):
            return "cisterns.stage.awake", {}
        return water_line(self.view, self.surroundings.options) or ("cisterns.stage.ask", {})

    def sits_out(self) -> tuple[str, dict[str, Any]] | None:
        viewer, texts = self.surroundings.viewer, self.surroundings.texts
        key = why_idle(self.view, viewer, self.surroundings.options)
        end = self._heard.ends.get(viewer) if key == "cisterns.stage.fallen_rival" else None
        if end is not None:
            return "cisterns.stage.fallen_by", {"why": texts.line(f"cisterns.event.{end.kind}", **end.data)}
        return (key, {}) if key else None

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        if self.view is None or not self.view.floor:
            return None
        options = self.surroundings.options
        floors = 1 if options.level else options.floors
        key = "cisterns.stage.water" if self.view.water else "cisterns.stage.turn"
        return key, {"floor": min(self.view.floor, floors), "floors": floors, "turn": self.view.turn}

    def draw(self, canvas: Canvas) -> None:
        picture = self.picture
        if picture is None:
            return
        self._following.look(self.picture)
        readable = canvas.scale >= READABLE_FROM
        box = self.map if readable else Box(0, 0, self.width, self.height)
        window = Window.of(canvas, box, self.camera.middle, self.camera.zoom)
        before = canvas.clip
        canvas.clip = window.area.clip(before)
        self._ground.draw(canvas, window, picture.view, self.surroundings.looks, picture.heroes.values())
        if readable:
            draw_letters(canvas, self.surroundings.typeface, window, picture.view)
        self._draw_all(canvas, window, picture)
        canvas.clip = before
        if readable:
            draw_rim(canvas, window.area.inflate(2, 2), max(1, canvas.px(2)))
            if hides_all(picture.view, self.surroundings.viewer, self.surroundings.options):
                draw_hidden(canvas, self.surroundings.typeface, self.map, self.surroundings.texts)
            self._draw_bar(canvas)

    def _draw_all(self, canvas: Canvas, window: Window, picture: Picture) -> None:
        looks = self.surroundings.looks
        if picture.threats:
            draw_announced(canvas, window, picture.view)
        for each in picture.monsters:
            draw_monster(canvas, window, each.monster, each.at)
        for seat, at in picture.heroes.items():
            if seat == self.asked and not self._alone:
                shine(canvas, *window.middle(canvas, *at), 26, LANTERN, 0.6, 1.6)
            look = looks[seat]
            canvas.lay(figures.hero(look.colour, look.shape, window.size), window.corner(*at))
        readable = canvas.scale >= READABLE_FROM
        if readable:
            self._draw_choice(canvas, window)
        for each in picture.monsters:
            draw_state(canvas, window, each.monster, each.at)
        if readable and picture.threats:
            draw_harm(canvas, self.surroundings.typeface, window, picture.view)

    def _draw_choice(self, canvas: Canvas, window: Window) -> None:
        """Draw the actions already chosen, the goal of a walk, and the square that is pointed at."""
        view = self.view
        if view is None or self.picture is None or self.picture.view is not view:
            return
        for seat, action in self._sent.items():
            goal, hero = leads_to(view, seat, action), view.heroes[seat]
            if goal is not None and seat not in self.hand.walks:
                start, end = window.middle(canvas, hero.x, hero.y), window.middle(canvas, *goal)
                marks.arrow(canvas, start, end, LANTERN, 7)
        chooses = self._chooses
        if chooses is None or self.busy:
            return
        walk = self.hand.walks.get(chooses)
        square = walk.target if walk else None if self.by_keys else self.square_at(*self.pointer)
        spots = [square] if square is not None else []
        if self.hand.aiming:
            aims = (leads_to(view, chooses, each) for each in self._legal or () if type(each) is self.hand.aiming)
            spots = [spot for spot in aims if spot is not None]
        for spot in spots:
            x, y = window.middle(canvas, *spot)
            size = window.size / canvas.scale
            marks.frame(canvas, boxed(Box(x - size / 2, y - size / 2, size, size)))

    def _draw_bar(self, canvas: Canvas) -> None:
        view, seat = self.view, self.asked if self.asked is not None else self.led
        if view is None or seat is None or not view.floor or seat >= len(view.heroes):
            return
        hero, usable = view.heroes[seat], self._usable()
        pressed: Button | None = "explore" if seat in self.hand.walks else None
        if self.hand.aiming:
            pressed = "bomb" if self.hand.aiming is Bomb else "shove"
        focus = self.hand.confirms(view, seat) if self.by_keys else self.button_at(*self.pointer)
        draw_bar(
            canvas, self.surroundings.typeface, self.width, self.bar_y, focus=focus, usable=usable, pressed=pressed,
            counts={"drink": hero.potions, "bomb": hero.bombs},
            keyed=not self.surroundings.hand.finger,
        )  # fmt: skip

    def _usable(self) -> list[Button]:
        legal = self._legal or self._usual
        names = {type(action).__name__.lower() for action in legal}
        return [button for button in BUTTONS if button == "explore" or button in names]

    def draw_over(self, canvas: Canvas) -> None:
        super().draw_over(canvas)
        if canvas.scale < READABLE_FROM or self.reason or self.busy or self.view is None:
            return
        seat, given = self._chooses, self.surroundings
        lines = self._tip(self.view, seat) if seat is not None else []
        low = seat is not None and self._is_high(self.view, seat)
        if lines:
            draw_tip(canvas, given.typeface, " ".join(lines), self.map, low=low)
        heard = self._heard.line(given.texts)
        if heard:
            draw_tip(canvas, given.typeface, heard, self.map, low=not low if lines else True)

    def _is_high(self, view: View, seat: Seat) -> bool:
        """Return whether the subject of the tip lies in the upper two thirds of the map."""
        hero = view.heroes[seat]
        y = self.on_map((hero.x, hero.y))[1] if self.by_keys else self.pointer[1]
        return y < self.map.height * 2 / 3 or y > self.map.bottom

    def _tip(self, view: View, seat: Seat) -> list[str]:
        """Return the lines about what is pointed at; with keys, about the hero's square if something will happen
        there."""
        line = self.surroundings.texts.line
        unasked = self.by_keys or (self.surroundings.hand.finger and not self._tap.told)
        button = None if unasked else self.button_at(*self.pointer)
        if button:
            return [line(f"cisterns.button.{button}")]
        hero = view.heroes[seat]
        if unasked or self.pointer[0] <= AWAY / 2:
            found = [each for each in lines_at(view, (hero.x, hero.y)) if each[0] in _PRESSING]
        else:
            square = self.square_at(*self.pointer)
            found = lines_at(view, square) if square is not None else []
        return [line(key, **values) for key, values in found]

    def panel(self, view: View, seat: Seat) -> Panel:
        return panel_of(self.surroundings, view, seat) if seat < len(view.heroes) else ()


_PRESSING = ("cisterns.at.threat", "cisterns.at.blast", "cisterns.at.exit")
