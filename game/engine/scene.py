"""Scenes, the stack they lie on, and what they are given.

A scene asks the stack for another one (`push`, `pop`, `replace`); it is taken at the start of the next frame,
so a scene never vanishes in the middle of its own call. A scene may return a value to the one below it: a
dialog is a scene.
"""

from __future__ import annotations

import gc
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from game.engine.canvas import Box, Canvas
from game.engine.clock import Clock
from game.engine.fade import Fade
from game.engine.input import Hand, InputEvent, Resized
from game.engine.sprites import give_back, sprite_clock, trim_sprites
from game.settings import Settings
from game.texts import Texts

if TYPE_CHECKING:
    from game.engine.audio import Audio
    from game.engine.text import Typeface


def _nothing(*_: Any, **__: Any) -> None:
    """Do nothing: stands for a hook where there is no App."""


class Notify(Protocol):
    """Shows a short message."""

    def __call__(self, text: str, *, while_true: Callable[[], bool] | None = None) -> None:
        """Say `text` for as long as it takes to read it, and no longer than its moment lasts."""


@dataclass
class Context:
    """What every scene is given. It reaches for nothing else."""

    settings: Settings
    texts: Texts
    typeface: Typeface
    audio: Audio
    clock: Clock
    canvas: Canvas
    """The window as it is drawn on now: for the scale of sprites to warm, and for its bounds."""
    stack: SceneStack = field(init=False)
    quit: Callable[[], None] = _nothing
    """End the program after this frame."""
    notify: Notify = _nothing
    """Show a short message for a few seconds, where the scene in sight has a place for it."""
    take_picture: Callable[[], None] = _nothing
    """Keep what has been drawn so far as a PNG file, and say where."""
    apply_settings: Callable[[], None] = _nothing
    """Take over and save what a scene changed in `settings`: texts, typeface, volumes, keys, window."""

    keep_settings: Callable[[], None] = _nothing
    """Save what a scene changed in `settings` that shows nowhere."""

    companions: list[Callable[[float], None]] = field(default_factory=list)
    """Called every frame with the time, whatever scene is on top: a connection that must not fall silent."""

    hand: Hand = field(default_factory=Hand)
    """What is in hand here, for words that name keys or buttons."""

    memory: dict[str, object] = field(default_factory=dict)
    """What scenes keep in mind until the window is closed, by what it is about."""

    def __post_init__(self) -> None:
        self.stack = SceneStack(self)


