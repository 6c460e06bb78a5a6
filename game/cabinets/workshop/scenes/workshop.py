"""The Workshop's scene: a level to work on, how it is made step by step, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from game.cabinets.workshop.bench import number_of_day
from game.cabinets.workshop.beside.maker import Maker, MakerBeside
from game.cabinets.workshop.beside.prover import Prover, ProverBeside
from game.cabinets.workshop.scenes.desk import Desk
from game.cabinets.workshop.scenes.desks import shape_of
from game.cabinets.workshop.scenes.layout import PAGE, Parts, halves, page
from game.cabinets.workshop.scenes.line_over import LineOver
from game.cabinets.workshop.scenes.measured import measured_rows
from game.cabinets.workshop.scenes.methods import MethodList, MethodRow
from game.cabinets.workshop.scenes.opening import OpeningScene
from game.cabinets.workshop.scenes.palette import palette
from game.cabinets.workshop.scenes.pane import LevelPane, Ruler
from game.cabinets.workshop.scenes.parameters import MARGIN, ParameterActions, ParametersPanel
from game.cabinets.workshop.scenes.playing import play_level
from game.cabinets.workshop.scenes.ranges.ranged import RangedGenerator, RangedMethod
from game.cabinets.workshop.scenes.ranges.scene import RangeScene
from game.cabinets.workshop.scenes.sharing import Share, share, share_menu
from game.cabinets.workshop.scenes.sliders import ParameterRow
from game.cabinets.workshop.scenes.steps_panel import StepsPanel
from game.cabinets.workshop.scenes.top import TopActions, TopBar
from game.cabinets.workshop.scenes.words import build_words, told_of, told_of_own
from game.cabinets.workshop.stage.counters import Counters
from game.cabinets.workshop.stage.shown import Layer
from game.core.forge.formats.reading import read_source
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import FLOOR, GROUND, Level, Value
from game.core.forge.proof.repair import Mended
from game.engine.canvas import Canvas
from game.engine.input import (
    Command,
    CommandName,
    FileDropped,
    InputEvent,
    KeyPressed,
    StickMoved,
    TriggerMoved,
)
from game.engine.ornament import Face
from game.engine.scene import Context, Scene
from game.engine.widgets import Dialog, Panel, ScrollArea, Widget, draw_face
from game.engine.widgets.parts.tree import Framed, Of, Part
from game.engine.widgets.scrollarea import RING_ROOM
from game.scenes.page.backdrop import draw_backdrop

OPENS_WITH = "bsp"
"""The method shown when the Workshop is first opened."""
SHOWN_SECONDS = 6.0
"""Seconds that the making of the level of the day takes when the Workshop opens."""
_DIM = 0.42
_FRAME = Face("#110D24", "#110D24", 1.0, "#F3E3C3", 0.3, 0.0)
_LIT = Face("#110D24", "#110D24", 1.0, "#F2B134", 0.9, 0.0)
_FOLDED = "workshop steps folded"
_MEASURES_HIGH = 273.0
"""Greatest height of the measures that are shown without scrolling."""


class WorkshopScene(OpeningScene):
    """Methods at the left, the level in the middle with its steps below, parameters and measures at the right.

    Two levels can be compared side by side; the side panels belong to the active one.
    """

    def __init__(
        self,
        context: Context,
        to_setup: Callable[[], Scene],
        day: date | None = None,
        prover: Callable[[], Prover] = ProverBeside,
        maker: Callable[[], Maker | None] = MakerBeside,
    ) -> None:
        self._day = day or date.today()
        super().__init__(context, OPENS_WITH, number_of_day(self._day), prover(), maker)
        self._to_setup = to_setup
        self._random = Random()
        self.panes: list[LevelPane] = []
        self._plays_when_mended: Level | None = None
        self.measured = Counters(self.style)
        self.begin_show()

    @property
    def rows(self) -> dict[str, ParameterRow]:
        return self.parameters.rows

    @property
    def _folded(self) -> bool:
        """Whether the steps are folded to their bar, until the window is closed."""
        return bool(self.context.memory.get(_FOLDED))

    def fold_steps(self) -> None:
        """Fold the steps to their bar, so that the level is larger, or unfold them."""
        self.context.memory[_FOLDED] = not self._folded
        self.rebuild()

    def begin_show(self) -> None:
        """Play the level's making repeatedly, each time in `SHOWN_SECONDS`."""
        self.player.load(len(self.steps), play=True)
        self.player.repeats = True
        self.player.speed = max(1.0, len(self.steps) / SHOWN_SECONDS)

    def show_preset(self, method: str, preset: str | None = None) -> None:
        """Switch to a method, with one of its presets if named. Raise KeyError if it does not exist."""
        presets = {each.name: each for each in METHODS[method].presets}
        if preset is None:
            self.bench.choose(method)
            self.make()
        else:
            self.desk.take_preset(method, presets[preset])

    def make(self) -> None:
        """Make the level of the active desk and show it whole."""
        self.desk.make()
        self._measure()

    def build(self) -> Iterable[Widget]:
        style, bench = self.style, self.bench
        self.top = self._build_top()
        own = self.desk.own_spec
        chosen = MethodRow("own", own=own) if own else MethodRow("", bench.method.id, bench.preset)
        self.methods = MethodList(style, chosen, self.own, self.take_method)
        method = None if own else bench.method
        self.panel = StepsPanel(style, method, self.player, self.fold_steps, folded=self._folded)
        link = (self.linked, self.toggle_link) if len(self.desks) > 1 else None
        ruler = Ruler(style, self.desk, self.toggle_layer, self.toggle_pencil, link)
        do = ParameterActions(
            self.change, self._roll, self._lock, self.roll_all, self.reset_parameters, self.toggle_line
        )
        self.parameters = ParametersPanel(style, self.desk, do)
        if self.desk.pencil is None:
            words = build_words(style, self.desk, self.another, self.show_what, self.play_level)
        else:
            words = palette(style, self.desk, self.take_pencil, self.take_piece)
        self.panes = self._build_panes()
        parts = Parts(
            top=self.top.tree,
            methods=self.methods,
            levels=halves(self.panes, beside=self.level.kind == "dungeon"),
            ruler=ruler,
            words=words,
            steps=self.panel.tree,
            parameters=self.parameters.tree,
            measures=self._build_measures(),
        )
        self.tree = page(parts)
        self.tree.place(PAGE)
        return self.tree.widgets()

    def _build_panes(self) -> list[LevelPane]:
        over = LineOver(self.desk, self.parameters.line, self.change)

        def pane(number: int, desk: Desk) -> LevelPane:
            several, lines = len(self.desks) > 1, over if desk is self.desk else None
            return LevelPane(self.style, desk, partial(self.take_desk, number) if several else None, lines)

        return [pane(number, desk) for number, desk in enumerate(self.desks)]

    def _build_top(self) -> TopBar:
        bench = self.bench
        actions = TopActions(
            back=self.stack.pop,
            number=self._typed,
            less=lambda: self.set_number(bench.number - 1),
            more=lambda: self.set_number(bench.number + 1),
            dice=self.another,
            day=lambda: self.set_number(number_of_day(self._day)),
            size=self._set_size,
            share=self._share,
            table=self._table,
            compare=self.compare,
            range=self._range,
        )
        return TopBar(self.style, self.desk, actions, comparing=len(self.desks) > 1)

    def _build_measures(self) -> Part:
        style = self.style
        panel = Panel(style, title=self.context.texts.line("workshop.measures"), icon="gauge")
        self.measured = Counters(style)
        self._measure()
        area = ScrollArea(style, None, [self.measured])
        line = style.typeface.grown(self.measured.row)
        rows = min(len(self.measured.shown), int(_MEASURES_HIGH / line))
        return Framed(panel, Of(area, high=line * rows + 2 * RING_ROOM), margin=MARGIN)

    def _measure(self) -> None:
        """Update the measures of the level, or of both compared levels."""
        self.measured.shown = self._measured()

    def _measured(self) -> list[tuple[str, str]]:
        return measured_rows(self.context.texts, self.desk, [desk for desk in self.desks if desk is not self.desk])

    def change(self, name: str, value: Value) -> None:
        """Change a parameter while its slider moves, and make the level again."""
        self.desk.set(name, value)
        self.parameters.follow(name)
        self.desk.slide()
        self._measure()

    def set_number(self, number: int) -> None:
        self.set_numbers(number)
        self.top.entry.text = str(self.bench.number)
        self._measure()

    def another(self) -> None:
        """Make another level of the same method, with a random number."""
        self.set_number(self._random.randrange(1, 2147483647))

    def _typed(self, text: str) -> None:
        digits = text.strip()
        if digits.isdecimal() and 1 <= int(digits) <= 2147483646:
            self.set_number(int(digits))
        else:
            self.context.notify(self.context.texts.line("workshop.number.refused", text=text))
            self.top.entry.text = str(self.bench.number)
        self.group.focus(None)

    def _set_size(self, size: tuple[int, int]) -> None:
        self.desk.set_size(*size)
        self.rebuild()

    def take_method(self, row: MethodRow) -> None:
        if row.own:
            self.take_own(row.own)
            return
        self.desk.leave_own()
        if row.preset is not None:
            self.desk.take_preset(row.method, row.preset)
        else:
            self.bench.choose(row.method)
            self.desk.make()
        self.rebuild_keeping_list()

    def rebuild_keeping_list(self) -> None:
        self.rebuild()
        self.group.focus(self.methods)

    def toggle_pencil(self) -> None:
        """Take up a tile to paint with, or put it away."""
        self.take_pencil(self._usual_tile if self.desk.pencil is None else None)

    def toggle_line(self) -> None:
        """Draw the method's line over the level from now on, or end drawing."""
        self.desk.draws_line = not self.desk.draws_line
        self.desk.pencil = None
        self.player.seek(self.player.count)
        self.rebuild()

    @property
    def _usual_tile(self) -> int:
        return FLOOR if self.level.kind == "dungeon" else GROUND

    def take_pencil(self, tile: int | None) -> None:
        """Paint with this tile from now on; None ends painting."""
        self.player.seek(self.player.count)
        self.desk.pencil, self.desk.piece, self.desk.draws_line = tile, None, False
        self.rebuild()

    def take_piece(self, piece: str) -> None:
        """Pin this piece from now on; "" ends pinning."""
        self.desk.piece = piece or None
        self.rebuild()

    def turn_method(self, by: int) -> None:
        """Switch to the method `by` places further in the list."""
        names = list(METHODS)
        self.desk.leave_own()
        self.bench.choose(names[(names.index(self.bench.method.id) + by) % len(names)])
        self.make()
        self.rebuild_keeping_list()

    def _range(self) -> None:
        """Open the expressive range of the method, or of the own generator once it has delivered a level."""
        own = self.desk.own
        if own is None:
            self.stack.push(RangeScene(self.context, RangedMethod(self.bench)))
        elif own.has_delivered:
            self.stack.push(RangeScene(self.context, RangedGenerator(own, self.desk.level)))

    def reset_parameters(self) -> None:
        self.desk.reset()
        self._remake()
        self.rebuild()

    def _remake(self) -> None:
        self.desk.remake()
        self._measure()

    def roll_all(self) -> None:
        self.desk.roll(self._random)
        self._remake()
        self.rebuild()

    def _roll(self, name: str) -> None:
        self.desk.roll(self._random, name)
        self._remake()
        self.rebuild()

    def _lock(self, name: str) -> None:
        self.desk.settings.toggle_lock(name)
        self.rebuild()

    def toggle_layer(self, layer: Layer) -> None:
        self.view.layers ^= {layer}
        self.desk.refresh()
        self.rebuild()

    def show_what(self) -> None:
        """Open the full description of the method or own generator."""
        own = self.desk.own
        name, text = (
            told_of(self.context.texts, self.bench.method) if own is None else told_of_own(self.context.texts, own)
        )
        self.stack.push(Dialog(self.context, name, text, width=720))

    def play_level(self) -> None:
        """Hand the level to a game; a platform level is proved first, and repaired if needed."""
        proof = self.desk.proof
        if self.level.kind == "dungeon":
            self.attempt(lambda: play_level(self.context, self.level))
        elif proof is not None and proof.proof.proved:
            self.attempt(lambda: play_level(self.context, proof.level))
        else:
            self._plays_when_mended = self.level
            self.prover.ask(self.level, mend=True)
            self.context.notify(self.context.texts.line("workshop.proof.mending"))

    def _table(self) -> None:
        """Open the setup of a commission, the Workshop's match."""
        self.stack.push(self._to_setup())

    def _share(self) -> None:
        self.stack.push(share_menu(self.context, self.level.kind))

    def resumed(self, value: Any) -> None:
        """Handle the result of a closed scene: a way of sharing, a level's number, or something to open."""
        if isinstance(value, Share):
            self._do_share(value)
        elif isinstance(value, int):
            self.set_number(value)
        else:
            super().resumed(value)

    def _do_share(self, value: Share) -> None:
        def share_it() -> None:
            if value is Share.PASTE:
                self.open_level(read_source(self.style.clipboard.read()))
            else:
                proof = self.desk.proof
                level = proof.level if proof is not None and value is not Share.CODE else self.level
                self.context.notify(share(self.context, self.style, value, level, self.view, by_hand=self.desk.by_hand))

        self.attempt(share_it)

    def handle_rest(self, event: InputEvent) -> None:
        match event:
            case Command(name=CommandName.HURRY, device=device):
                if device.kind == "pad":
                    self.another()
                else:
                    self.player.toggle()
            case KeyPressed(key="c" | "v" as key, modifiers=modifiers, repeated=False) if "ctrl" in modifiers:
                self._do_share(Share.CODE if key == "c" else Share.PASTE)
            case KeyPressed(key="z", modifiers=modifiers) if "ctrl" in modifiers:
                self.desk.undo()
                self._measure()
            case KeyPressed(key=key, repeated=False, modifiers=modifiers) if not modifiers and key in self._keys:
                self._keys[key]()
            case KeyPressed(key="."):
                self.player.go(1)
            case KeyPressed(key=","):
                self.player.go(-1)
            case FileDropped(path=path):
                self.open_file(Path(path))
            case KeyPressed() | StickMoved() | TriggerMoved():
                self.view.handle(event)
            case _:
                super().handle_rest(event)

    @property
    def _keys(self) -> dict[str, Callable[[], None]]:
        return {
            "n": self.another,
            "p": self.play_level,
            "t": self._table,
            "c": self.compare,
            "g": self._range,
            "e": self.toggle_pencil,
            "[": lambda: self.player.stop_at(-1),
            "]": lambda: self.player.stop_at(1),
            "x": lambda: self.take_desk(1 - self.active),
            "l": self.toggle_link,
            "f": self.fold_steps,
        }

    def handle(self, event: InputEvent) -> None:
        shoulders = {CommandName.NEXT: 1, CommandName.PREVIOUS: -1}
        if isinstance(event, Command) and event.device.kind == "pad" and event.name in shoulders:
            self.turn_method(shoulders[event.name])
        else:
            super().handle(event)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.poll_own(seconds):
            self._measure()
        for desk in self.desks:
            before = shape_of(desk)
            if desk.poll_maker(seconds):
                self._measure()
                if shape_of(desk) != before:
                    self.rebuild()
            if desk.update(seconds):
                self._measure()
                if desk.level.kind == "platform" and desk.proof is None:
                    self.prover.ask(desk.level, mend=False)
        if (told := self.prover.poll()) is not None:
            self._take_proof(*told)
        self.panel.follow(self.player, self.steps)
        self.pan_together()

    def _take_proof(self, level: Level, found: Mended) -> None:
        if self._plays_when_mended is level:
            self._plays_when_mended = None
            self.attempt(lambda: play_level(self.context, found.level))
            return
        for desk in self.desks:
            if desk.level is level:
                desk.prove(found)
                self._measure()

    def draw_ground(self, canvas: Canvas) -> None:
        draw_backdrop(canvas, _DIM)
        for pane in self.panes:
            lit = len(self.panes) > 1 and pane.desk is self.desk
            draw_face(canvas, pane.box.inflate(4, 4), _LIT if lit else _FRAME, 6)


def workshop(context: Context, to_setup: Callable[[], Scene]) -> Scene:
    """Return the scene that the stall opens."""
    return WorkshopScene(context, to_setup)
