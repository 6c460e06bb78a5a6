"""What scenes are drawn on: the window on a screen, or a sheet in memory."""

from __future__ import annotations

import ctypes
import os
import sys
import warnings
from collections.abc import Iterable, Mapping
from typing import Protocol

import pygame

from game.core.errors import SpokenError
from game.engine import vector
from game.engine.colour import DUSK, LANTERN, NIGHT, SAND
from game.ground.settings import LEAST_HEIGHT, LEAST_WIDTH, Display

_HEADLESS = ("dummy", "offscreen")
_ENVIRONMENT = {
    "SDL_IME_SHOW_UI": "1",  # the system draws its list of candidates; SDL hides it by default
    "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",  # otherwise Windows enlarges a small picture, which blurs it
    "SDL_VIDEO_WAYLAND_WMCLASS": "souk",
    "SDL_APP_NAME": "Souk",
}


class DisplayError(SpokenError):
    """There is no screen on which to open a window."""


def has_display(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Return whether there is a screen. SDL cannot be asked: without a screen it quietly draws into nothing.

    >>> has_display({}, "linux"), has_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    (False, True)
    """
    if environment.get("SDL_VIDEODRIVER"):
        return True
    if platform in ("win32", "darwin"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


_USUAL_DPI = 96
FURNITURE = 84
"""Pixels of the screen's height assumed for its bars and the window's title; no system tells the real number."""


def fitting(size: tuple[int, int], screen: tuple[int, int] | None) -> tuple[int, int]:
    """Return `size`, or the largest size of the same proportions that fits the screen beside its bars.

    >>> fitting((1280, 720), (1280, 720)), fitting((1280, 720), (1920, 1080))
    ((1130, 636), (1280, 720))
    """
    if screen is None:
        return size
    share = min(1.0, screen[0] / size[0], (screen[1] - FURNITURE) / size[1])
    width, height = int(size[0] * share) // 2 * 2, int(size[1] * share) // 2 * 2
    return size if share == 1.0 else (max(LEAST_WIDTH, width), max(LEAST_HEIGHT, height))


class Screen(Protocol):
    """What an App draws on: a window, or a sheet."""

    @property
    def surface(self) -> pygame.Surface: ...

    @property
    def visible(self) -> bool:
        """Whether the picture can be seen; False while a window is minimised."""

    @property
    def enlargement(self) -> float:
        """Pixels to one of the settings' width and height."""

    @property
    def largest(self) -> tuple[int, int] | None:
        """The greatest width and height that the settings may give a window here; None where nothing limits them."""

    def events(self) -> Iterable[pygame.Event]:
        """Return the events since the last call."""

    def take_text(self, wanted: bool, area: pygame.Rect | None) -> None:
        """Let the system compose text or not, and tell it where, in pixels, the text is being written."""

    def present(self) -> None:
        """Show the pixels of the surface."""

    def resized(self, width: int, height: int) -> None:
        """Follow a change of the window's size made by a person, in pixels."""

    def show(self, display: Display) -> None:
        """Change to the size and kind of window that the settings ask for."""

    def close(self) -> None:
        """Close it."""


class Sheet:
    """A surface in memory of a fixed size, instead of a window."""

    enlargement = 1.0
    largest: tuple[int, int] | None = None

    def __init__(self, size: tuple[int, int]) -> None:
        pygame.font.init()
        self._surface = pygame.Surface(size, depth=32)

    @property
    def surface(self) -> pygame.Surface:
        return self._surface

    @property
    def visible(self) -> bool:
        """True: a sheet is always drawn, to be looked at later."""
        return True

    def events(self) -> Iterable[pygame.Event]:
        """Return no events."""
        return ()

    def take_text(self, wanted: bool, area: pygame.Rect | None) -> None:
        """Do nothing: no text is written on a sheet."""

    def present(self) -> None:
        """Do nothing: a sheet is not on any screen."""

    def resized(self, width: int, height: int) -> None:
        """Replace the surface by one of this size in pixels."""
        self._surface = pygame.Surface((width, height), depth=32)

    def show(self, display: Display) -> None:
        """Do nothing: a sheet keeps the size it was made with."""

    def close(self) -> None:
        """Do nothing: a sheet holds no resource."""


class Window:
    """The program's window. Raises DisplayError when there is no screen for it."""

    def __init__(self, display: Display, title: str) -> None:
        if not has_display():
            raise DisplayError("app.no_display")
        for name, value in _ENVIRONMENT.items():
            os.environ.setdefault(name, value)
        os.environ["SDL_VIDEO_X11_WMCLASS"] = "souk"  # pygame has put the script's name there
        if sys.platform == "linux":  # our pixels need no detour over a GPU that may be emulated
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        self._surface: pygame.Surface
        self._fullscreen = display.fullscreen
        self._had_size = False
        """Whether the window was ever not in full screen: then the system knows which size to return to."""
        self._takes_text = True  # SDL begins with text input on
        self._text_area: pygame.Rect | None = None
        try:
            pygame.display.init()
            pygame.font.init()
            pygame.display.set_icon(icon(64))
            pygame.display.set_caption(title)
            self.enlargement = _enlargement()
            self._set_mode(self._in_pixels(display))
        except pygame.error as error:
            raise DisplayError("app.no_window", reason=str(error)) from error
        if pygame.display.get_driver() in _HEADLESS and not os.environ.get("SDL_VIDEODRIVER"):
            pygame.display.quit()
            raise DisplayError("app.no_display")

    @property
    def surface(self) -> pygame.Surface:
        return self._surface

    @property
    def visible(self) -> bool:
        """Whether the window can be seen; False while it is minimised."""
        return pygame.display.get_active()

    @property
    def largest(self) -> tuple[int, int] | None:
        """Room on the screen beside its bars, in the settings' units; None where the screen is unknown."""
        screen = _screen()
        return screen and (int(screen[0] / self.enlargement), int((screen[1] - FURNITURE) / self.enlargement))

    def events(self) -> Iterable[pygame.Event]:
        """Return the events since the last call."""
        return pygame.event.get()

    def take_text(self, wanted: bool, area: pygame.Rect | None) -> None:
        """Turn the system's input method on or off: left on, it would swallow keys that make commands."""
        if wanted != self._takes_text:
            self._takes_text = wanted
            (pygame.key.start_text_input if wanted else pygame.key.stop_text_input)()
        if area and area != self._text_area:
            self._text_area = area
            pygame.key.set_text_input_rect(area)

    def present(self) -> None:
        """Show the pixels of the surface."""
        pygame.display.flip()

    def resized(self, width: int, height: int) -> None:
        """Note a new size. SDL has resized the surface already, except where there is no real window."""
        self._asked = width, height
        if pygame.display.get_driver() in _HEADLESS and self.surface.get_size() != self._asked:
            self._set_mode(self._asked)

    def show(self, display: Display) -> None:
        """Enter or leave full screen, or change the size as far as the screen has room."""
        size = self._in_pixels(display)
        changed = self._fullscreen != display.fullscreen
        self._fullscreen = display.fullscreen
        if changed:
            self._fill_screen()
        if not self._fullscreen and self._asked != size:
            self._set_mode(size)

    def close(self) -> None:
        """Close the window."""
        pygame.display.quit()

    def _in_pixels(self, display: Display) -> tuple[int, int]:
        return round(display.width * self.enlargement), round(display.height * self.enlargement)

    def _fill_screen(self) -> None:
        """Enter or leave full screen with the same window: one opened anew would keep the screen's size afterwards."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # as in _set_mode: the display module has no such calls
            window = pygame.Window.from_display_module()
        if self._fullscreen:
            window.set_fullscreen(desktop=True)
        else:
            window.set_windowed()
            if not self._had_size:
                self._set_mode(self._asked)
                window.size = self._surface.get_size()
                window.position = pygame.WINDOWPOS_CENTERED
        surface = pygame.display.get_surface()
        assert surface is not None
        self._surface = surface

    def _set_mode(self, size: tuple[int, int]) -> None:
        self._asked = size
        self._had_size = self._had_size or not self._fullscreen
        if self._fullscreen:
            self._surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            return
        with warnings.catch_warnings():
            # A window manager may choose another size, and the display module has no other way to set a least size.
            warnings.simplefilter("ignore")
            self._surface = pygame.display.set_mode(fitting(size, _screen()), pygame.RESIZABLE)
            least = (round(side * self.enlargement) for side in (LEAST_WIDTH, LEAST_HEIGHT))
            pygame.Window.from_display_module().minimum_size = tuple(least)


def _screen() -> tuple[int, int] | None:
    """Return the size of the screen in pixels; None where there is no real one."""
    sizes = pygame.display.get_desktop_sizes()
    return sizes[0] if sizes and pygame.display.get_driver() not in _HEADLESS else None


def _enlargement() -> float:
    """Return how much larger than usual this person's Windows shows everything, which it leaves to this program; 1 on
    other systems, whose pixels SDL enlarges.
    """
    if sys.platform != "win32" or pygame.display.get_driver() in _HEADLESS:
        return 1.0
    asked = getattr(ctypes.windll.user32, "GetDpiForSystem", None)  # older ones do not tell
    return max(1.0, float(asked()) / _USUAL_DPI) if asked else 1.0


def icon(size_px: int) -> pygame.Surface:
    """Return the program's icon: a lit eight-pointed star on a dusk tile."""
    middle = 32.0
    sky = vector.linear("sky", [(0, NIGHT), (1, DUSK)])
    tile = vector.rect(2, 2, 60, 60, 14, "url(#sky)")
    outer = vector.path(vector.star(middle, middle, 25), LANTERN)
    inner = vector.path(vector.star(middle, middle, 13), DUSK, SAND, 2.5)
    return vector.svg(tile + outer + inner, size_px, size_px, defs=sky, box=(0, 0, 64, 64))
