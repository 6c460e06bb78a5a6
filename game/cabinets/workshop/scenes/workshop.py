"""The Workshop: a level under the hands, how it is made step by step, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from game.cabinets.workshop.bench import Bench, number_of_day
from game.cabinets.workshop.scenes.layout import Layout, lay_out
from game.cabinets.workshop.scenes.methods import MethodList, MethodRow
from game.cabinets.workshop.scenes.pane import LevelPane, Ruler
from game.cabinets.workshop.scenes.playing import play_level
from game.cabinets.workshop.scenes.sharing import Share, read_level_file, share, share_menu
from game.cabinets.workshop.scenes.sliders import NamedChoice, ParameterRow, ValueSlider, lay_rows
from game.cabinets.workshop.scenes.steps_panel import StepsPanel
from game.cabinets.workshop.scenes.timeline import Counters
from game.cabinets.workshop.scenes.top import TopActions, TopBar
from game.cabinets.workshop.stage.showing import Note, shown_of, steps_of
from game.cabinets.workshop.stage.steps import Player, Steps
from game.core.errors import SpokenError
from game.core.forge.formats.reading import follows, read_any
from game.core.forge.measures.measuring import measures
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Level, Value
from game.core.forge.model.method import Choice
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    Command,
    CommandName,
    FileDropped,
    InputEvent,
    KeyPressed,
    StickMoved,
    TriggerMoved,
)
from game.engine.light import veil
from game.engine.ornament import Face
from game.engine.scene import Context, Scene
from game.engine.widgets import (
    Button,
    Dialog,
    Kind,
    Label,
    Option,
    Panel,
    ScrollArea,
    Widget,
    WidgetScene,
    draw_face,
    line_up,
)
from game.kit.levels.shown import Layer
from game.kit.levels.view import LevelView, boxes
from game.scenes.page.backdrop import draw_backdrop

OPENS_WITH = "bsp"
"""The method that is shown at first."""
SHOWN_SECONDS = 6.0
"""How long the level of the day is being made, at first."""
_MEASURES = 5
_PADDING = 10.0
_DIM = 0.42
_FRAME = Face("#110D24", "#110D24", 1.0, "#F3E3C3", 0.3, 0.0)


class WorkshopScene(WidgetScene):
    """Methods at the left, the level in the middle with its steps below, parameters and measures at the right."""

    def __init__(self, context: Context, to_setup: Callable[[], Scene], day: date | None = None) -> None:
        super().__init__(context)
        self._to_setup = to_setup
        self._day = day or date.today()
        self._random = Random()
        self.bench = Bench(OPENS_WITH, number_of_day(self._day))
        self.level: Level | None = None
        self.steps = Steps(1, 1, 32, (), b" ")
        self.player = Player()
        self.view = LevelView(Box(0, 0, 10, 10), context.typeface)
        self.rows: dict[str, ParameterRow] = {}
        self._layout: Layout | None = None
        self._stood = -1
        """The step that is shown."""
        self.measured = Counters(self.style)
        self.make()
        self.begin_show()

    def begin_show(self) -> None:
        """Let the level be made again and again, `SHOWN_SECONDS` long."""
        self.player.load(len(self.steps), play=True)
        self.player.repeats = True
        self.player.speed = max(1.0, len(self.steps) / SHOWN_SECONDS)

    def show_preset(self, method: str, preset: str | None = None) -> None:
        """Lay a method on the bench, with one of its presets. Raises KeyError where there is none such."""
        presets = {each.name: each for each in METHODS[method].presets}
        if preset is None:
            self.bench.choose(method)
        else:
            self.bench.take_preset(method, presets[preset])
        self.make()

    def make(self) -> None:
        """Make the level that is on the bench, and show it whole."""
        notes: list[Note] = []

        def note(kind: str, numbers: tuple[int, ...]) -> None:
            notes.append((kind, numbers))

        self.level = self.bench.method.make(self.bench.recipe(), note)
        self.steps = steps_of(self.level, notes)
        self.player.load(len(self.steps))
        self._stood = -1
        self._show_step()
        self._measure()

    def _show_step(self) -> None:
        """Let the picture be that of the step the player stands at."""
        step = self.player.step
        if step == self._stood or self.level is None:
            return
        whole = step >= self.player.count
        shown = shown_of(self.level)
        if not whole:
            shown = shown.at_step(self.steps.signs(step))
        was_whole = self._stood < 0 or self._stood >= self.player.count
        self.view.show(shown, glow=whole and was_whole)
        self.view.marked = () if whole else boxes(self.steps.at(step).about)
        self.view.traces = () if whole else boxes(self.steps.traces(step))
        self._stood = step

    def build(self) -> Iterable[Widget]:
        style = self.style
        self._layout = places = lay_out(self.context.typeface, _MEASURES)
        self.top = self._build_top(places.top)
        self.methods = MethodList(style, places.methods, self.bench.method.id, self.bench.preset, self._take)
        self.panel = StepsPanel(style, places.steps, self.bench.method, self.player)
        pane = LevelPane(style, self.view, places.level)
        ruler = Ruler(style, self.view, self._toggle_layer)
        ruler.lay_out(places.ruler)
        return [
            *self.top.widgets,
            self.methods,
            pane,
            ruler,
            *self._build_words(places.words),
            *self.panel.widgets,
            *self._build_parameters(places.parameters),
            *self._build_measures(places.measures),
        ]

    def _build_top(self, box: Box) -> TopBar:
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
        )
        return TopBar(self.style, box, bench.method.kind, bench.number, bench.size, actions)

    def _build_words(self, box: Box) -> list[Widget]:
        """What the method does in one sentence, and what to do next."""
        style, line = self.style, self.context.texts.line
        buttons: list[Button] = [
            Button(style, line("workshop.another"), icon="dices", key="N", on_press=self.another),
            Button(style, line("workshop.what"), icon="info", on_press=self._what),
            Button(style, line("workshop.play"), icon="play", key="P", kind=Kind.PRIMARY, on_press=self._play),
        ]
        said = line(f"workshop.method.{self.bench.method.id}.line")
        hints = (line("workshop.another"), line("workshop.what"))
        for button, hint in zip(buttons, hints, strict=False):
            button.tooltip = hint

        def room() -> float:
            return box.width - sum(button.natural_width() + 8 for button in buttons) - 8

        def fits() -> bool:
            return style.typeface.height_of(said, room(), theme.CAPTION) <= box.height

        if not fits():
            for button in buttons:
                button.key = ""
        if not fits():
            for button in buttons[:2]:
                button.label = ""
        if not fits():
            said = ""
        words = Label(style, said, Box(box.left + 2, box.top, room(), box.height), size=theme.CAPTION)
        line_up(box, buttons, 8, "right")
        for button in buttons:
            button.box = Box(button.box.left, box.top, button.box.width, box.height)
        return [words, *buttons]

    def _build_parameters(self, box: Box) -> list[Widget]:
        style, line = self.style, self.context.texts.line
        panel = Panel(style, box, title=line("workshop.parameters"), icon="sliders-horizontal")
        side = style.typeface.grown(28)
        reset = Button(style, icon="rotate-ccw", size=12, on_press=self._reset, tooltip=line("workshop.reset"))
        dice = Button(style, icon="dices", size=12, on_press=self._roll_all, tooltip=line("workshop.dice.all"))
        reset.box = Box(box.right - 12 - side, box.top + 10, side, side)
        dice.box = Box(reset.box.left - side - 6, box.top + 10, side, side)
        inside = panel.inside
        area = ScrollArea(style, Box(box.left + 6, inside.top - 2, box.width - 10, box.bottom - inside.top - 4))
        self.rows = {name: self._build_row(name, area.inside.width) for name in self.bench.method.parameters}
        area.widgets = list(self.rows.values())
        area.laid_out(lay_rows(area.widgets, area.inside, 8))
        return [panel, dice, reset, area]

    def _build_measures(self, box: Box) -> list[Widget]:
        panel = Panel(self.style, box, title=self.context.texts.line("workshop.measures"), icon="gauge")
        self.measured = Counters(self.style)
        self.measured.box = panel.inside
        self._measure()
        return [panel, self.measured]

    def _measure(self) -> None:
        """Say the measures of the level."""
        if self.level is not None:
            texts = self.context.texts
            found = measures(self.level).items()
            self.measured.shown = [(texts.line(f"workshop.measure.{name}"), str(value)) for name, value in found]

    def _build_row(self, name: str, width: float) -> ParameterRow:
        method, line = self.bench.method, self.context.texts.line
        parameter, value = method.parameters[name], self.bench.values[name]
        title = line(f"workshop.method.{method.id}.parameter.{name}.title")
        field: ValueSlider | NamedChoice

        def change(chosen: Value) -> None:
            self.change(name, chosen)

        if isinstance(parameter, Choice):
            options = [
                Option(each, line(f"workshop.method.{method.id}.parameter.{name}.{each}")) for each in parameter.values
            ]
            field = NamedChoice(self.style, title, options, str(value), width - 70)
            field.choice.on_change = change
        else:
            field = ValueSlider(self.style, title, int(value), parameter.low, parameter.high, parameter.default, change)
        field.tooltip = line(f"workshop.method.{method.id}.parameter.{name}.help")
        locked = self.bench.is_locked(name)
        return ParameterRow(self.style, field, locked, lambda: self._roll(name), lambda: self._lock(name))

    def change(self, name: str, value: Value) -> None:
        """A parameter was moved: the level changes under the hand."""
        self.bench.set(name, value)
        for other, row in self.rows.items():
            if other != name and isinstance(row.field, ValueSlider):
                row.field.value = int(self.bench.values[other])
        self.make()

    def set_number(self, number: int) -> None:
        self.bench.set_number(number)
        self.top.entry.text = str(self.bench.number)
        self.make()

    def another(self) -> None:
        """Another level of the same method."""
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
        self.bench.set_size(*size)
        self.make()

    def _take(self, row: MethodRow) -> None:
        if row.preset is not None:
            self.bench.take_preset(row.method, row.preset)
        else:
            self.bench.choose(row.method)
        self.make()
        self._rebuild_keeping_list()

    def _rebuild_keeping_list(self) -> None:
        self.rebuild()
        self.group.focus(self.methods)

    def turn_method(self, by: int) -> None:
        """The next method, or the one before."""
        names = list(METHODS)
        self.bench.choose(names[(names.index(self.bench.method.id) + by) % len(names)])
        self.make()
        self._rebuild_keeping_list()

    def _reset(self) -> None:
        self.bench.reset()
        self.make()
        self.rebuild()

    def _roll_all(self) -> None:
        self.bench.roll(self._random)
        self.make()
        self.rebuild()

    def _roll(self, name: str) -> None:
        self.bench.roll(self._random, name)
        self.make()
        self.rebuild()

    def _lock(self, name: str) -> None:
        self.bench.toggle_lock(name)
        self.rebuild()

    def _toggle_layer(self, layer: Layer) -> None:
        self.view.layers ^= {layer}
        self.rebuild()

    def _what(self) -> None:
        """Tell what the method does: its lines, and what each parameter is for."""
        method, line = self.bench.method, self.context.texts.line
        stem = f"workshop.method.{method.id}"
        lines = [f"{place + 1}. {line(f'{stem}.code.{name}')}" for place, name in enumerate(method.lines)]
        helps = [
            f"- **{line(f'{stem}.parameter.{name}.title')}**: {line(f'{stem}.parameter.{name}.help')}"
            for name in method.parameters
        ]
        text = "\n".join((line(f"{stem}.line"), "", *lines, "", *helps))
        self.stack.push(Dialog(self.context, line(f"{stem}.name"), text, width=720))

    def _play(self) -> None:
        if self.level is not None:
            play_level(self.context, self.level)

    def _table(self) -> None:
        """To a commission: the setup of a match."""
        self.stack.push(self._to_setup())

    def _share(self) -> None:
        if self.level is not None:
            self.stack.push(share_menu(self.context, self.level.kind))

    def resumed(self, value: Any) -> None:
        """Do what was chosen in the menu of sharing."""
        if isinstance(value, Share) and self.level is not None:
            self._do_share(value, self.level)

    def _do_share(self, value: Share, level: Level) -> None:
        def share_it() -> None:
            if value is Share.PASTE:
                self.open_level(read_any(self.style.clipboard.read()))
            else:
                self.context.notify(share(self.context, self.style, value, level, self.view))

        self._try(share_it)

    def _try(self, do: Callable[[], None]) -> None:
        """Do what a person asked for, or say why it cannot be done; everything is as it was then."""
        try:
            do()
        except SpokenError as error:
            self.style.play_sound(Sound.REFUSE)
            self.context.notify(self.context.texts.line(error.key, error.values))

    def open_level(self, level: Level) -> None:
        """Lay a level on the bench; one that its recipe does not make here is shown alone, without its steps."""
        if follows(level):
            self.bench.take_recipe(level.recipe)
            self.make()
        else:
            self.level, self.steps = level, steps_of(level, ())
            self.player.load(0)
            self._stood = -1
            self._show_step()
            self._measure()
        self.rebuild()

    def handle_rest(self, event: InputEvent) -> None:
        match event:
            case Command(name=CommandName.HURRY, device=device):
                if device.kind == "pad":
                    self.another()
                else:
                    self.player.toggle()
            case KeyPressed(key="n", repeated=False):
                self.another()
            case KeyPressed(key="p", repeated=False):
                self._play()
            case KeyPressed(key="c" | "v" as key, modifiers=modifiers, repeated=False) if "ctrl" in modifiers:
                if self.level is not None:
                    self._do_share(Share.CODE if key == "c" else Share.PASTE, self.level)
            case KeyPressed(key="t", repeated=False):
                self._table()
            case KeyPressed(key="."):
                self.player.go(1)
            case KeyPressed(key=","):
                self.player.go(-1)
            case FileDropped(path=path):
                self._try(lambda: self.open_level(read_level_file(Path(path))))
            case KeyPressed() | StickMoved() | TriggerMoved():
                self.view.handle(event)
            case _:
                super().handle_rest(event)

    def handle(self, event: InputEvent) -> None:
        shoulders = {CommandName.NEXT: 1, CommandName.PREVIOUS: -1}
        if isinstance(event, Command) and event.device.kind == "pad" and event.name in shoulders:
            self.turn_method(shoulders[event.name])
        else:
            super().handle(event)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.player.update(seconds)
        self._show_step()
        self.panel.follow(self.player, self.steps)

    def draw_ground(self, canvas: Canvas) -> None:
        draw_backdrop(canvas)
        veil(canvas, _DIM)
        if self._layout is not None:
            draw_face(canvas, self._layout.level.inflate(4, 4), _FRAME, 6)


def workshop(context: Context, to_setup: Callable[[], Scene]) -> Scene:
    """What the stall opens."""
    return WorkshopScene(context, to_setup)
