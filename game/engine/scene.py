"""Scenes, their stack, and what they are given.

A scene asks the stack for a change (`push`, `pop`, `replace`). The change happens at the start of the next frame, so a
scene never vanishes during its own call. A scene may return a value to the one below it: a dialog is a scene.
"""

from __future__ import annotations

import gc
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from game.engine.audio import Mood
from game.engine.canvas import WIDE, Box, Canvas, Frame
from game.engine.clock import Clock
from game.engine.fade import Fade
from game.engine.input import Hand, InputEvent, Resized
from game.engine.sprites import give_back, sprite_clock, trim_sprites
from game.engine.stillness import MOVES
from game.engine.thrift import Thrift
from game.ground.settings import Settings
from game.ground.texts import Texts

if TYPE_CHECKING:
    from game.engine.audio import Audio
    from game.engine.text import Typeface


def _nothing(*_: Any, **__: Any) -> None:
    """Do nothing: the default for hooks that the App sets."""


def _unsigned(_canvas: Canvas, _opacity: float) -> None:
    """Draw nothing."""


class Notify(Protocol):
    """Shows a short message."""

    def __call__(self, text: str, *, while_true: Callable[[], bool] | None = None) -> None:
        """Show `text` for as long as it takes to read, but only while `while_true` returns True."""


@dataclass
class Context:
    """Everything a scene is given; scenes use nothing else of the program."""

    settings: Settings
    texts: Texts
    typeface: Typeface
    audio: Audio
    clock: Clock
    canvas: Canvas
    """The canvas of the window, for the scale of sprites made in advance and for its bounds."""
    tall: Frame | None = None
    """The upright frame of the window; None while it is not clearly taller than wide."""
    refit: Callable[[], None] = _nothing
    """Fits the canvas to the frame of what is visible now."""
    enlargement: float = 1.0
    """Pixels to one of the settings' width and height."""
    largest: tuple[int, int] | None = None
    """The greatest width and height in the settings that a window has room for; None where nothing limits them."""
    stack: SceneStack = field(init=False)
    quit: Callable[[], None] = _nothing
    """Ends the program after this frame."""
    notify: Notify = _nothing
    """Shows a short message for a few seconds, at the place that the visible scene names."""
    take_picture: Callable[[], None] = _nothing
    """Writes the picture drawn last to a PNG file, and tells the person where."""
    waiting: Callable[[Canvas, float], None] = _unsigned
    """Draws a sign that the program is at work, with an opacity from 0 to 1, where the window is dark."""
    apply_settings: Callable[[], None] = _nothing
    """Applies and saves what a scene changed in `settings`: texts, typeface, volumes, keys, window."""

    keep_settings: Callable[[], None] = _nothing
    """Saves what a scene changed in `settings` if nothing needs to be drawn again."""

    companions: list[Callable[[float], None]] = field(default_factory=list)
    """Functions called every frame with the time, whatever scene is on top; one keeps a connection alive."""

    closing: list[Callable[[], None]] = field(default_factory=list)
    """Functions called once the window is closed, for what goes on beside the scenes."""

    pad_seats: Mapping[int, int] = field(default_factory=dict)
    """The seat that each pad's person chose on their phone, by number of the pad; it changes while they choose."""

    pads_asleep: set[int] = field(default_factory=set)
    """The seats whose phone is asleep now."""

    shake: Callable[[int], None] = _nothing
    """Lets the phone of a seat shake for a moment, where one plays it."""

    hand: Hand = field(default_factory=Hand)
    """The kind of device used last, for texts that name keys or buttons."""

    thrift: Thrift = field(default_factory=Thrift)
    """What is kept when a scene gives way to another."""

    memory: dict[str, object] = field(default_factory=dict)
    """What scenes remember until the window is closed, by a key of their own."""

    def __post_init__(self) -> None:
        self.stack = SceneStack(self)

    @property
    def window_size(self) -> tuple[int, int]:
        """The size that the window has, in the settings' units."""
        width, height = self.canvas.size
        return round(width / self.enlargement), round(height / self.enlargement)


