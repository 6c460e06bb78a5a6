"""Pads that SDL takes for plugged in ones, in this process. It finds SDL among the libraries as Linux tells it."""

from __future__ import annotations

import ctypes
from pathlib import Path


class VirtualPad:
    """One of them, until it is unplugged."""

    def __init__(self) -> None:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
        self._sdl = ctypes.CDLL(next(line.split()[-1] for line in maps if "libSDL2-2" in line))
        self._index = self._sdl.SDL_JoystickAttachVirtual(1, 6, 15, 0)
        self._instance = self._sdl.SDL_JoystickGetDeviceInstanceID(self._index)
        self._sdl.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p

    @property
    def _opened(self) -> ctypes.c_void_p:
        return ctypes.c_void_p(self._sdl.SDL_JoystickFromInstanceID(self._instance))

    def press(self, number: int, down: bool = True) -> None:
        self._sdl.SDL_JoystickSetVirtualButton(self._opened, number, int(down))

    def push(self, axis: int, value: float) -> None:
        self._sdl.SDL_JoystickSetVirtualAxis(self._opened, axis, ctypes.c_int16(int(value * 32767)))

    def unplug(self) -> None:
        numbers = range(self._sdl.SDL_NumJoysticks())
        index = next(n for n in numbers if self._sdl.SDL_JoystickGetDeviceInstanceID(n) == self._instance)
        self._sdl.SDL_JoystickDetachVirtual(index)
