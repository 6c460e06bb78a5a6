"""The page on which a Slime night is planned: its teams, its form and its times, kept as the file that
`slime-server --schedule` reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from game.cabinets.slime.night.log import NightLog, log_of
from game.cabinets.slime.night.schedule import (
    MOST_TEAMS,
    NAME_BYTES,
    Form,
    Schedule,
    ScheduleError,
    TeamEntry,
    check_schedule,
    read_schedule,
)
from game.cabinets.slime.night.writing import schedule_text
from game.core.errors import reason
from game.core.given import TextError, ending, toml_text
from game.engine import theme
from game.engine.canvas import Box
from game.engine.input import FileDropped, InputEvent
from game.engine.scene import Context, Scene
from game.engine.widgets import (
    Button,
    Choice,
    Entry,
    Kind,
    Label,
    Option,
    Panel,
    Scrolled,
    Stepper,
    Widget,
)
from game.engine.widgets.parts.label import OneLine
from game.engine.widgets.parts.tree import Beside, Column, Fill, Framed, Laid, Of, Pad, Part, Row, Worded
from game.engine.widgets.scrollarea import RING_ROOM
from game.ground import paths
from game.ground.files import file_name, free_name, write_whole
from game.scenes.files.chooser import FileChooser
from game.scenes.page.page import PageScene
from game.scenes.setup.options import About, Titled, options_grid

SUFFIX = ".toml"
MINUTES = (0.5, 1.0, 2.0, 3.0, 5.0)
SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0)
"""The times to choose from, besides the one that a schedule has."""
_FIRST_TEAMS = 4
_LEFT, _RIGHT, _GAP = 480.0, 480.0, 24.0
"""Width of the panel of teams, the least width of the rules beside it, and the gap between them."""
_LONGEST_TITLE = 60


class NightPlanPage(PageScene):
    """Plans a night, keeps its schedule, and opens its hall. `open_hall` makes the hall of a schedule's file; it may
    raise SpokenError.
    """

    def __init__(self, context: Context, open_hall: Callable[[Context, Path], Scene]) -> None:
        super().__init__(context)
        self._open_hall = open_hall
        self.path: Path | None = None
        """The schedule's file; None for a night that was not kept yet."""
        self._written = ""
        """The text of that file."""
        self.schedule = Schedule((), Form.BRACKET)
        """The night as it is planned, without its teams."""
        self.teams = [TeamEntry("")] * _FIRST_TEAMS
        """The rows of the list of teams; one without a name is no team."""

    @property
    def planned(self) -> Schedule:
        """The night as it would be kept now."""
        named = (msgspec.structs.replace(team, name=team.name.strip()) for team in self.teams)
        teams = tuple(team for team in named if team.name)
        return msgspec.structs.replace(self.schedule, title=self.schedule.title.strip(), teams=teams)

    @property
    def heading(self) -> str:
        return self.context.texts.line("night_plan.title")

    def first_focus(self) -> Widget | None:
        return self._names[0]

    def build_body(self, body: Box) -> Sequence[Widget]:
        plan = Laid(self.style, self._build_plan())
        self._plan = plan
        page = Laid(self.style, Beside(self._build_teams(), Of(plan, grow=1, least=_RIGHT), gap=_GAP), body)
        self._show_whether_possible()
        return [page, *self._build_ways(body)]

    def _build_ways(self, body: Box) -> list[Widget]:
        """Build the buttons to other schedules, beside the heading."""
        line = self.context.texts.line
        ways = [Button(self.style, line("night_plan.open"), icon="folder", on_press=self._choose_file)]
        if self.path is not None:
            ways.insert(0, Button(self.style, line("night_plan.anew"), icon="copy", on_press=self.begin_anew))
        row = Row(Fill(), *map(Worded, ways), gap=10)
        high = row.high(body.width)
        row.place(Box(body.left, body.top - 16 - high, body.width, high))
        return list(row.widgets())

    # Teams.

    def _build_teams(self) -> Part:
        style, line = self.style, self.context.texts.line
        self._names = [self._build_name(number, team) for number, team in enumerate(self.teams)]
        add = Button(style, line("night_plan.add"), icon="plus", on_press=self.add)
        add.enabled = len(self.teams) < MOST_TEAMS
        rows = [self._build_row(number, name) for number, name in enumerate(self._names)]
        told = Label(style, line("night_plan.teams_help"), size=theme.CAPTION, colour=theme.TEXT_MUTED)
        listed = Pad(Of(Scrolled(style, Column(*rows, gap=8)), grow=1), -RING_ROOM, 0, grow=1)
        self._count = OneLine(style, "", size=theme.LABEL)
        self._where = OneLine(style, "", size=theme.CAPTION, colour=theme.TEXT_MUTED)
        parts = Column(Row(Of(self._count, grow=1), add), told, listed, self._where, gap=10)
        return Of(Laid(style, Framed(Panel(style), parts)), wide=_LEFT, least=_LEFT, yields=True)

    def _build_name(self, number: int, team: TeamEntry) -> Entry:
        return Entry(
            self.style,
            team.name,
            placeholder=self.context.texts.line("night_plan.team", number=number + 1),
            limit=NAME_BYTES,
            most_bytes=NAME_BYTES,
            icon="key" if team.sent else "",
            on_change=partial(self._rename, number),
            on_commit=lambda _: self._go_to_next(number),
            tooltip=", ".join(team.members),
        )

    def _build_row(self, number: int, name: Entry) -> Part:
        style, line = self.style, self.context.texts.line
        up = Button(style, icon="chevron-up", on_press=partial(self.move, number, -1), tooltip=line("night_plan.up"))
        down = Button(
            style, icon="chevron-down", on_press=partial(self.move, number, 1), tooltip=line("night_plan.down")
        )
        out = Button(style, icon="x", on_press=partial(self.remove, number), tooltip=line("night_plan.remove"))
        up.enabled, down.enabled = number > 0, number + 1 < len(self.teams)
        place = Label(style, f"{number + 1}.", colour=theme.TEXT_MUTED, anchor="right")
        wide = style.typeface.grown(30)
        return Row(Of(place, wide=wide), Of(name, grow=1), up, down, out, gap=6)

    def _rename(self, number: int, name: str) -> None:
        self.teams[number] = msgspec.structs.replace(self.teams[number], name=name)
        self._show_whether_possible()

    def _go_to_next(self, number: int) -> None:
        """Go on to the next team's name; after the last one there is a new row."""
        if number + 1 == len(self.teams) and self.teams[number].name.strip():
            self.add()
        else:
            self.group.focus(self._names[(number + 1) % len(self._names)])

    def add(self) -> None:
        """Add a row for one more team."""
        if len(self.teams) < MOST_TEAMS:
            self.teams.append(TeamEntry(""))
            self.rebuild()
            self.group.focus(self._names[-1])

    def remove(self, number: int) -> None:
        """Take a team out of the list."""
        del self.teams[number]
        if not self.teams:
            self.teams = [TeamEntry("")]
        self.rebuild()
        self.group.focus(self._names[min(number, len(self._names) - 1)])

    def move(self, number: int, by: int) -> None:
        """Move a team up (-1) or down (+1) in the seeding."""
        self.teams.insert(number + by, self.teams.pop(number))
        self.rebuild()
        self.group.focus(self._names[number + by])

    # Form and times.

    def _build_plan(self) -> Part:
        style, line, schedule = self.style, self.context.texts.line, self.schedule
        title = Entry(
            style,
            schedule.title,
            label=line("night_plan.name"),
            placeholder=line("slime_server.title"),
            limit=_LONGEST_TITLE,
            on_change=lambda text: self._set(title=text),
        )
        forms = [Option(form, line(f"night_plan.form.{form}.name")) for form in Form]
        form = Choice(style, forms, schedule.form, on_change=self._take_form)
        meaning = {each: line(f"night_plan.form.{each}.help") for each in Form}
        about = About(style, meaning, schedule.form)
        options = Scrolled(style, options_grid(style, self._controls(), 2))
        self._problem = Label(style, "", size=theme.CAPTION, colour=theme.WARNING, icon="info")
        return Framed(
            Panel(style),
            Column(
                title,
                Column(form, about, gap=6),
                Pad(Of(options, grow=1), -RING_ROOM, 0, grow=1),
                self._problem,
                self._build_foot(),
                gap=12,
            ),
        )

    def _build_foot(self) -> Part:
        style, line = self.style, self.context.texts.line
        high = style.typeface.grown(theme.CONTROL_HEIGHT + 8)
        self._keep = Button(style, line("night_plan.keep"), icon="save", on_press=self.keep)
        self._start = Button(
            style, line("night_plan.start"), icon="play", kind=Kind.PRIMARY, size=theme.LABEL, on_press=self.start
        )
        return Row(Worded(self._keep, high=high), Of(self._start, grow=1, high=high), gap=12, high=high)

    def _controls(self) -> list[Titled]:
        schedule = self.schedule
        grouped = schedule.form in (Form.GROUPS, Form.GROUPS_BRACKET)
        bracket = schedule.form in (Form.BRACKET, Form.GROUPS_BRACKET)
        controls = [self._stepper("best_of", 1, 9)]
        if bracket:
            controls.append(self._stepper("final_best_of", 0, 9))
        if grouped:
            controls.append(self._stepper("groups", 1, 16))
        if schedule.form is Form.GROUPS_BRACKET:
            controls.append(self._stepper("advance", 1, 16))
        if schedule.form is Form.SWISS:
            controls.append(self._stepper("rounds", 0, 32))
        controls += [self._times("minutes", MINUTES), self._times("seconds", SECONDS)]
        if bracket:
            controls.append(self._switch("third"))
        return [*controls, self._switch("drawn")]

    def _stepper(self, name: str, low: int, high: int) -> Titled:
        nought = self.context.texts.line(f"night_plan.{name}.none") if low == 0 else ""
        number: int = getattr(self.schedule, name)

        def show(value: int) -> str:
            return nought if value == low == 0 else str(value)

        control = Stepper(self.style, number, low, high, show=show, on_change=lambda value: self._set(**{name: value}))
        return self._titled(name, control)

    def _times(self, name: str, usual: Sequence[float]) -> Titled:
        chosen: float = getattr(self.schedule, name)
        times = [Option(time, f"{time:g}") for time in sorted({*usual, chosen})]
        return self._titled(name, Choice(self.style, times, chosen, on_change=lambda time: self._set(**{name: time})))

    def _switch(self, name: str) -> Titled:
        line = self.context.texts.line
        answers = [Option(True, line("setup.yes")), Option(False, line("setup.no"))]
        chosen: bool = getattr(self.schedule, name)
        return self._titled(name, Choice(self.style, answers, chosen, on_change=lambda on: self._set(**{name: on})))

    def _titled(self, name: str, control: Widget) -> Titled:
        line = self.context.texts.line
        return Titled(self.style, line(f"night_plan.{name}.title"), control, line(f"night_plan.{name}.help"))

    def _set(self, **values: Any) -> None:
        self.schedule = msgspec.structs.replace(self.schedule, **values)
        self._show_whether_possible()

    def _take_form(self, form: Form) -> None:
        self._set(form=form)
        self.rebuild()

    # Keeping and beginning.

    @property
    def _target(self) -> Path:
        """The file in which the night is kept, or would be."""
        if self.path is not None:
            return self.path
        stem = file_name(self.planned.title or self.context.texts.line("slime.name"))
        fresh = paths.nights() / f"{stem}{SUFFIX}"
        return free_name(paths.nights(), stem, SUFFIX) if fresh.exists() else fresh

    def _show_whether_possible(self) -> None:
        """Tell what keeps the night from being played, and count its teams."""
        texts = self.context.texts
        try:
            self._check(self.planned)
            why = ""
        except ScheduleError as error:
            why = texts.line(error.key, error.values)
        self._count.wordings = (texts.line("night_plan.teams", count=len(self.planned.teams)),)
        self._where.wordings = (str(self._target), self._target.name)
        self._problem.text, self._problem.visible = why, bool(why)
        self._start.enabled = self._keep.enabled = not why
        self._plan.lay()

    def _check(self, schedule: Schedule) -> None:
        """Raise ScheduleError, with the file's name, where a schedule cannot be played."""
        try:
            check_schedule(schedule)
        except ScheduleError as error:
            raise ScheduleError(error.key, **{"file": self._target.name, **error.values}) from error

    def keep(self) -> None:
        """Write the schedule, and tell where it is."""
        if self.attempt(self._write):
            self.context.notify(self.context.texts.line("night_plan.kept", path=str(self.path)))
            self.rebuild()

    def start(self) -> None:
        """Write the schedule and open the hall; a night that has begun goes on."""
        if self.attempt(self._write):
            self.attempt(self._show_hall)

    def _show_hall(self) -> None:
        assert self.path is not None
        self.stack.push(self._open_hall(self.context, self.path))

    def _write(self) -> None:
        """Write the schedule where it differs from its file. Raises ScheduleError, also where a night of other teams or
        another form has begun in that file.
        """
        schedule = self.planned
        self._check(schedule)
        if self.path is not None and self.path.exists() and _text_in(self.path) != self._written:
            raise ScheduleError("slime_night.error.changed", file=self.path.name)
        text = schedule_text(schedule, self._written)
        path = self._target
        if log_of(path).exists():
            NightLog(log_of(path), schedule, 0, datetime.now().astimezone()).close()
        if not path.exists() or text != self._written:
            try:
                write_whole(path, text.encode())
            except OSError as error:
                raise ScheduleError("slime_night.error.unkept", file=path.name, why=reason(error)) from error
        self.path, self._written = path, text

    # Other schedules.

    def _choose_file(self) -> None:
        with suppress(OSError):
            paths.nights().mkdir(parents=True, exist_ok=True)
        title = self.context.texts.line("night_plan.choose")
        self.stack.push(FileChooser(self.context, title, (SUFFIX,), paths.nights()))

    def resumed(self, value: Any) -> None:
        if isinstance(value, Path):
            self.open(value)
        super().resumed(value)

    def handle_rest(self, event: InputEvent) -> None:
        """Open a schedule that was dropped onto the window."""
        if isinstance(event, FileDropped) and ending(event.path) == SUFFIX:
            self.open(Path(event.path))
            self.rebuild()
        else:
            super().handle_rest(event)

    def open(self, path: Path) -> None:
        """Show the schedule in a file; say why where that cannot be read."""
        self.attempt(partial(self._read, path))

    def _read(self, path: Path) -> None:
        schedule = read_schedule(path)
        self._written = _text_in(path)
        self.path, self.schedule, self.teams = path, schedule, list(schedule.teams)

    def begin_anew(self) -> None:
        """Plan another night of these teams, in a file of its own."""
        self.path, self._written = None, ""
        self.rebuild()


def _text_in(path: Path) -> str:
    """Return the text of a schedule's file. Raises ScheduleError."""
    try:
        return toml_text(path.read_bytes())
    except OSError as error:
        raise ScheduleError("slime_night.error.unreadable", file=path.name, why=reason(error)) from error
    except TextError as error:
        raise ScheduleError("slime_night.error.toml", file=path.name, line=error.line, why=error.why) from error