class Scene(ABC):
    """One screenful, or an overlay on another scene."""

    overlay: ClassVar[bool] = False
    """Whether the scene below is drawn and updated too, before this one."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @property
    def stack(self) -> SceneStack:
        """Where scenes are pushed, popped and replaced."""
        return self.context.stack

    @property
    def upright(self) -> bool:
        """Whether the scene can be laid out on an upright frame, too; an overlay has the frame of what it lies on."""
        return False

    @property
    def design(self) -> Frame:
        """The frame that the scene is laid out on: upright in a tall window if it can be, else 1280×720."""
        return self.context.stack.frame_of(self)

    @property
    def wants_text(self) -> bool:
        """Whether a text entry is focused, so that keys that write make no commands."""
        return False

    @property
    def wants_keys(self) -> bool:
        """Whether the next key is wanted as such, to bind it: then the keyboard makes no commands at all."""
        return False

    @property
    def wants_play(self) -> bool:
        """Whether people play in real time: then the keyboard makes only the commands in `EVERYWHERE`."""
        return False

    @property
    def text_box(self) -> Box | None:
        """Box in design units of the text being written, beside which the system opens its list of candidates."""
        return None

    @property
    def notice_place(self) -> Box | None:
        """Where short messages are shown, from its top down; it covers nothing that is played on or pressed.

        None: the place of the scene below, else the top of the window.
        """
        return None

    def make_room(self, high: float) -> None:
        """Learn that messages now cover this height of `notice_place`, from its top down, in design units."""

    def may_close(self) -> bool:
        """Return whether the window may be closed now.

        A scene in which something would be lost asks the person first.
        """
        return True

    def enter(self) -> None:
        """Called when the scene has come onto the stack."""

    def leave(self) -> None:
        """Called when the scene has left the stack, or the program ends: close what is open."""

    def resumed(self, value: Any) -> None:
        """Called when the scene above was popped with `value`; None if it returned nothing."""

    def settings_applied(self) -> None:
        """Called when language, text size, motion or colours may have changed: lay out anew."""

    def warm(self) -> Iterator[None]:
        """Make what the first pictures need, a few milliseconds a step, while the window fades; not for overlays."""
        return iter(())

    def mishap(self, error: Exception) -> bool:
        """Handle an error in this scene or one above it. Return whether the program can go on.

        A scene that shows data from elsewhere writes a log and leaves with `SceneStack.drop`.
        """
        return False

    def conceal(self) -> bool:
        """Hide secrets of one of several people at this screen before a picture is taken. Return whether anything was
        hidden.
        """
        return False

    @property
    def mood(self) -> Mood | None:
        """The mood of the music while the scene is open; None leaves it to the scene below."""
        return None

    @property
    def still_for(self) -> float:
        """Seconds for which the picture stays as it is unless something happens; see stillness.py.

        MOVES, the default, is always right. A scene with any other answer is drawn less often in a window left alone.
        """
        return MOVES

    def handle(self, event: InputEvent) -> None: ...

    def update(self, seconds: float) -> None:
        """Advance the scene by `seconds`."""

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw the scene on all of `canvas.bounds`."""


@dataclass(frozen=True)
class _Change:
    """A change of the stack that waits for the next frame."""

    pops: int
    pushed: Scene | None = None
    value: Any = None
    dropped: Scene | None = None
    """Scene to be removed with everything above it, instead of `pops` scenes."""
    cut: bool = False
    """Whether the pushed scene is shown at once, without a fade."""


