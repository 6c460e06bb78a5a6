"""The main loop: input, update, draw, sixty times a second."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

import msgspec
import pygame

from game.core.errors import SpokenError, reason
from game.engine import theme
from game.engine.audio import Audio
from game.engine.canvas import WIDE, Box, Canvas, Frame
from game.engine.clock import Clock, SystemClock
from game.engine.input import Command, CommandName, FileDropped, InputEvent, Quit, Resized
from game.engine.loop.controls import Controls, Wanted, exists
from game.engine.loop.lifting import Lifting
from game.engine.loop.pace import Pace
from game.engine.loop.toasts import Toasts
from game.engine.loop.turning import draw_turn
from game.engine.loop.waiting import draw_waiting
from game.engine.loop.window import DisplayError, Screen, Window, has_display
from game.engine.pictures import write_png
from game.engine.plate import Plate
from game.engine.scene import Context, Scene, SceneStack
from game.engine.sprites import clear_sprites
from game.engine.text import Typeface
from game.engine.thrift import Thrift
from game.ground import files, paths
from game.ground.crash import CrashError, crashed
from game.ground.settings import LEAST_HEIGHT, LEAST_WIDTH, Settings, SettingsError, save
from game.ground.texts import BrokenTextsError, Texts

__all__ = ["App", "CrashError", "DisplayError", "has_display"]

_GARBAGE = (700, 10, 50)
"""Thresholds of the garbage collector. A full collection takes longer than a frame, so it is rare; another one runs
whenever a scene replaces another.
"""


class App:
    """Souk in a window; tests and pictures give it a sheet and a clock of their own instead."""

    thrift: ClassVar[Thrift] = Thrift()
    """What windows of this process keep if they are given no thrift of their own."""

    def __init__(
        self,
        settings: Settings,
        screen: Screen | None = None,
        clock: Clock | None = None,
        settings_path: Path | None = None,
        audible: bool = True,
        keeps_settings: bool = True,
        thrift: Thrift | None = None,
        remembers: bool = False,
    ) -> None:
        """Open the window, or draw on the given `screen`.

        `settings_path`: where changed settings are saved, unless `keeps_settings` is False. `audible`: whether to look
        for a sound device. `remembers`: whether what would be drawn as before is left as it is; for a sheet on which
        nobody else draws. Raises DisplayError when there is no screen.
        """
        texts = Texts(settings.resolved_language)
        self.screen = screen or Window(settings.display, texts.line("app.title"))
        self.controls = Controls(settings.keys)
        typeface = Typeface(settings.display.text_size)
        audio = Audio(settings, audible)
        self._remembers = remembers
        canvas = self._canvas(WIDE)
        self.context = Context(settings, texts, typeface, audio, clock or SystemClock(), canvas)
        self.context.thrift = thrift or self.thrift
        self.context.enlargement, self.context.largest = self.screen.enlargement, self.screen.largest
        self.context.waiting = draw_waiting
        hand = self.context.hand
        texts.by_finger = lambda: hand.finger
        self.context.pad_seats = self.controls.pads.seats
        self.toasts = Toasts(typeface)
        self.context.quit = self._quit
        self.context.notify = self.toasts.show
        self.context.take_picture = self._take_picture
        self.context.apply_settings = self.apply_settings
        self.context.refit = self._refit
        self._frame: Frame | None = None
        self._lifting = Lifting()
        self.context.keep_settings = self._keep_quietly
        self._settings_path = settings_path
        self._keeps_settings = keeps_settings
        self._kept = msgspec.convert(msgspec.to_builtins(settings), Settings)  # as the file has them
        self._running = True
        self._unread: list[InputEvent] = []
        self.pace = Pace(eases=self.context.clock.real)
        """How often frames come, and which are drawn. With a clock that is told the time, every frame is drawn."""

    def run(self, first: Callable[[Context], Scene]) -> None:
        """Show the scene that `first` makes, and run until the person leaves or no scene is left.

        Raises CrashError when the program breaks; it names the log that was written. Raises BrokenTextsError.
        """
        try:
            self.start(first(self.context))
            gc.freeze()  # what is loaded by now stays
            while self.step():
                pass
            self.context.stack.close()
        except (SpokenError, BrokenTextsError):
            raise
        except Exception as error:
            scenes = ", ".join(type(scene).__name__ for scene in self.context.stack.scenes)
            raise crashed(error, f"scenes, the lowest first: {scenes or 'none'}") from error
        finally:
            self.close()

    def start(self, first: Scene) -> None:
        """Push the first scene and report unknown keys in the settings; the first `step` shows the
        scene.
        """
        if self.context.clock.real:
            gc.set_threshold(*_GARBAGE)
        self.context.stack.push(first)
        played = [key for keys in self.context.settings.play_keys.values() for key in keys]
        if unknown := [*self.controls.unknown_keys(), *(key for key in played if not exists(key))]:
            self.say(SpokenError("app.unknown_keys", keys=", ".join(unknown)))

    def step(self, events: Iterable[pygame.Event] | None = None, draw: bool = True) -> bool:
        """Run one frame with the events of the window, or with `events` if given. Return False when it was the last
        frame. In a window left alone, a frame that would look like the one before is not drawn.
        """
        stack, pace = self.context.stack, self.pace
        seconds = self.context.clock.tick(pace.frames_per_second(self.screen.visible))
        pace.passed(seconds)
        self._attend()
        stack.begin_frame()
        self._listen(self.screen.events() if events is None else events)
        stack.update(seconds)
        self.toasts.update(seconds)
        self.context.audio.follow(stack.mood, seconds)
        self._speak_of_sounds()
        if draw and self.screen.visible and pace.draws(min(stack.still_for, self.toasts.still_for)):
            place = stack.notice_place or _notices_on(stack.frame)
            stack.make_room(self.toasts.height(place))
            if self._lifting.lifted and stack.frame.upright and stack.top is not None:
                self._lifting.follow(self.context.canvas, stack.frame, stack.top.text_box)
            canvas = self.context.canvas
            canvas.begin()
            stack.draw(canvas)
            self._say_to_turn(stack)
            self.toasts.draw(canvas, place)
            if canvas.end():
                self.screen.present()
        return self._running and stack.top is not None

    def _say_to_turn(self, stack: SceneStack) -> None:
        """Write in a tall window, above a scene that is only wide, that the phone should lie on its side."""
        context = self.context
        if context.tall is not None and not stack.frame.upright and context.hand.finger and not stack.fading:
            draw_turn(context.canvas, context.typeface, context.texts.line("app.turn"))

    def _attend(self) -> None:
        """Call the context's companions. One that raises is removed, and the person is told that a log was written."""
        companions = self.context.companions
        for companion in tuple(companions):
            try:
                companion(self.context.clock.now())
            except Exception as error:
                if not self.context.stack.forgiving:
                    raise
                companions[:] = [other for other in companions if other != companion]
                self.say(crashed(error, "beside the scenes", "app.companion"))

    def close(self) -> None:
        """Close every scene, save the settings, and release window and sound device."""
        # What breaks here must not hide what ended the program.
        with contextlib.suppress(Exception):
            self.context.stack.close()
        for close in self.context.closing:
            with contextlib.suppress(Exception):
                close()
        self._keep_quietly()
        self.context.audio.close()
        self.screen.close()

    def apply_settings(self) -> None:
        """Apply changed settings, tell every scene about them, and save the file."""
        context, settings = self.context, self.context.settings
        context.texts.language = settings.resolved_language
        self._frame = None
        context.audio.apply(settings)
        self.controls.bind(settings.keys)
        self._show_screen()
        self._fit_canvas()
        context.stack.apply_settings()
        try:
            self._keep_settings()
        except SettingsError as error:
            self.say(error)

    def _show_screen(self) -> None:
        """Change the window to the settings' size and kind; it shows the last picture, stretched, until the next is
        painted.
        """
        before = self.screen.surface.copy()
        self.screen.show(self.context.settings.display)
        after = self.screen.surface
        if after.get_size() != before.get_size():
            after.blit(pygame.transform.smoothscale(before, after.get_size()), (0, 0))
            self.screen.present()

    def say(self, problem: SpokenError) -> None:
        """Show a person what went wrong, in their language."""
        self.toasts.show(self.context.texts.line(problem.key, problem.values))

    def _keep_quietly(self) -> None:
        with contextlib.suppress(SettingsError):
            self._keep_settings()

    def _keep_settings(self) -> None:
        settings = self.context.settings
        if self._keeps_settings and settings != self._kept:
            save(settings, self._settings_path)
            self._kept = msgspec.convert(msgspec.to_builtins(settings), Settings)

    def _listen(self, events: Iterable[pygame.Event]) -> None:
        """Give the frame's inputs to the topmost scene; once it asks for another scene, the rest wait for that one.
        Before the first scene is seen, all wait but those that concern the window.
        """
        stack, context = self.context.stack, self.context
        wanted = _wanted_by(stack.top)
        events = tuple(events)
        if events:
            self.pace.touched()
        self.screen.take_text(wanted == "text", self._text_area())
        made = self.controls.read(events, context.canvas, context.clock.now(), wanted)
        waiting, self._unread = self._unread + made, []
        for number, event in enumerate(waiting):
            if stack.changing:
                self._unread += waiting[number:]
                return
            if stack.waking and not isinstance(event, Quit | Resized):
                self._unread.append(event)
            else:
                self.take(event)

    def _text_area(self) -> pygame.Rect | None:
        top = self.context.stack.top
        return self.context.canvas.pixels(top.text_box) if top and top.text_box else None

    def take(self, event: InputEvent) -> None:
        """Handle an input of the program itself, such as closing or full screen, or give it to the topmost scene."""
        self.context.hand.take(event)
        match event:
            case Quit():
                if all(scene.may_close() for scene in reversed(self.context.stack.scenes)):
                    self._quit()
            case Resized(width, height):
                self.resize(width, height)
                self.context.stack.handle(event)
            case Command(CommandName.SCREENSHOT):
                self._take_picture()
            case Command(CommandName.FULLSCREEN):
                display = self.context.settings.display
                display.fullscreen = not display.fullscreen
                self.apply_settings()
            case FileDropped(path):
                self._hand_over(event, path)
            case _:
                self.context.stack.handle(event)

    def _hand_over(self, event: InputEvent, path: str) -> None:
        """Give a dropped file to the scenes. Files may be anybody's, so an error is logged and shown instead of ending
        the program.
        """
        try:
            self.context.stack.handle(event)
        except Exception as error:
            if not self.context.stack.forgiving:
                raise
            self.say(crashed(error, f"a file that was dropped: {path}", "app.file"))

    def resize(self, width: int, height: int) -> None:
        """Fit pictures and text to a window of this size in pixels, and keep that size in the settings unless in full
        screen.
        """
        self.screen.resized(width, height)
        self._fit_canvas()
        display = self.context.settings.display
        if not (display.fullscreen or self._lifting.lifted):
            times = self.screen.enlargement
            display.width = max(round(width / times), LEAST_WIDTH)
            display.height = max(round(height / times), LEAST_HEIGHT)

    def _fit_canvas(self) -> None:
        """Make the canvas of the window as it is now; if the scale changed, drop what was drawn at another."""
        context, surface = self.context, self.screen.surface
        before = context.canvas.scale
        top = context.stack.top
        writes = context.hand.finger and top is not None and top.wants_text
        context.tall = self._lifting.frame_of(surface.get_size(), writes=writes)
        frame = context.stack.frame
        self._set_type(frame)
        context.canvas = self._canvas(frame)
        if self._lifting.lifted and frame.upright:
            context.canvas = self._lifting.canvas_of(context.canvas, frame)
        if context.canvas.scale != before and not context.thrift.all_sizes:
            clear_sprites()
            context.typeface.forget_lines()

    def _canvas(self, frame: Frame) -> Canvas:
        surface = self.screen.surface
        return Canvas.fit(surface, frame, Plate(surface) if self._remembers else None)

    def _set_type(self, frame: Frame) -> None:
        """Set text at the person's size, and a little larger on an upright frame."""
        size = self.context.settings.display.text_size
        size = round(min(size, theme.MOST_UPRIGHT) * theme.UPRIGHT_TYPE) if frame.upright else size
        if size != self.context.typeface.text_size:
            self.context.typeface.resize(size)
            if not self.context.thrift.all_sizes:
                self.context.typeface.forget_lines()
        self._frame = frame

    def _refit(self) -> None:
        """Fit the canvas anew if what is visible now has another frame than what was visible before."""
        if self.context.stack.frame != self._frame:
            self._fit_canvas()

    def _take_picture(self) -> None:
        """Write what the window shows to a PNG file, after hiding what is meant for one person only."""
        stack = self.context.stack
        if [scene for scene in stack.scenes if scene.conceal()]:
            stack.draw(self.context.canvas)
        path = files.free_name(paths.pictures(), "souk", ".png")
        try:
            write_png(self.screen.surface, path)
        except OSError as error:
            self.say(SpokenError("app.picture_unsaved", file=str(path), reason=reason(error)))
        else:
            self.toasts.show(self.context.texts.line("app.picture_saved", file=str(path)))

    def _speak_of_sounds(self) -> None:
        for problem in self.context.audio.problems():
            self.say(problem)

    def _quit(self) -> None:
        self._running = False


def _wanted_by(scene: Scene | None) -> Wanted:
    if scene is None:
        return "commands"
    if scene.wants_text:
        return "text"
    return "keys" if scene.wants_keys else "play" if scene.wants_play else "commands"


def _notices_on(frame: Frame) -> Box | None:
    """Return where messages are shown if no scene names a place: below the head of an upright frame."""
    return Box(12, 58, frame.width - 24, 180) if frame.upright else None
