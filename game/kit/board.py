"""The stage of a game with pieces on a board: the game says where spots lie and how pieces look; the stage moves pieces
and lets people choose.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final, Generic, TypeAlias

import pygame

from game.core.rules import ActionT, Event, Seat, ViewT
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Canvas
from game.engine.colour import PAPER
from game.engine.input import AWAY, InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.light import shadow
from game.engine.sprites import blank, faded, faint
from game.engine.stage import READABLE_FROM, Surroundings, TakesBack, TakesNext
from game.engine.stage.advice import ShowsAdvice
from game.engine.tween import Point
from game.kit import marks
from game.kit.advice import draw_path, draw_spots
from game.kit.choosing import DIGITS, Chooser, Path
from game.kit.layout import Key, Layout
from game.kit.loupe import draw_loupe
from game.kit.own_marks import OwnMarks
from game.kit.pieces import Pace, Piece, Pieces, Plan, Posed, Transition, posed
from game.kit.script import SHORT
from game.kit.stage import PictureStage
from game.kit.tapping import Tap

Paint: TypeAlias = Callable[[Canvas], None]
"""Draws one layer of a board's picture, such as the pieces or the marks, on a canvas."""
GHOST: Final = 0.6
"""Opacity (0 to 1) of a piece that is drawn only to show where an action would put it."""