class SceneStack:
    """The stack of scenes, the topmost last."""

    forgiving: ClassVar[bool] = True
    """Whether errors in scenes are given to `Scene.mishap`. Tests of other things set it to False, so that errors fail
    the test.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._scenes: list[Scene] = []
        self._changes: deque[_Change] = deque()
        self._fade: Fade | None = None
        self._mark = 0
        """Mark of the sprites' clock when the visible scene replaced another; 0 for the first scene."""

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """All scenes, from the lowest up."""
        return tuple(self._scenes)

    @property
    def top(self) -> Scene | None:
        """The scene that receives input; None when the stack is empty."""
        return self._scenes[-1] if self._scenes else None

    @property
    def waking(self) -> bool:
        """Whether the window is still dark because the first scene makes its sprites: what is pressed then waits."""
        return self._fade is not None and self._fade.first and self._fade.dark

    def frame_of(self, scene: Scene) -> Frame:
        """Return the frame that a scene is laid out on, or would be on top of the stack."""
        tall, below = self._context.tall, self._scenes
        if tall is None:
            return WIDE
        at = below.index(scene) if scene in below else len(below)
        while scene.overlay and at > 0:
            at -= 1
            scene = below[at]
        return tall if scene.upright else WIDE

    @property
    def frame(self) -> Frame:
        """The frame of what is visible."""
        return self.frame_of(self._scenes[-1]) if self._scenes else self._context.tall or WIDE

    @property
    def changing(self) -> bool:
        """Whether a change was asked for and has not happened yet."""
        return bool(self._changes)

    @property
    def fading(self) -> bool:
        """Whether a fade between two scenes is running."""
        return self._fade is not None

    @property
    def still_for(self) -> float:
        """Seconds for which what is visible stays as it is unless something happens; see stillness.py."""
        if self.fading or self.changing:
            return MOVES
        return min((scene.still_for for scene in self._in_sight()), default=MOVES)

    @property
    def notice_place(self) -> Box | None:
        """Where short messages are shown: the place named by the topmost visible scene that names one, else None."""
        return next((place for scene in reversed(self._in_sight()) if (place := scene.notice_place)), None)

    def make_room(self, high: float) -> None:
        """Tell the visible scenes what height of their `notice_place` messages cover."""
        for scene in self._in_sight():
            scene.make_room(high)

    @property
    def mood(self) -> Mood:
        """The mood of the music: of the topmost scene that has one."""
        seen = self._in_sight()
        for scene in reversed(self._scenes):
            mood = scene.mood
            if mood is not None:
                return Mood.PLAYING if mood is Mood.LAST and scene not in seen else mood
        return Mood.WAITING

    def push(self, scene: Scene) -> None:
        """Put `scene` on top in the next frame."""
        self._changes.append(_Change(0, scene))

    def pop(self, value: Any = None) -> None:
        """Remove the topmost scene in the next frame; the one below is `resumed` with `value`."""
        self._changes.append(_Change(1, None, value))

    def replace(self, scene: Scene, *, cut: bool = False) -> None:
        """Replace the topmost scene by `scene` in the next frame; `cut` shows it without a fade."""
        self._changes.append(_Change(1, scene, cut=cut))

    def drop(self, scene: Scene) -> None:
        """Remove `scene` with everything above it in the next frame, and call none of them until then.

        The scene below is `resumed` with None.
        """
        self._changes.append(_Change(0, dropped=scene))

    def home(self) -> None:
        """Remove all scenes but the lowest, which is `resumed` with None."""
        self._changes.append(_Change(max(0, len(self._scenes) - 1)))

    def begin_frame(self) -> None:
        """Make the changes asked for in the last frame, and start a fade if the lowest visible scene has changed."""
        before = self._in_sight()[:1]
        fresh: set[int] = set()
        cut = False
        while self._changes:
            change = self._changes.popleft()
            self._take(change)
            fresh.add(id(change.pushed))
            cut = change.cut
        base = self._in_sight()[:1]
        if base and base != before and not cut:
            warming = self._warming(base[0]) if id(base[0]) in fresh else iter(())
            settings = self._context.settings
            self._mark = sprite_clock() if before else 0
            if before:
                # scenes that are gone hold large surfaces in circles of widgets
                gc.collect(self._context.thrift.generation)
            clock, waiting = self._context.clock, self._context.waiting
            self._fade = Fade(warming, clock, not before, settings.motion.reduced, waiting)

    def _take(self, change: _Change) -> None:
        pops = change.pops
        if change.dropped is not None:
            pops = len(self._scenes) - self._scenes.index(change.dropped) if change.dropped in self._scenes else 0
        for _ in range(min(pops, len(self._scenes))):
            scene = self._scenes.pop()
            self._safely(scene, scene.leave)
        known = list(self._scenes)
        if change.pushed:
            self._scenes.append(change.pushed)
        before = self._context.canvas
        self._context.refit()
        if self._context.canvas is not before:
            size = Resized(*self._context.canvas.size)
            for scene in self._in_sight():
                if scene in known:
                    self._handle(scene, size)
        if change.pushed:
            self._safely(change.pushed, change.pushed.enter)
        elif pops and self._scenes:
            below = self._scenes[-1]
            self._safely(below, partial(below.resumed, change.value))

    def _safely(self, scene: Scene, act: Callable[[], None]) -> None:
        """Run a call of a scene, unless the scene is about to be dropped; give an error to the scene or one below."""
        if any(change.dropped is not None and self._lies_on(change.dropped, scene) for change in self._changes):
            return
        try:
            act()
        except Exception as error:
            if not self._dealt_with(scene, error):
                raise

    def _warming(self, scene: Scene) -> Iterator[None]:
        try:
            yield from scene.warm()
        except Exception as error:
            if not self._dealt_with(scene, error):
                raise

    def _dealt_with(self, scene: Scene, error: Exception) -> bool:
        """Offer an error to the scene it happened in and to those below; return whether one of them handled it."""
        at = self._scenes.index(scene) if scene in self._scenes else len(self._scenes)
        concerned = [scene, *reversed(self._scenes[:at])]
        return self.forgiving and any(other.mishap(error) for other in concerned)

    def _lies_on(self, below: Scene, scene: Scene) -> bool:
        """Return whether `scene` is `below` or lies above it."""
        return below in self._scenes and scene in self._scenes[self._scenes.index(below) :]

    def handle(self, event: InputEvent) -> None:
        """Give an input to the topmost scene, unless a fade hides it. A new window size goes to every scene."""
        if isinstance(event, Resized):
            for scene in self.scenes:
                self._handle(scene, event)
        elif self.top and not (self._fade and self._fade.dark):
            self._handle(self.top, event)

    def _handle(self, scene: Scene, event: InputEvent) -> None:
        self._safely(scene, partial(scene.handle, event))

    def apply_settings(self) -> None:
        """Tell every scene that settings changed."""
        for scene in self.scenes:
            self._safely(scene, scene.settings_applied)

    def update(self, seconds: float) -> None:
        """Advance the fade and every visible scene by `seconds`."""
        if self._fade:
            self._fade.update(seconds)
            if self._fade.dark:
                return
            if self._fade.done:
                self._fade = None
                if self._mark:
                    trim_sprites(self._mark, self._context.thrift.sprite_bytes)
                    give_back()
                elif self._context.clock.real:
                    gc.freeze()  # what is loaded by now stays: looking through it for garbage takes longer than a frame
        for scene in self._in_sight():
            self._safely(scene, partial(scene.update, seconds))

    def draw(self, canvas: Canvas) -> None:
        """Draw every visible scene, or the fade towards it."""
        if self._fade and self._fade.dark:
            self._fade.draw_before(canvas)
            return
        for scene in self._in_sight():
            self._safely(scene, partial(scene.draw, canvas))
        if self._fade:
            self._fade.draw_over(canvas)

    def close(self) -> None:
        """Remove every scene, the topmost first."""
        while self._scenes:
            self._scenes.pop().leave()

    def _in_sight(self) -> list[Scene]:
        """Return the visible scenes from the lowest up: the topmost that is no overlay, and the overlays on it."""
        first = len(self._scenes) - 1
        while first > 0 and self._scenes[first].overlay:
            first -= 1
        return self._scenes[max(first, 0) :]
