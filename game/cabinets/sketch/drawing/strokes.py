"""Stroke programs: drawings as text that people can read and write (docs/sketch.md, "Lists and drawings").

A program is a list of strokes separated by `|`, each `[role] primitive numbers [mirror x]`, in a frame of 100 × 75
whose origin is the upper left corner.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from game.cabinets.sketch.freehand.curves import Place, through
from game.cabinets.sketch.freehand.points import WIDTH, Points, ink_of, inside

INK: Final = 3000
"""The longest stroke of a match with default options, in canvas units."""
FEWEST, MOST = 4, 14
"""The fewest and the most strokes of a drawing."""
MOST_POINTS: Final = 256
MOST_TURNS: Final = 60
"""The most turns of a spiral and teeth of a zigzag: a stranger's list cannot ask for a drawing that takes long."""
UNIT: Final = WIDTH / 100
STEP: Final = 1.6
"""The greatest distance between neighbouring points of a curve, in units of the frame."""
ROLES: Final = ("outline", "part", "detail")

Role = Literal["outline", "part", "detail"]


class ProgramError(ValueError):
    """A program cannot be drawn; `why` is the end of a text key, `stroke` counts from 1 and is 0 for the
    whole program.
    """

    def __init__(self, why: str, stroke: int = 0, value: object = "") -> None:
        super().__init__(f"{why}: stroke {stroke} {value}")
        self.why = why
        self.stroke = stroke
        self.value = value


@dataclass(frozen=True)
class Stroke:
    """One line of a drawing, and its role in the drawing."""

    role: Role
    points: Points
    """The stroke's points in whole canvas units."""


def polylines(program: str) -> tuple[Points, ...]:
    """Return the strokes of a program in order, each as its points. Raises ProgramError."""
    return tuple(stroke.points for stroke in strokes(program))


@lru_cache(maxsize=1024)
def strokes(program: str) -> tuple[Stroke, ...]:
    """Return the strokes of a program with their roles. A stroke without a role is the outline if it is the first,
    otherwise a part. Raises ProgramError.
    """
    found: list[Stroke] = []
    texts = program.split("|", MOST)
    if len(texts) > MOST:
        raise ProgramError("strokes", 0, program.count("|") + 1)
    for number, text in enumerate(texts, 1):
        role, lines = _stroke(text.split(), number)
        for line in lines:
            points = on_canvas(line)
            if ink_of(points) > INK or len(points) > MOST_POINTS:
                raise ProgramError("long", number, text.strip())
            found.append(Stroke(role or ("part" if found else "outline"), points))
    if not FEWEST <= len(found) <= MOST:
        raise ProgramError("strokes", 0, len(found))
    return tuple(found)


def on_canvas(line: Sequence[Place]) -> Points:
    """Convert a line from the frame to whole canvas units, clamped to the canvas, no point twice in a row."""
    return inside([(round(x * UNIT), round(y * UNIT)) for x, y in line])


def _stroke(parts: list[str], number: int) -> tuple[Role | None, list[list[Place]]]:
    value = " ".join(parts)
    role: Role | None = None
    for known in ROLES:
        if parts[:1] == [known]:
            role, parts = known, parts[1:]
    axis: float | None = None
    if len(parts) > 2 and parts[-2] == "mirror":
        (axis,) = _numbers(parts[-1:], number, value)
        parts = parts[:-2]
    if not parts or parts[0] not in PRIMITIVES:
        raise ProgramError("primitive", number, value)
    draw, counts = PRIMITIVES[parts[0]]
    numbers = _numbers(parts[1:], number, value)
    often = {"spiral": 3, "zigzag": 4}.get(parts[0])
    if len(numbers) not in counts or (often is not None and abs(numbers[often]) > MOST_TURNS):
        raise ProgramError("numbers", number, value)
    if parts[0] in ("line", "curve"):
        controls = _line(*numbers)
        if sum(math.dist(one, other) for one, other in pairwise(controls)) * UNIT > 2 * INK:
            raise ProgramError("long", number, value)
        smooth = parts[0] == "curve"
        return role, [_spline(path) if smooth else path for path in _mirrored(controls, axis)]
    return role, _mirrored(draw(*numbers), axis)