class BoardStage(
    PictureStage[ViewT, ActionT, Pieces[Key]],
    TakesNext,
    TakesBack,
    ShowsAdvice[ActionT],
    Generic[ViewT, ActionT, Key],
):
    """Stage for pieces on the spots of a board. Movements are derived from the difference between two positions.

    A game implements `layout_of`, `pieces`, `path_of`, `draw_ground` and `sprite_of`; everything else has a default.
    """

    delays: ClassVar[Mapping[str, int]] = {"move": 240, "come": 200, "turn": 260, "go": 360}
    landing: ClassVar[Sound] = Sound.STEP
    piece_size: ClassVar[float] = 0.84
    """The size of a piece, as a share of its spot."""
    piece_corner: ClassVar[float] = 0.5
    """Corner radius of a piece's shadow, as a share of the shadow's width: 0.5 is a round piece."""
    ordered: ClassVar[bool] = True
    """Whether the spots of a path are chosen in order, so that advice is drawn as arrows along the path; else as
    frames.
    """
    numbered: ClassVar[bool] = True
    """Whether targets show the digit that chooses them, while a person plays by keys and there are at most nine."""

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self._transition: Transition[Key] | None = None
        self._now = 0.0
        self._layouts: list[tuple[ViewT, Layout[Key]]] = []
        self._resting: tuple[Any, Sequence[tuple[pygame.Surface, tuple[int, int]]]] = (None, ())
        self._pointed: Sequence[Key] = ()
        self.own_marks: OwnMarks[Key] = OwnMarks()
        self._finger: Point | None = None
        """Where a finger is that a loupe stands beside; None for none."""
        self._tap = Tap()

    @abstractmethod
    def layout_of(self, view: ViewT) -> Layout[Key]:
        """Return where the spots of the board lie while `view` is shown, in design units of the stage."""

    @abstractmethod
    def pieces(self, view: ViewT) -> Pieces[Key]:
        """Return the piece on each occupied spot of a view."""

    @abstractmethod
    def path_of(self, action: ActionT) -> Path[Key]:
        """Return the spots that a person chooses in order to play an action. No two offered actions share a path."""

    @abstractmethod
    def draw_ground(self, canvas: Canvas) -> None:
        """Draw the board without pieces, marks or advice."""

    @abstractmethod
    def sprite_of(self, piece: Piece, size_px: int) -> pygame.Surface:
        """Return the picture of a piece, `size_px` pixels wide.

        It may depend only on the piece and on what never changes while the stage lives. The stage makes shadow, flight,
        turning over and fading from this picture.
        """

    def tell(self, plan: Plan[Key], event: Event) -> None:
        """Add to the plan what an event tells and the difference of two positions cannot, such as where captives fly
        to.
        """

    def why_not(self, path: Path[Key]) -> str | None:
        """Return a text key that says why a path that is not offered cannot be chosen; None to say nothing.

        For paths that `unlisted` makes no action of.
        """

    def unlisted(self, path: Path[Key]) -> ActionT | None:
        """Return the action of a path that is not offered, so that the match itself refuses it and says why; None if
        there is no such action.
        """

    def ghost(self, view: ViewT, path: Path[Key]) -> Piece | None:
        """Return the piece to preview on the last spot of a path: by default the piece on the first spot, if the path
        has several.
        """
        return self.pieces(view).get(path[0]) if len(path) > 1 else None

    def last_move(self, view: ViewT) -> Sequence[Key]:
        """Return the spots that the last move touched. Read from the view alone, so that they are right after a jump in
        a replay.
        """
        return ()

    def spots_of(self, view: ViewT, event: Event) -> Sequence[Key]:
        """Return the spots that an event touched, to frame them while the event's line in the log is pointed at."""
        return ()

    def point_out(self, events: Sequence[Event]) -> None:
        view = self.shown
        found = [key for event in events for key in self.spots_of(view, event)] if view is not None else []
        self._pointed = tuple(dict.fromkeys(found))

    def layout(self, view: ViewT) -> Layout[Key]:
        """Return the layout of a view, from a store of the last two views asked for."""
        for known, layout in self._layouts:
            if known is view:
                return layout
        self._layouts = [*self._layouts[-1:], (view, self.layout_of(view))]
        return self._layouts[-1][1]

    def lay_out_anew(self) -> None:
        """Forget stored layouts, so that `layout_of` is asked again: for layouts that depend on more than the view."""
        self._layouts = []

    def still(self, view: ViewT) -> Pieces[Key]:
        self._transition = None
        self.own_marks.clear()
        return self.pieces(view)

    def play(self, view: ViewT, events: Sequence[Event]) -> None:
        self.move_pieces(view, events)

    def move_pieces(self, view: ViewT, events: Sequence[Event]) -> None:
        """Add to the script, after everything it holds, the movement of all pieces from the picture shown to `view`."""
        assert self.picture is not None and self.shown is not None
        before, after = self.layout(self.shown), self.layout(view)
        plan = Plan.between(self.picture, self.pieces(view), before, after)
        for event in events:
            self.tell(plan, event)
        pace = Pace(*(self.script.seconds(name) for name in ("move", "come", "turn", "go")))
        transition = Transition(plan, before, after, pace, SHORT if self.script.reduced else None)
        if not transition.seconds:
            return
        self._transition, self._now = transition, 0.0

        def moved(share: float) -> None:
            self._now = share * transition.seconds

        self.script.then(transition.seconds, moved)
        for landing in transition.landings:
            self.script.sound(self.landing, landing)

    def offer(self, view: ViewT, seat: Seat, legal: Sequence[ActionT] | None) -> Chooser[Key, ActionT] | None:
        paths = {self.path_of(action): action for action in legal or ()}
        assert len(paths) == len(legal or ()), "two actions share a path"
        return Chooser(self.layout(view), paths, self.why_not, self.unlisted)

    def anchor(self, seat: Seat) -> Point:
        """Return the point of the stage that stands for a seat's panel, from which that seat's pieces come."""
        return self.script.anchor(seat)

    def take_mark(self, event: InputEvent) -> bool:
        """Take an input for marks of the person's own, drawn by the right button; return whether it was used for them.

        Marks take no input while an action is partly chosen, as the right button then takes a step back.
        """
        if self.shown is None or (self.choice is not None and self.choice.chosen):
            return False
        return self.own_marks.handle(event, self.layout(self.shown))

    @property
    def under_loupe(self) -> bool:
        """Whether spots are so small that a loupe shows a finger what it covers."""
        return False

    def handle(self, event: InputEvent) -> None:
        if self.take_mark(event):
            return
        match event:
            case PointerPressed(x, y, 1, "finger") if self.under_loupe:
                self._finger = x, y
                if self.choice is not None and all(len(path) == 1 for path in self.choice.paths):
                    self._tap.press(event)
                    event = PointerMoved(x, y)
            case PointerMoved(x, y) if self._finger is not None and x > AWAY / 2:
                self._finger = x, y
            case PointerReleased(x, y, 1):
                self._finger = None
                tapped = self._tap.release(event)
                if tapped is not None:
                    super().handle(replace(tapped, x=x, y=y))
        super().handle(event)

    def draw_over(self, canvas: Canvas) -> None:
        for pose in self._moving():
            if pose.over:
                self._draw_piece(canvas, pose)
        super().draw_over(canvas)
        if self._finger is not None and self._open_choice:
            draw_loupe(canvas, self._finger, self.surroundings.least_press / theme.FINGER or 1.0)

    def layers(self) -> Sequence[Paint]:
        """Return what is drawn over the ground, from back to front; a game may insert its own layers.

        A picture smaller than `READABLE_FROM` shows the pieces alone.
        """
        return (
            self.draw_last_move,
            self.draw_choice,
            self.draw_pieces,
            self.draw_preview,
            self.draw_pointed,
            self.draw_advice,
            self.draw_own_marks,
        )

    def draw(self, canvas: Canvas) -> None:
        self.draw_ground(canvas)
        if self.view is not None and self.shown is not None:
            for layer in self.layers() if canvas.scale >= READABLE_FROM else (self.draw_pieces,):
                layer(canvas)

    @property
    def _open_choice(self) -> Chooser[Key, ActionT] | None:
        """The chooser that takes input now; None while a movement runs or nobody chooses."""
        return None if self.busy else self.choice

    def draw_last_move(self, canvas: Canvas) -> None:
        """Mark the spots that `last_move` names."""
        assert self.shown is not None
        spots = self.layout(self.shown).spots
        for key in self.last_move(self.shown):
            marks.last_move(canvas, spots[key])

    def draw_choice(self, canvas: Canvas) -> None:
        """Draw what the person at this screen may choose; nothing while a movement runs or nobody chooses."""
        if choice := self._open_choice:
            self.draw_offer(canvas, choice)

    def draw_pieces(self, canvas: Canvas) -> None:
        """Draw all pieces, moving ones over resting ones.

        A piece that is being dragged is left out: `draw_preview` draws it at the pointer.
        """
        choice = self._open_choice if canvas.scale >= READABLE_FROM else None
        self._draw_resting(canvas, choice.chosen[-1] if choice and choice.dragging and choice.chosen else None)
        for pose in self._moving():
            if not pose.over:
                self._draw_piece(canvas, pose)

    def draw_preview(self, canvas: Canvas) -> None:
        """Draw the piece being dragged at the pointer, or the piece that choosing the spot in focus would put there."""
        if choice := self._open_choice:
            self._draw_preview(canvas, choice)

    def draw_pointed(self, canvas: Canvas) -> None:
        """Frame the spots touched by the events whose line in the log is pointed at."""
        assert self.shown is not None
        spots = self.layout(self.shown).spots
        for key in self._pointed:
            if key in spots:
                marks.frame(canvas, spots[key], PAPER, glow=0.2)

    def draw_own_marks(self, canvas: Canvas) -> None:
        """Draw the arrows and frames that the person at this screen has drawn; nothing while a movement runs."""
        if self.shown is not None and not self.busy:
            self.own_marks.draw(canvas, self.layout(self.shown))

    def draw_offer(self, canvas: Canvas, choice: Chooser[Key, ActionT]) -> None:
        """Mark the spots that may be chosen next, those chosen already and the one in focus."""
        spots = choice.layout.spots
        for key in choice.chosen:
            marks.frame(canvas, spots[key], glow=0.25)
        for key in choice.targets:
            if key != choice.focus:
                marks.target(canvas, spots[key], taken=key in (self.picture or ()))
        if choice.focus in choice.stops:
            marks.focus(canvas, spots[choice.focus])
        elif choice.focus is not None and choice.reason:
            marks.cross_out(canvas, spots[choice.focus])

    def warm(self, canvas: Canvas) -> Iterator[None]:
        scratch = blank(2, 2)
        scratch.set_clip((0, 0, 1, 1))
        self.draw_ground(Canvas(scratch, canvas.scale, canvas.origin))
        yield
        if self.view is None:
            return
        sizes = {canvas.px(min(spot.size) * self.piece_size) for spot in self.layout(self.view).spots.values()}
        for piece in dict.fromkeys(self.pieces(self.view).values()):
            for size in sorted(sizes):
                self.sprite_of(piece, size)
                yield

    def _moving(self) -> Sequence[Posed]:
        """Return the poses of all pieces that take part in the movement, from back to front."""
        poses = self._transition.moving(self._now) if self._transition else ()
        return sorted(poses, key=lambda pose: (pose.moving, pose.y, pose.x))

    def _draw_resting(self, canvas: Canvas, lifted: Key | None) -> None:
        """Draw the pieces that lie still, except the one on the spot `lifted`. The list of pictures and pixels is kept
        until something in it changes.
        """
        assert self.view is not None
        shown = (self._transition, self.layout(self.view), self.picture, lifted, canvas.scale, canvas.origin)
        if self._resting[0] != shown:
            self._resting = (
                shown,
                [
                    (made, (x - made.get_width() // 2, y - made.get_height() // 2))
                    for pose in sorted(self._still(lifted), key=lambda pose: (pose.y, pose.x))
                    for made, (x, y) in self._made(canvas, pose)
                ],
            )
        canvas.lay_all(self._resting[1])

    def _still(self, lifted: Key | None) -> Sequence[Posed]:
        if self._transition:
            return self._transition.still
        assert self.view is not None and self.picture is not None
        spots = self.layout(self.view).spots
        return [posed(piece, spots[key]) for key, piece in self.picture.items() if key != lifted]

    def _draw_piece(self, canvas: Canvas, pose: Posed) -> None:
        for made, (x, y) in self._made(canvas, pose):
            place = (x - made.get_width() // 2, y - made.get_height() // 2)
            canvas.lay(made, place)

    def _made(self, canvas: Canvas, pose: Posed) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
        """Yield the shadow of a piece and then the piece, each with the pixel of its middle."""
        drawn = self.sprite_of(pose.piece, canvas.px(pose.size * self.piece_size))
        width, height = drawn.get_size()
        corner = round(width * 0.8 * self.piece_corner)
        soft = shadow(round(width * 0.8), round(height * 0.8), corner, max(1, width // 12), 130)
        if pose.wide != 1 or pose.scale != 1:
            wide, high = width * pose.wide * pose.scale, height * pose.scale
            drawn = pygame.transform.smoothscale(drawn, (max(1, round(wide)), max(1, round(high))))
        if pose.turn:
            drawn, soft = (pygame.transform.rotozoom(each, -pose.turn, 1.0) for each in (drawn, soft))
        if pose.opacity < 1:
            drawn, soft = faded(drawn, pose.opacity), faded(soft, pose.opacity)
        aside, down = pose.size * 0.03 + pose.lift * 0.2, pose.size * 0.06 + pose.lift * 0.3
        yield soft, canvas.pixel(pose.x + aside, pose.y + down)
        yield drawn, canvas.pixel(pose.x, pose.y - pose.lift)

    def _draw_preview(self, canvas: Canvas, choice: Chooser[Key, ActionT]) -> None:
        """Draw the piece that hangs at the pointer or would lie in focus, and the digits of up to nine targets for a
        person who plays by keys.
        """
        assert self.view is not None
        spots, path = choice.layout.spots, choice.preview
        held = self.ghost(self.view, (*choice.chosen, choice.chosen[-1])) if choice.dragging and choice.chosen else None
        piece = held or (self.ghost(self.view, path) if path else None)
        if piece is not None and (held or path):
            key = path[-1] if path else choice.chosen[-1]
            x, y = choice.pointer if held else spots[key].middle
            drawn = self.sprite_of(piece, canvas.px(min(spots[key].size) * self.piece_size))
            canvas.put_middle(drawn if held else faint(drawn, GHOST), x, y)
        if self.numbered and choice.by_keys and len(choice.targets) <= len(DIGITS):
            for digit, key in zip(DIGITS, choice.targets, strict=False):
                wide, high = spots[key].size
                x, y = spots[key].x + wide * 0.3, spots[key].y - high * 0.3
                marks.pill(canvas, self.surroundings.typeface, digit, x, y)

    def draw_advice(self, canvas: Canvas) -> None:
        """Draw the actions that an analyst advises, the best on top."""
        if self.view is None or self.busy:
            return
        for number, advice in zip(range(len(self.advice) - 1, -1, -1), self.advice, strict=True):
            path = self.path_of(advice.action)
            if not self.ordered:
                draw_spots(canvas, self.surroundings.typeface, advice, number, self.layout(self.view), path)
                continue
            piece = self.ghost(self.view, path)
            if piece is not None and len(path) == 1:
                piece = replace(piece, seat=advice.seat)
            drawn = partial(self.sprite_of, piece) if piece is not None else None
            draw_path(canvas, self.surroundings.typeface, advice, self.layout(self.view), path, drawn)