class Scene(ABC):
    """One screenful, or an overlay on one."""

    overlay: ClassVar[bool] = False
    """Whether the scene below is drawn (and goes on) first."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @property
    def stack(self) -> SceneStack:
        """Where scenes are pushed, popped and replaced."""
        return self.context.stack

    @property
    def wants_text(self) -> bool:
        """Whether a text entry is focused: keys that write make no commands then."""
        return False

    @property
    def wants_keys(self) -> bool:
        """Whether the next key is wanted as such, to bind it: the keyboard makes no commands at all then."""
        return False

    @property
    def wants_play(self) -> bool:
        """Whether people play in real time: of the keyboard's commands only those that are made `EVERYWHERE`."""
        return False

    @property
    def text_box(self) -> Box | None:
        """Where that text is being written: the system's list of candidates opens beside it."""
        return None

    @property
    def notice_place(self) -> Box | None:
        """Where short messages are said, from its top down: over nothing that is played on or pressed.

        None: where the scene below has its place, else at the top of the window.
        """
        return None

    def make_room(self, high: float) -> None:
        """So much of `notice_place`, from its top down, is taken by messages now."""

    def may_close(self) -> bool:
        """Whether the window may be closed now: a scene in which something would be lost asks the person first."""
        return True

    def enter(self) -> None:
        """The scene came onto the stack."""

    def leave(self) -> None:
        """The scene left the stack, or the program ends: close what is open."""

    def resumed(self, value: Any) -> None:
        """The scene above was popped and returned `value` (None when it had nothing to say)."""

    def settings_applied(self) -> None:
        """Language, text size, motion or colours may be others: lay out anew."""

    def warm(self) -> Iterator[None]:
        """Make what the first pictures need, a few milliseconds a step, while the window fades.

        Not asked of overlays.
        """
        return iter(())

    def mishap(self, error: Exception) -> bool:
        """Deal with an error in this scene or one above it. Returns whether the program can go on.

        A scene that shows what comes from elsewhere writes a log and leaves with `SceneStack.drop`.
        """
        return False

    def conceal(self) -> bool:
        """Hide what one of several people here sees alone, before a picture is taken. Returns whether anything was."""
        return False

    def handle(self, event: InputEvent) -> None: ...

    def update(self, seconds: float) -> None:
        """Let time pass."""

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw the scene on all of `canvas.bounds`."""


@dataclass(frozen=True)
class _Change:
    """One change of the stack, waiting for the next frame."""

    pops: int
    pushed: Scene | None = None
    value: Any = None
    dropped: Scene | None = None
    """Taken away with all that lies on it, in place of `pops`."""
    cut: bool = False
    """Whether what is pushed is in sight at once."""


class SceneStack:
    """The scenes on the table, topmost last."""

    forgiving: ClassVar[bool] = True
    """Whether scenes are asked to deal with what breaks in them.

    Tests that are about something else set it to False, to fail.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._scenes: list[Scene] = []
        self._changes: deque[_Change] = deque()
        self._fade: Fade | None = None
        self._mark = 0
        """When the scene in sight took the place of another, by the sprites' clock; 0 for the first one."""

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """Every scene, the lowest first."""
        return tuple(self._scenes)

    @property
    def top(self) -> Scene | None:
        """The scene that takes input; None when the stack is empty."""
        return self._scenes[-1] if self._scenes else None

    @property
    def changing(self) -> bool:
        """Whether a change was asked for and not taken yet."""
        return bool(self._changes)

    @property
    def fading(self) -> bool:
        """Whether the way from one scene to the next is still being shown."""
        return self._fade is not None

    @property
    def notice_place(self) -> Box | None:
        """Where the scenes in sight have short messages said: the topmost that says so."""
        return next((place for scene in reversed(self._in_sight()) if (place := scene.notice_place)), None)

    def make_room(self, high: float) -> None:
        """Tell the scenes in sight how much of their place messages take."""
        for scene in self._in_sight():
            scene.make_room(high)

    def push(self, scene: Scene) -> None:
        """Lay `scene` on top."""
        self._changes.append(_Change(0, scene))

    def pop(self, value: Any = None) -> None:
        """Take the topmost scene away; the one below is `resumed` with `value`."""
        self._changes.append(_Change(1, None, value))

    def replace(self, scene: Scene, *, cut: bool = False) -> None:
        """Let `scene` take the place of the topmost one; with a `cut` in the next frame, without a fade."""
        self._changes.append(_Change(1, scene, cut=cut))

    def drop(self, scene: Scene) -> None:
        """Take `scene` away with all that lies on it, and leave it alone until then.

        The one below is `resumed` with None.
        """
        self._changes.append(_Change(0, dropped=scene))

    def home(self) -> None:
        """Take every scene away but the lowest, which is `resumed` with None."""
        self._changes.append(_Change(max(0, len(self._scenes) - 1)))

    def begin_frame(self) -> None:
        """Take the changes asked for during the last frame; another scene behind the overlays means a fade."""
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
                gc.collect()  # scenes that are gone hold large surfaces in circles of widgets
            self._fade = Fade(warming, self._context.clock, not before, settings.motion.reduced)

    def _take(self, change: _Change) -> None:
        pops = change.pops
        if change.dropped is not None:
            pops = len(self._scenes) - self._scenes.index(change.dropped) if change.dropped in self._scenes else 0
        for _ in range(min(pops, len(self._scenes))):
            scene = self._scenes.pop()
            self._safely(scene, scene.leave)
        if change.pushed:
            self._scenes.append(change.pushed)
            self._safely(change.pushed, change.pushed.enter)
        elif pops and self._scenes:
            below = self._scenes[-1]
            self._safely(below, partial(below.resumed, change.value))

    def _safely(self, scene: Scene, act: Callable[[], None]) -> None:
        """Let a scene do something, unless it is to be dropped; what breaks is for it or one below to deal with."""
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
        """Ask the scene that broke and those below it."""
        at = self._scenes.index(scene) if scene in self._scenes else len(self._scenes)
        concerned = [scene, *reversed(self._scenes[:at])]
        return self.forgiving and any(other.mishap(error) for other in concerned)

    def _lies_on(self, below: Scene, scene: Scene) -> bool:
        """Whether `scene` is `below` or lies above it."""
        return below in self._scenes and scene in self._scenes[self._scenes.index(below) :]

    def handle(self, event: InputEvent) -> None:
        """Give an input to the topmost scene, unless the window is dark; another size concerns them all."""
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
        """Let time pass for every scene in sight."""
        if self._fade:
            self._fade.update(seconds)
            if self._fade.dark:
                return
            if self._fade.done:
                self._fade = None
                if self._mark:
                    trim_sprites(self._mark)
                    give_back()
                elif self._context.clock.real:
                    gc.freeze()  # what is loaded by now stays: looking through it for garbage takes longer than a frame
        for scene in self._in_sight():
            self._safely(scene, partial(scene.update, seconds))

    def draw(self, canvas: Canvas) -> None:
        """Draw every scene in sight, or the fade that leads there."""
        if self._fade and self._fade.dark:
            self._fade.draw_before(canvas)
            return
        for scene in self._in_sight():
            self._safely(scene, partial(scene.draw, canvas))
        if self._fade:
            self._fade.draw_over(canvas)

    def close(self) -> None:
        """Take every scene away, the topmost first."""
        while self._scenes:
            self._scenes.pop().leave()

    def _in_sight(self) -> list[Scene]:
        """The topmost scene that is no overlay, and every overlay on it."""
        first = len(self._scenes) - 1
        while first > 0 and self._scenes[first].overlay:
            first -= 1
        return self._scenes[max(first, 0) :]