def _numbers(parts: Sequence[str], number: int, value: str) -> list[float]:
    try:
        numbers = [float(part) for part in parts]
    except ValueError as error:
        raise ProgramError("numbers", number, value) from error
    if not all(-1000 <= figure <= 1000 for figure in numbers):
        raise ProgramError("numbers", number, value)
    return numbers


def _mirrored(path: list[Place], axis: float | None) -> list[list[Place]]:
    """Return the path; with an axis, add its mirror image: joined to one line where an end touches the axis, else as a
    second line.
    """
    if axis is None:
        return [path]
    if path[-1][0] != axis and path[0][0] == axis:
        path = path[::-1]
    image = [(2 * axis - x, y) for x, y in path]
    return [path + image[-2::-1]] if path[-1][0] == axis else [path, image]


def _spline(controls: list[Place]) -> list[Place]:
    """Return a Catmull–Rom curve through the points. A point given twice is a corner; a curve that ends where it began
    is closed.
    """
    runs: list[list[Place]] = [controls[:1]]
    for point in controls[1:]:
        if point == runs[-1][-1]:
            runs.append([point])
        else:
            runs[-1].append(point)
    closed = len(runs) == 1 and len(controls) > 3 and controls[0] == controls[-1]
    return [point for run in runs if len(run) > 1 for point in through(run, STEP, closed=closed)]


def _line(*numbers: float) -> list[Place]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _ellipse(x: float, y: float, wide: float, high: float, tilt: float = 0) -> list[Place]:
    """Return an ellipse that begins at the top and goes round clockwise."""
    turn = math.radians(tilt)
    flat = _arc(0, 0, wide, high, -90, 270)
    return [(x + a * math.cos(turn) - b * math.sin(turn), y + a * math.sin(turn) + b * math.cos(turn)) for a, b in flat]


def _arc(x: float, y: float, wide: float, high: float, start: float, end: float) -> list[Place]:
    """Return an arc between two angles: in degrees, 0 to the right, growing clockwise."""
    size = max(abs(wide), abs(high))
    count = max(6, math.ceil(math.radians(abs(end - start)) * size / STEP))
    angles = [math.radians(start + (end - start) * index / count) for index in range(count + 1)]
    return [(x + wide * math.cos(angle), y + high * math.sin(angle)) for angle in angles]


def _spiral(x: float, y: float, radius: float, turns: float, start: float = 0) -> list[Place]:
    """Return a spiral from the middle outwards."""
    count = max(8, math.ceil(math.pi * abs(turns) * abs(radius) / STEP))
    line = []
    for index in range(count + 1):
        angle = math.radians(start) + 2 * math.pi * turns * index / count
        line.append((x + radius * index / count * math.cos(angle), y + radius * index / count * math.sin(angle)))
    return line


def _zigzag(left: float, top: float, right: float, bottom: float, teeth: float, height: float) -> list[Place]:
    """Return a zigzag between two points; its teeth stand out to the left of the direction of travel."""
    far = math.dist((left, top), (right, bottom)) or 1
    over = (bottom - top) / far * height, (left - right) / far * height
    line = []
    for index in range(2 * max(1, round(teeth)) + 1):
        part = index / (2 * max(1, round(teeth)))
        out = index % 2
        line.append((left + (right - left) * part + over[0] * out, top + (bottom - top) * part + over[1] * out))
    return line


PRIMITIVES: Final[dict[str, tuple[Callable[..., list[Place]], Sequence[int]]]] = {
    "line": (_line, range(4, 513, 2)),
    "curve": (_line, range(4, 513, 2)),
    "ellipse": (_ellipse, (4, 5)),
    "arc": (_arc, (6,)),
    "spiral": (_spiral, (4, 5)),
    "zigzag": (_zigzag, (6,)),
}
"""The primitives by name: the function that draws each, and how many numbers it takes."""
