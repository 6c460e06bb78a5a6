"""The cards over the map, and the routing of each input: to a card, to the builder on the map, or to the camera."""

from __future__ import annotations

from typing import Final

from game.cabinets.rails.stage.arranging import arrange
from game.cabinets.rails.stage.asking import answer_of, draw_refusal, jam_card, question_card
from game.cabinets.rails.stage.cards.cards import Cards
from game.cabinets.rails.stage.cards.foot import BarsCard, Newsline, PlanBar
from game.cabinets.rails.stage.cards.goal import GoalCard
from game.cabinets.rails.stage.cards.knobs import Card
from game.cabinets.rails.stage.cards.minimap import Minimap
from game.cabinets.rails.stage.cards.selected import SelectedCard
from game.cabinets.rails.stage.cards.story import StoryCard
from game.cabinets.rails.stage.cards.toolbox import Toolbox
from game.cabinets.rails.stage.cards.topbar import ON_TOP, TopBar
from game.cabinets.rails.stage.hand.gestures import TOOLS
from game.cabinets.rails.stage.lesson import WHOLE, LessonCard, LessonCourse, lesson_of
from game.cabinets.rails.stage.map import Map
from game.cabinets.rails.stage.person.play import Play, Selected
from game.cabinets.rails.stage.person.reports import Reports, draw_flights
from game.cabinets.rails.stage.places import beside_card
from game.cabinets.rails.yards.tasks import task_of
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    AWAY,
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    StickMoved,
    TriggerMoved,
    Wheel,
)
from game.kit import marks

_LOOKS_AGAIN: Final = 0.5
"""Seconds after which the card of the selected thing is laid out again even if no input came."""
_ARROWS: Final = {
    CommandName.LEFT: (-1, 0),
    CommandName.RIGHT: (1, 0),
    CommandName.UP: (0, -1),
    CommandName.DOWN: (0, 1),
}


