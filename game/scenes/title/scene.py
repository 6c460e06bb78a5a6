"""The title: the street of stalls, and the menu to everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame

from game.core.errors import SpokenError
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import DESIGN_WIDTH, Box, Canvas
from game.engine.colour import LANTERN
from game.engine.input import Command, CommandName, Device, FileDropped, InputEvent, Resized, Wheel
from game.engine.ornament import khatam
from game.engine.scene import Context, Scene
from game.engine.stillness import MOVES
from game.engine.tween import Tween, ease_in_out
from game.engine.widgets import Button, Widget, WidgetScene
from game.ground import texts
from game.ground.crash import crashed
from game.ground.version import VERSION
from game.scenes.page.backdrop import draw_backdrop, warm_backdrop
from game.scenes.page.more import ICON as MORE_ICON
from game.scenes.staging.left_off import LeftOffPicture
from game.scenes.title.bazaar import BazaarMap
from game.scenes.title.caption import Caption, name_of, names_of
from game.scenes.title.flight import draw_flight
from game.scenes.title.menu import MENU_GAP, KeyCaps, MenuEntry, menu_row
from game.scenes.title.questions import HOST, JOIN, lan_question, quit_question
from game.scenes.title.search import fits
from game.scenes.title.stalls_below import StallsBelow
from game.scenes.title.street.plan import nearest
from game.scenes.title.street.screens import LivePicture, Signs
from game.scenes.title.street.stand import Stand
from game.scenes.title.street.street import WALK_SECONDS, Street
from game.scenes.title.typing import Typed
from game.scenes.title.widgets import Arrow, StallSpot

ZOOM_SECONDS = 0.5
_SETTLE_SECONDS = 0.2
"""Seconds after the last change of the window's size until the street is painted again; before, its old
picture is stretched.
"""
_SEEN_SECONDS = 0.5
_CAPTION_HIGH = 32.0
_LEFT_OFF_WIDE = 130.0
_LAMP_STEP, _LAMP_Y = 16.0, 130.0
_STEPS_SEEN = 2
"""How many stalls at the end of a long walk are really walked past; the rest is skipped."""


class TitleScene(WidgetScene):
    """The street, the menu below it, and the caption of the stall in the middle; upright, its stalls in a list."""

    upright = True

    def __init__(
        self,
        context: Context,
        stands: Sequence[Stand],
        first: str = "",
        *,
        attract: Callable[[str], LivePicture],
        on_play: Callable[[str], None],
        on_replays: Callable[[], None],
        on_settings: Callable[[], None],
        on_host: Callable[[str | None], None],
        on_join: Callable[[], None],
        on_more: Callable[[str], None],
        has_more: Callable[[str], bool],
        has_unfinished: Callable[[str], bool] = lambda _game: False,
        left_off: Callable[[str], pygame.Surface | None] = lambda _game: None,
        on_file: Callable[[Path], None] = lambda _path: None,
        news: Sequence[str] = (),
    ) -> None:
        """`stands`: the street in its order; it opens at the stall of the game `first`.

        `attract` starts a live picture of a game for its stall's screen. `on_host` opens a room on the LAN, for the
        game in the middle if its stall is open; `on_join` looks for other rooms. `left_off` returns a picture of the
        unfinished match that `has_unfinished` tells of. `on_more` opens the further entries of a game, if it
        `has_more`; `on_file` takes a file dropped onto the window. `news` are sentences shown at the start.
        """
        super().__init__(context)
        self._on_play = on_play
        self._on_replays = on_replays
        self._on_settings = on_settings
        self._on_host = on_host
        self._on_join = on_join
        self._on_more = on_more
        self._on_file = on_file
        self._has_more = has_more
        self._has_unfinished = has_unfinished
        self._left_off = left_off
        self._news = news
        now = context.clock.now
        self.street = Street(
            stands,
            attract,
            self._signs,
            context.typeface,
            next((place for place, stand in enumerate(stands) if stand.game == first), 0),
            now=now,
            aside=context.clock.real,
            on_trouble=self._tell_trouble,
            broken=self._write_down,
        )
        self._zoom: Tween | None = None
        self._picture: pygame.Surface | None = None
        self._arrived = False
        self._settling = self._seen_at = 0.0
        self._seen: pygame.Surface | None = None
        self._spot = StallSpot(self.style, 0, on_press=self._play, on_walk=self._walk)
        self.more = Button(self.style)
        self.left: LeftOffPicture | None = None
        """Picture of the unfinished match that PLAY continues; None without one."""
        self._typed = Typed()
        self._after_dialog: Callable[[Any], None] | None = None
        self.list: StallsBelow | None = None
        """The stalls below each other, in a window taller than wide."""

    def warm(self) -> Iterator[None]:
        """Paint the street, a piece at each step of the iterator."""
        if self.list is None:
            yield from self.street.warm(self.context.canvas)
            return
        yield from warm_backdrop(self.context.canvas)
        yield from self.list.warm(self.context.canvas)

    def leave(self) -> None:
        """End the live matches."""
        self.street.close()

    def build(self) -> Iterable[Widget]:
        """Make the stalls' widgets, the arrows and the menu."""
        self.street.texts_changed()
        self.more.visible = False
        self.street.listed = self.design.upright
        self.list = self._build_list() if self.design.upright else None
        if self.list is not None:
            return self.list.widgets
        self._spot = StallSpot(self.style, 0, on_press=self._play, on_walk=self._walk)
        spots: list[Widget] = [self._beside(offset) for offset in (-2, 2, -1, 1)]
        words = self.style.texts
        arrows: list[Widget] = [
            Arrow(self.style, -1, on_press=lambda: self._walk(-1), tooltip=words.line("title.previous")),
            Arrow(self.style, 1, on_press=lambda: self._walk(1), tooltip=words.line("title.next")),
        ]
        self.more = Button(
            self.style, words.line("page.more"), icon=MORE_ICON, key="E", size=theme.CAPTION, on_press=self._show_more
        )
        entries = self._menu_entries()
        self._menu = menu_row(self.style, entries)
        pads = [entry.pad for entry in entries]
        self._caps = KeyCaps([(self.more, "Y"), *zip(self._menu, pads, strict=True)])
        self._follow_street()
        return [*spots, self._spot, *arrows, self.more, *self._menu]

    def _build_list(self) -> StallsBelow:
        return StallsBelow(
            self.style,
            self.design,
            self.street,
            [entry for entry in self._menu_entries() if entry.name not in ("play", "bazaar")],
            on_play=self._play_at,
            on_more=self._on_more,
            has_more=self._has_more,
            has_unfinished=self._has_unfinished,
        )

    @property
    def notice_place(self) -> Box | None:
        """Box for notices, in the sky at the right; upright, where the App has them."""
        if self.list is not None:
            return None
        return Box(DESIGN_WIDTH - 340, 40, 316, 170)

    def enter(self) -> None:
        """Give the focus to the stall in the middle."""
        super().enter()
        self._focus_stall()
        for stand in self.street.stands:
            if stand.trouble:
                self._tell_trouble(stand, stand.trouble)
        for line in self._news:
            self.context.notify(line)

    def resumed(self, value: Any) -> None:
        """Take the answer of a dialog, or stand before the stall that was left; read texts and settings again."""
        self._zoom, self._picture = None, None
        answer, self._after_dialog = self._after_dialog, None
        self.rebuild()
        if answer:
            answer(value)
        elif self._arrived:
            self._focus_stall()
        self._arrived = False

    def _focus_stall(self) -> None:
        """Give the focus to the stall where the person stands."""
        self.group.focus(self._spot if self.list is None else self.list.row_of(self.street.stand.game))

    def handle_rest(self, event: InputEvent) -> None:
        """Handle keys of the menu, the wheel along the street, dropped files, and the way out."""
        match event:
            case FileDropped(path=path):
                self._on_file(Path(path))
            case Wheel() if self.list is None:
                self._walk(-1 if event.steps > 0 else 1)
            case Command(name=CommandName.BACK):
                self._ask_to_quit()
            case Command(name=CommandName.MENU) if self.list is None:
                self._open_map()
            case Command(name=CommandName.HINT, device=Device(kind="pad")) if self.more.visible:
                self._show_more()
            case _:
                self._typed.take(event)

    def _search_for(self, query: str, *, at_once: bool = False) -> None:
        """Act on typed letters: a single letter of the menu opens its entry; any other text searches for stalls.

        `at_once` walks to the first stall found instead of opening the map.
        """
        letters = {"l": self._open_lan, "r": self._on_replays, "s": self._on_settings}
        if self.list is None:
            letters["m"] = self._open_map
        if self.more.visible:
            letters["e"] = self._show_more
        sold, words = self.street.shutters.sold, self.style.texts
        found = [stand.game for stand in self.street.stands if fits(query, names_of(stand, sold(stand).kind, words))]
        if query in letters:
            letters[query]()
        elif self.list is not None:
            if found:
                self.group.focus(self.list.row_of(found[0]))
            else:
                self.style.play_sound(Sound.REFUSE)
        elif at_once and found:
            self._walk_to(found[0])
        else:
            self._open_map(query)

    def handle(self, event: InputEvent) -> None:
        """Handle an input. While the picture flies into a stall, a press ends the flight and all else is ignored."""
        if isinstance(event, Resized):
            self._settling = _SETTLE_SECONDS
        if self._typed.query and isinstance(event, Command) and event.name is CommandName.CONFIRM:
            self._search_for(self._typed.finish(), at_once=True)
        elif self._zoom is None or isinstance(event, Resized):
            super().handle(event)
        elif isinstance(event, Command) and event.name in (CommandName.HURRY, CommandName.CONFIRM):
            self._zoom.finish()

    @property
    def still_for(self) -> float:
        if self._zoom is not None or self._settling > 0 or self._typed.query:
            return MOVES
        return min(self.group.still_for, self.street.still_for)

    def update(self, seconds: float) -> None:
        """Advance the street; at the end of the flight, open the game."""
        super().update(seconds)
        if self.list is None:
            self._caps.follow(self.context.hand)
        self._settling -= seconds
        query = self._typed.update(seconds)
        if query:
            self._search_for(query)
        self.street.update(seconds, still=self.style.reduced_motion)
        if self._zoom is None:
            return
        if self._arrived:
            self._zoom, self._picture, self._arrived = None, None, False
            return
        self._zoom.update(seconds)
        if self._zoom.done:
            self._arrived = True
            self._on_play(self.street.stand.game)

    def draw(self, canvas: Canvas) -> None:
        """Draw the street and what lies over it, or the flight into a stall."""
        if self._settling > 0 and self._draw_stretched(canvas):
            return
        if self._zoom is not None:
            if self._picture is None:
                self.street.draw(canvas, True)
                self._picture = canvas.surface.copy()
            draw_flight(canvas, self._picture, self.street.screen_box(), self._zoom.value)
            self.context.waiting(canvas, self._zoom.value**6)
            return
        if self.list is not None:
            draw_backdrop(canvas)
            self.list.draw_head(canvas)
            self.group.draw(canvas)
            self._keep_picture(canvas)
            return
        self.street.draw(canvas, self._spot.focused or self._spot.hovered)
        self._caption.draw(canvas, self._menu[0].box.top - 8)
        self._draw_lamps(canvas)
        self._draw_version(canvas)
        if self.left is not None:
            self.left.draw(canvas)
        self.group.draw(canvas)
        self._keep_picture(canvas)

    def _keep_picture(self, canvas: Canvas) -> None:
        """Keep a picture of the street, at most half a second old, to stretch while the window is resized."""
        now = self.context.clock.now()
        if self._seen is not None and now - self._seen_at < _SEEN_SECONDS:
            return
        if self._seen is None or self._seen.get_size() != canvas.surface.get_size():
            self._seen = canvas.surface.copy()
        else:
            self._seen.blit(canvas.surface, (0, 0))
        self._seen_at = now

    def _draw_stretched(self, canvas: Canvas) -> bool:
        """Stretch the last picture to the new window size. Returns False where there is none."""
        size = canvas.surface.get_size()
        if self._seen is None or self._seen.get_size() == size:
            return False
        canvas.surface.blit(pygame.transform.scale(self._seen, size), (0, 0))
        return True

    def _draw_lamps(self, canvas: Canvas) -> None:
        """Draw a lamp for every stall, lit for the one in the middle: they show how long the street is and where the
        person stands.
        """
        stands, lit = self.street.stands, self.street.stand
        left = (DESIGN_WIDTH - (len(stands) - 1) * _LAMP_STEP) / 2
        for number, stand in enumerate(stands):
            colour, size = (LANTERN, 11) if stand is lit else ("#6B5A8E", 8)
            canvas.put_middle(khatam(canvas.px(size), colour), left + number * _LAMP_STEP, _LAMP_Y)

    def _draw_version(self, canvas: Canvas) -> None:
        typeface, x, y = self.context.typeface, DESIGN_WIDTH - theme.MARGIN, theme.MARGIN
        typeface.line(canvas, VERSION, x, y, theme.CAPTION, colour=theme.TEXT, anchor="right", shadow=1, alpha=0.7)

    def _signs(self, stand: Stand) -> Signs:
        """Return the words on a stall: in the chosen language, and small in the other one."""
        words = self.context.texts
        other = next(language for language in texts.LANGUAGES if language != words.language)
        there = texts.Texts(other, folder=words.folder)
        return Signs(name_of(stand, words), name_of(stand, there), words.line("title.notice"))

    def _write_down(self, stand: Stand, error: Exception) -> SpokenError:
        """Log what broke on a stall's screen; return the sentence for the person."""
        if not self.stack.forgiving:
            raise error
        name = name_of(stand, self.context.texts)
        return crashed(error, f"the screen of the stall of {stand.game}", "title.broken", game=name)

    def _tell_trouble(self, _stand: Stand, trouble: SpokenError) -> None:
        self.context.notify(self.context.texts.line(trouble.key, trouble.values))

    def _beside(self, offset: int) -> StallSpot:
        """Make the widget of a stall beside the middle; a press walks to it."""
        return StallSpot(self.style, offset, on_press=lambda: self._walk(offset), on_walk=self._walk)

    def _menu_entries(self) -> list[MenuEntry]:
        words = self.style.texts
        return [
            MenuEntry("play", "play", words.line("title.key.confirm"), self._play, "A"),
            MenuEntry("lan", "radio-tower", "L", self._open_lan),
            MenuEntry("bazaar", "map-pin", "M", self._open_map, "Start"),
            MenuEntry("replays", "clapperboard", "R", self._on_replays),
            MenuEntry("settings", "settings", "S", self._on_settings),
            MenuEntry("quit", "log-out", words.line("title.key.back"), self._ask_to_quit, "B"),
        ]

    def _show_whether_open(self) -> None:
        """Enable PLAY if the stall in the middle is open, and label it by whether a match is unfinished."""
        self._menu[0].enabled = self.street.shutters.are_up(self.street.stand)
        unfinished = self._has_unfinished(self.street.stand.game)
        words = self.style.texts
        self._menu[0].label = words.line("title.continue" if unfinished else "title.play")
        if self._menu[0].under:
            self._menu[0].under = words.line("title.continue_under" if unfinished else "title.play_under")
        self._menu[0].tooltip = "" if self._menu[0].enabled else self.style.texts.line("title.notice")

    def _build_left(self) -> LeftOffPicture | None:
        """Make the small picture of the unfinished match that PLAY continues; None without one."""
        picture = self._left_off(self.street.stand.game)
        if picture is None:
            return None
        shown, play = LeftOffPicture(self.style, picture), self._menu[0].box
        high = shown.natural_height(_LEFT_OFF_WIDE)
        over_caption = self._caption.left < play.left + _LEFT_OFF_WIDE + MENU_GAP
        foot = self.more.box.top if over_caption else play.top
        shown.box = Box(play.left, foot - MENU_GAP - high, _LEFT_OFF_WIDE, high)
        return shown

    def _follow_street(self) -> None:
        """Update buttons and caption to the stall in the middle."""
        stand, seats = self.street.stand, self.street.shutters.sold(self.street.stand).seats
        self._show_whether_open()
        game = stand.game
        self.more.visible = self.street.shutters.are_up(stand) and self._has_more(game)
        wide, high = self.more.natural_width(), self.style.typeface.grown(_CAPTION_HIGH)
        room = wide + MENU_GAP if self.more.visible else 0.0
        self._caption = Caption(self.style, stand, seats, self.street.shutters.are_up(stand), room)
        top = self._menu[0].box.top - 8 - high
        self.more.box = Box(self._caption.right + MENU_GAP, top, wide, high)
        self.left = self._build_left() if self._has_unfinished(game) else None

    def _show_more(self) -> None:
        self._on_more(self.street.stand.game)

    def _open_map(self, search: str = "") -> None:
        """Open the map of stalls; then walk to the chosen one."""

        def answered(value: Any) -> None:
            if value is not None:
                self._walk_to(value)

        stands = {stand: self.street.shutters.sold(stand) for stand in self.street.stands}
        self._ask(BazaarMap(self.context, stands, self.street.shutters.are_up, search), answered)

    def _walk(self, stalls: int) -> None:
        """Walk along the street by this many stalls, to the right for more than 0."""
        self.style.play_sound(Sound.PAGE)
        seconds = 0.0 if self.style.reduced_motion else WALK_SECONDS
        self.street.walk_to(self.street.position + stalls, seconds)
        self._follow_street()
        if any(not button.takes_focus and button.focused for button in (self._menu[0], self.more)):
            self.group.focus(self._spot)

    def _walk_to(self, game: str) -> None:
        """Walk to a game's stall, the short way round; of a long way, only the last steps are shown."""
        games = [stand.game for stand in self.street.stands]
        way = round(nearest(games.index(game), self.street.position, len(games)))
        if way:
            self.street.skip(max(0, abs(way) - _STEPS_SEEN) * (1 if way > 0 else -1))
            self._walk(max(-_STEPS_SEEN, min(_STEPS_SEEN, way)))
        self.group.focus(self._spot)

    def _play_at(self, game: str) -> None:
        """Go to a game's stall, and open it."""
        games = [stand.game for stand in self.street.stands]
        self.street.skip(games.index(game) - self.street.position % len(games))
        self._play()

    def _play(self) -> None:
        """Fly into the stall in the middle; if it is closed, say why."""
        trouble = self.street.shutters.troubles.get(self.street.stand.game)
        if trouble:
            self.style.play_sound(Sound.REFUSE)
            self._tell_trouble(self.street.stand, trouble)
            return
        self.style.play_sound(Sound.OPEN)
        self.street.walk_to(self.street.position, 0.0)
        if self.list is not None:
            self._arrived = True
            self._on_play(self.street.stand.game)
            return
        self._picture, self._arrived = None, False
        self._zoom = Tween(0.0, 1.0, 0.0 if self.style.reduced_motion else ZOOM_SECONDS, ease_in_out)

    def _open_lan(self) -> None:
        """Ask whether to host or to join."""

        def answered(value: Any) -> None:
            if value == HOST:
                stand = self.street.stand
                self._on_host(stand.game if self.street.shutters.are_up(stand) else None)
            elif value == JOIN:
                self._on_join()

        self._ask(lan_question(self.context), answered)

    def _ask_to_quit(self) -> None:
        self._ask(quit_question(self.context), lambda leaving: self.context.quit() if leaving else None)

    def _ask(self, dialog: Scene, answered: Callable[[Any], None]) -> None:
        self._after_dialog = answered
        self.stack.push(dialog)
