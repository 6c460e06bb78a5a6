"""The list of people who have sat at this screen, each with the look of their seats in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import lighten
from game.engine.ornament import BUTTON, BUTTON_OVER, badge
from game.engine.patterns import PATTERNS
from game.engine.scene import Context
from game.engine.stage import Tint
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Button, Entry, Label, Panel, Pressable, ScrollArea, Style, Widget, centred
from game.engine.widgets.parts import faces
from game.ground.settings.friends import MOST, SIGNS, free_sign, friends_of, keep_friends
from game.scenes.page.overlay import OverlayScene
from game.scenes.setup.seat_card import NAME_LIMIT
from game.scenes.staging.looks import tints_for

ICON = "users"
_WIDE = 460.0
_PADDING = 28.0
_GAP = 10.0
_MOST_ROWS = 6


class SignOfFriend(Pressable):
    """The look of a friend's seats; a press changes it to the next one."""

    corner = theme.CORNER

    def __init__(self, style: Style, tint: Tint, on_press: Callable[[], None]) -> None:
        super().__init__(style, None, on_press=on_press, tooltip=style.texts.line("friends.sign"))
        self._tint = tint

    def draw(self, canvas: Canvas) -> None:
        """Draw the shape in its colour."""
        faces.draw_face(canvas, self.box, faces.between(BUTTON, BUTTON_OVER, self.warmth), theme.CORNER)
        colour, side = self._tint.colour, canvas.px(self.box.height * 0.62)
        shape = PATTERNS[self._tint.pattern].shape
        canvas.put_middle(badge(shape, colour, side, lighten(colour, 0.6)), *self.box.center)


class FriendsList(OverlayScene):
    """Resumes the scene below with a function that seats the chosen friend; changed looks and deleted names apply at
    once.
    """

    def __init__(self, context: Context, choose: Callable[[str], None]) -> None:
        """`choose`: called with the chosen name, by the scene below."""
        super().__init__(context)
        self._choose = choose
        self.rows: dict[str, tuple[SignOfFriend, Button, Button]] = {}

    def first(self) -> Widget | None:
        return next((name for _, name, _ in self.rows.values()), self.entry)

    def build(self) -> Iterable[Widget]:
        """Build a row for each friend, and one to type a new name."""
        style, line = self.style, self.context.texts.line
        friends, tints = friends_of(self.context.settings), tints_for(self.context.settings)
        high = style.control_height
        head = style.typeface.leading(theme.HEADING) + _GAP
        shown = max(2, min(_MOST_ROWS, len(friends)))
        rows_high = shown * (high + _GAP) + 2 * _GAP
        wide = min(style.typeface.grown(_WIDE), self.design.width - 2 * theme.GAP)
        tall = min(self.design.height - 24, head + rows_high + high + 2 * _PADDING)
        box = centred(self.design.box, wide, tall)
        left, inner = box.left + _PADDING, wide - 2 * _PADDING
        title = Label(style, line("friends.title"), size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
        title.box = Box(left, box.top + _PADDING - 6, inner - high, head - _GAP)
        close = Button(style, icon="x", on_press=self.put_away, tooltip=line("page.back"))
        close.box = Box(box.right - _PADDING - high, title.box.top, high, high)
        foot = box.bottom - _PADDING - high
        add = Button(style, icon="plus", on_press=self._add, tooltip=line("friends.add"))
        add.box = Box(box.right - _PADDING - high, foot, high, high)
        self.entry = Entry(
            style,
            placeholder=line("friends.new"),
            limit=NAME_LIMIT,
            icon="pencil",
            on_commit=lambda _: self._add(),
        )
        self.entry.box = Box(left, foot, inner - high - _GAP, high)
        top = box.top + _PADDING + head
        area = ScrollArea(style, Box(left - 6, top - 6, inner + 12, foot - _GAP - top + 6))
        self._fill(area, friends, tints, high)
        nobody = Label(style, "" if friends else line("friends.nobody"), colour=theme.TEXT_MUTED, anchor="middle")
        nobody.box = Box(left, top, inner, 2 * high)
        return [Panel(style, box), title, close, nobody, area, self.entry, add]

    def _fill(self, area: ScrollArea, friends: dict[str, int], tints: tuple[Tint, ...], high: float) -> None:
        style, inside = self.style, area.inside
        self.rows = {}
        for number, (name, sign) in enumerate(friends.items()):
            y = inside.top + number * (high + _GAP)
            mark = SignOfFriend(style, tints[sign], partial(self._next_sign, name))
            mark.box = Box(inside.left, y, high, high)
            gone = Button(style, icon="x", on_press=partial(self._forget, name))
            gone.tooltip = style.texts.line("friends.forget", name=name)
            gone.box = Box(inside.right - high, y, high, high)
            wide = gone.box.left - mark.box.right - 2 * _GAP
            shown = fitted(style.typeface, name, wide - 40, theme.BODY)
            seat = Button(style, shown, on_press=partial(self.stack.pop, partial(self._choose, name)))
            seat.box = Box(mark.box.right + _GAP, y, wide, high)
            self.rows[name] = mark, seat, gone
        area.widgets = [widget for row in self.rows.values() for widget in row]
        area.laid_out(len(friends) * (high + _GAP))

    def _next_sign(self, name: str) -> None:
        friends = friends_of(self.context.settings)
        self._keep({**friends, name: (friends[name] + 1) % SIGNS})
        self.group.focus(self.rows[name][0])

    def _forget(self, name: str) -> None:
        friends = friends_of(self.context.settings)
        del friends[name]
        self._keep(friends)
        self.group.focus(self.first())

    def _add(self) -> None:
        """Add the typed name to the list, and seat that person."""
        name = self.entry.text.strip()
        friends = friends_of(self.context.settings)
        if not name:
            self.style.play_sound(Sound.REFUSE)
            return
        if name not in friends:
            kept = dict([(name, free_sign(friends)), *friends.items()][:MOST])
            keep_friends(self.context.settings, kept)
            self.context.apply_settings()
        self.stack.pop(partial(self._choose, name))

    def _keep(self, friends: dict[str, int]) -> None:
        keep_friends(self.context.settings, friends)
        self.context.apply_settings()
        self.rebuild()