class Desk:
    """All that a person can press: the cards and the map below them."""

    def __init__(self, play: Play, table: Map, reports: Reports) -> None:
        self.play = play
        self.reports = reports
        self.map = table
        self.top = TopBar(play, table.advise_on)
        self.tools = Toolbox(play, table.take_tool)
        self.plan = PlanBar(play)
        self.minimap = Minimap(play, table.look_at)
        self.news = Newsline(play, table.go_to_tile)
        self.card = SelectedCard(play, table.pasting)
        self.lesson = LessonCard(play)
        self.goal = GoalCard(play, task_of(play.options))
        self.story = StoryCard(play)
        self.bars = BarsCard(play)
        self.jam = jam_card(play, table)
        self.question = question_card(play, table)
        cards = [self.top, self.tools, self.plan, self.minimap, self.news, self.jam, self.question]
        cards += [self.bars, self.goal, self.story, self.lesson, self.card]
        self.cards = Cards(play.surroundings, cards, chain=(self.card, self.jam))
        self._named: dict[str, Card] = {"top": self.top, "tools": self.tools, "plan": self.plan, "card": self.card}
        self._named |= {"jam": self.jam, "bars": self.bars}
        self._size = (624.0, 624.0)
        self._since = 0.0
        self._dragging_map = False

    def fit(self, width: float, height: float) -> None:
        """Take the window's new width and height in logical pixels, and lay the cards in it."""
        self._size = width, height
        self.lay()

    def lay(self) -> None:
        """Place each card anew, and drop the selection of a thing that no longer exists."""
        if self.play.begun:
            self.play.forget_gone()
            arrange(self, *self._size)
            self.cards.settle()

    def update(self, seconds: float) -> None:
        """Advance cards, lesson and news by some seconds."""
        play = self.play
        self.news.update(seconds)
        self.bars.update(seconds)
        self._learn(seconds)
        self._since += seconds
        if self._since > _LOOKS_AGAIN:
            self._since = 0.0
            self.card.touched()
        play.refused_for = max(0.0, play.refused_for - seconds)
        self.lay()

    def _learn(self, seconds: float) -> None:
        """Start the yard's lesson once a person plays, and advance it by some seconds."""
        yard = getattr(self.play.options, "yard", "")
        if self.lesson.course is None and self.play.plays and (lesson := lesson_of(yard)) is not None:
            self.lesson.course = LessonCourse(self.play, lesson)
            self.lesson.course.go_on()
            self._enter(self.lesson)
        course = self.lesson.course
        if course is None:
            return
        course.update(seconds)
        look, course.look = course.look, None
        if look is not None:
            field, near = self.map.field, look != WHOLE
            area = field.around([look] if near else course.tiles)
            self.map.look_at(*beside_card(field.camera, area, self.tools.box, self.lesson.box, near=near))

    def keep_result(self) -> None:
        """Keep how the match ended among the person's best results, if it has a goal or milestones."""
        self.goal.keep()
        self.story.keep()

    def see(self) -> None:
        """Take in the view after a step of the match."""
        self.goal.see()
        if self.lesson.course is not None:
            self.lesson.course.see()
        if self.map.suggested and self.map.jam_since == 0:
            self.cards.leave()
        self.lay()

    def takes_next(self, command: Command) -> bool:
        """Return whether Tab or a pad's shoulder button does something on the desk just now."""
        play, pad = self.play, command.device.kind == "pad"
        busy = play.builder.drag is not None or (play.orders is not None and play.orders.adding)
        return pad or busy or bool(self.map.advice.findings) or self.lesson.visible

    @property
    def takes_back(self) -> bool:
        """Whether Escape would close or drop something on the desk, rather than leave the table."""
        play = self.play
        return bool(self._hands_full or play.selected.kind or self.map.suggested or self.cards.keyed)

    def handle(self, event: InputEvent) -> None:
        """Handle an input whose positions are in logical pixels of the stage."""
        led = self.card.led
        self._take(event)
        if not isinstance(event, PointerMoved) or self.card.led != led:
            self.card.touched()
        self.lay()

    def _take(self, event: InputEvent) -> None:
        camera = self.map.field.camera
        match event:
            case PointerMoved(x, y):
                self._move(x, y)
            case PointerPressed(x, y, button):
                self._press(x, y, button)
            case PointerReleased(x, y, button):
                self.map.copying.held = False
                if button == 2:
                    camera.handle(event, free=False)
                elif self.map.copying.in_use:
                    self.map.copying.release()
                elif not self._dragging_map:
                    self.map.release()
                else:
                    self._dragging_map = False
            case Wheel(x, y) if not self.cards.path_at(x, y):
                camera.handle(event, free=False)
            case StickMoved() | TriggerMoved():
                self._let_look()
                camera.handle(event)
            case Command():
                self._command(event)
            case KeyPressed(key, modifiers):
                if camera.handle(event, free=False):
                    self._let_look()
                elif key == "y" and modifiers <= {"ctrl"}:
                    self.play.builder.redo()
                elif not modifiers and not event.repeated:
                    self._key(key)

    def _let_look(self) -> None:
        self.play.following = 0

    def _move(self, x: float, y: float) -> None:
        self.play.pointer = (x, y)
        covered = self.cards.point(x, y)
        if x <= AWAY / 2:
            self.map.leave()
            return
        camera = self.map.field.camera
        if camera.handle(PointerMoved(x, y), free=False):
            self._let_look()
        drawn = self.play.builder.drag is not None and not self.play.builder.holds
        if covered and not (drawn or self.map.copying.held):
            self.map.leave()
        else:
            self.map.point(x, y)

    def _press(self, x: float, y: float, button: int) -> None:
        self._move(x, y)
        if button == 2:
            self.map.field.camera.handle(PointerPressed(x, y, 2), free=False)
            return
        if self.cards.handle(PointerPressed(x, y)):
            self._dragging_map = True
            return
        if self.map.copying.in_use:
            if button == 1:
                self.map.copying.held = True
                self.map.copying.press()
            else:
                self._drop()
            return
        if button == 1 and (self.map.answers() or self.map.adds_stop() or self.map.take_offer()):
            self._dragging_map = True
            return
        if self.play.builder.drag is not None and self.play.builder.tool == "line":
            self._dragging_map = True
            self.map.end()
            return
        self.map.press(erase=button == 3)

    def _command(self, command: Command) -> None:
        play, name = self.play, command.name
        if name in _ARROWS:
            self._arrow(*_ARROWS[name])
        elif command.repeated and name not in (CommandName.NEXT, CommandName.PREVIOUS):
            return
        elif name is CommandName.CONFIRM:
            self._confirm()
        elif name is CommandName.BACK:
            self._back()
        elif name in (CommandName.NEXT, CommandName.PREVIOUS):
            self._next(1 if name is CommandName.NEXT else -1, pad=command.device.kind == "pad")
        elif name is CommandName.HURRY:
            if play.builder.gathers:
                if play.asked is not None:
                    play.builder.build()
            elif play.pace.manner == "alone" and play.plays:
                self.top.pause()

    def _arrow(self, across: int, down: int) -> None:
        self.cards.by_keys = True
        if self.cards.keyed is not None:
            self.cards.step(across + down)
        else:
            self._let_look()
            self.map.step(across, down)

    def _confirm(self) -> None:
        self.cards.by_keys = True
        if self.cards.keyed is not None:
            self.cards.confirm()
            self.lay()
            if (self.play.orders and self.play.orders.adding) or self._hands_full:
                self.cards.leave()
            self.cards.settle()
            return
        if self.map.copying.in_use:
            self.map.copying.press()
            return
        if self.map.answers() or self.map.take_offer():
            return
        if self.map.adds_stop():
            self._enter(self.card)
            return
        drawing = self.play.builder.drag is not None
        if self._opens_blueprints and not drawing:
            self._choose_blueprint()
            return
        self.map.confirm()
        if self.play.builder.question:
            self._enter(self.question)
        elif not drawing and self.play.selected.kind and self.map.thing_at(self.map.at) == self.play.selected:
            self._enter(self.card)

    @property
    def _opens_blueprints(self) -> bool:
        """Whether a confirming key should first open the choice of blueprints on the card at the right."""
        return self.map.pasting.in_use and not self.play.builder.shelf.copying

    def _choose_blueprint(self) -> None:
        self._enter(self.card, f"blueprint.{self.map.pasting.shelf.chosen}")

    def _enter(self, card: Card, name: str = "") -> None:
        """Lay the cards, and give the key focus to a knob of one of them."""
        self.lay()
        self.cards.enter(card, name)

    def _back(self) -> None:
        play = self.play
        if self._hands_full:
            self._drop()
        elif play.orders:
            self._leave_orders()
        elif self.map.suggested:
            self.map.suggested = ()
        else:
            self.cards.leave()
            play.select(Selected())

    @property
    def _hands_full(self) -> bool:
        """Whether something is being drawn or copied, or a question waits for its answer."""
        builder = self.play.builder
        return bool(builder.drag or builder.question or self.map.pasting.copies or self.map.copying.in_use)

    def _drop(self) -> None:
        if self.map.pasting.in_use:
            self.map.pasting.put_away()
        else:
            self.play.builder.drop()
            self.map.copying.end()

    def _leave_orders(self) -> None:
        """Stop adding a stop to the orders, or else close the page of orders."""
        play = self.play
        if play.orders and play.orders.adding:
            play.orders.adding = False
        else:
            play.select(play.selected)
        if self.cards.by_keys:
            self._enter(self.card)

    def _next(self, steps: int, *, pad: bool) -> None:
        play = self.play
        if play.builder.drag is not None:
            play.builder.change(other=steps)
        elif play.orders and play.orders.adding:
            self.map.go_to_next_stop(steps)
        elif pad:
            self._next_tool(steps)
        elif self.lesson.visible and not self.map.advice.findings:
            self._enter(self.lesson)
        else:
            self.map.next_finding(steps)

    def _next_tool(self, steps: int) -> None:
        """Take the next tool; after the last tool come the adviser, overlays and the lesson's card."""
        beyond: list[tuple[Card, str]] = [(self.top, name) for name in ON_TOP if self.cards.knob(name)]
        if self.lesson.knobs:
            beyond.append((self.lesson, self.lesson.knobs[-1].name))
        stops = [*TOOLS, *(name for _card, name in beyond)]
        led = next((name for card, name in beyond if card is self.cards.keyed), "")
        focused = self.cards.led.name if led and self.cards.led else ""
        here = focused if focused in stops else led or self.play.builder.tool
        place = (stops.index(here) + steps) % len(stops)
        if place >= len(TOOLS):
            self._enter(*beyond[place - len(TOOLS)])
            return
        self.cards.leave()
        self.map.take_tool(place, hold=False)

    def _key(self, key: str) -> None:
        play = self.play
        if key.strip("[]") in "1234567890" and len(key.strip("[]")) == 1:
            self._digit((int(key.strip("[]")) - 1) % 10)
        elif key == "r":
            play.builder.change(turn=1)
        elif key == "backspace":
            self._drop()
        elif self.map.pasting.in_use and self.map.pasting.takes_key(key):
            return
        elif key == "f" and play.selected.kind == "vehicle":
            play.follow(play.selected.id)
        elif key == "c":
            play.copy_line()
        elif key == "j":
            self.map.go_to_jam()
            if self.jam.knobs:
                self._enter(self.jam)
        elif key == "o":
            play.edit_orders()
            if play.orders:
                self._enter(self.card)
        elif key == "a":
            self.map.advise()
        elif key == "m":
            self._show_meter()
        elif key == "v":
            play.turn_overlay()
        elif key in (",", "."):
            play.pace.faster(1 if key == "." else -1)
        elif key == "b" and play.builder.gathers and play.asked is not None:
            play.builder.build()

    def _digit(self, number: int) -> None:
        """Take the tool of a digit key; the blueprint tool's key pressed again opens the choice of blueprints."""
        again = self.map.pasting.in_use and TOOLS[number] == "blueprint"
        self.map.take_tool(number, hold=not again)
        if again:
            self._choose_blueprint()

    def _show_meter(self) -> None:
        """Switch the meter of the selected station, or of the station at the cursor; a second call switches it off."""
        play = self.play
        here = self.map.thing_at(self.map.at)
        if play.selected.kind != "station" and here.kind == "station":
            play.meter.shown = False
            play.select(here)
        if play.selected.kind == "station":
            play.meter.turn()
        else:
            play.say("rails_stage.meter.choose")

    def place(self, name: str) -> Box | None:
        """Return the box, in logical pixels, of a knob, card or thing on the map by its name; None if not visible."""
        knob = self.cards.knob(name)
        if knob:
            return knob.box
        card: Card | None = self._named.get(name)
        if card is not None:
            return card.box if card.visible else None
        return self.map.box_of(name)

    def draw(self, canvas: Canvas) -> None:
        """Draw the stations that answer a question, all cards, and the coins that fly to the top bar."""
        led = self.cards.led
        self.map.over.draw_answers(canvas, answer_of(led.name if led else ""), self.map.station_meant)
        self.cards.draw(canvas)
        goal = self.top.box.left + 190, self.top.box.centery
        draw_flights(canvas, self.play.surroundings.typeface, self.map.field, self.reports.flights, goal)

    def draw_reason(self, canvas: Canvas) -> None:
        """Draw why the drawn track is refused beside the pointer, or else the tip of the knob under the pointer."""
        if draw_refusal(canvas, self.map):
            return
        knob = self.cards.led
        if knob and knob.hovered and knob.tooltip and not self.card.led:
            within = canvas.bounds.inflate(-16, -16)
            marks.reason_over(canvas, self.play.surroundings.typeface, knob.tooltip, knob.box, within, forbidden=False)
