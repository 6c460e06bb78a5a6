"""Visual and sound effects of a runner's ticks: dust, shards, squash and stretch, shaking. Rules ignore them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.cabinets.rooftops.sounds import FALL, FLAG, JEWEL, LAND, LEAP, SPRING, STOMP, TONES
from game.core.forge.physics import numbers as n

TICK = 1 / 60
SQUASH = 6 * TICK
SHAKE = 0.12
STOPPED = 3 * TICK
"""Seconds for which a stomp stops the picture."""
CHAIN = 0.8
"""Seconds within which the next coin sounds a tone higher."""
HARD_LANDING = 40
"""Least falling speed, in units per tick, at which a landing raises dust."""
FULL_SPEED_FOR = 60
"""Number of ticks at full speed after which lines of speed are drawn."""
DUST, SHARD = "#E9D3AE", "#F78C96"


@dataclass
class Particle:
    """A speck, with its position in units of the level and its speed in units per second."""

    x: float
    y: float
    speed_x: float
    speed_y: float
    left: float
    whole: float
    colour: str

    @property
    def size(self) -> float:
        """The speck's share of its full size, from 1 to 0 while it fades."""
        return max(0.0, self.left / self.whole)


class Effects:
    """Effects of one runner. If `calm`, nothing but the runner itself moves; sounds and dust stay."""

    def __init__(self, play: Callable[[str], None], *, calm: bool) -> None:
        self._play = play
        self.calm = calm
        self.particles: list[Particle] = []
        self.squash = self.shake = self.stop = 0.0
        self._chain = 0.0
        """Seconds left in which another coin sounds a tone higher."""
        self._tone = 0
        self._fast = 0
        self._here: tuple[int, int] = (0, 0)

    @property
    def speeds(self) -> bool:
        """Whether lines of speed are drawn."""
        return self._fast >= FULL_SPEED_FOR and not self.calm

    def after_tick(self, before: Any, now: Any) -> None:
        """Start the effects of what a tick changed."""
        x, y = int(now[n.X]) + n.WIDE // 2, int(now[n.Y]) + n.TALL
        self._fast = self._fast + 1 if abs(now[n.SPEED_X]) >= n.TOP_SPEED and not (now[n.DEAD] or now[n.GOAL]) else 0
        if now[n.DEATHS] > before[n.DEATHS]:
            self._play(FALL)
            self.shake = 0.0 if self.calm else SHAKE
            self._burst(x, min(y, 40 * n.SQUARE) - n.TALL // 2, 10, SHARD, 900)
            return
        if now[n.SPRUNG] > before[n.SPRUNG]:
            self._play(SPRING)
        elif before[n.SPEED_Y] >= 0 and now[n.SPEED_Y] <= n.JUMP + 6 and now[n.STOMPS] == before[n.STOMPS]:
            self._play(LEAP)
            self._burst(x, y, 4, DUST, 300)
        if now[n.GROUND] and not before[n.GROUND] and before[n.SPEED_Y] > HARD_LANDING:
            self._play(LAND)
            self.squash = SQUASH
            self._burst(x, y, 6, DUST, 400)
        turned = now[n.GROUND] and before[n.SPEED_X] * now[n.SPEED_X] < 0
        begun = now[n.GROUND] and abs(before[n.SPEED_X]) < 4 <= abs(now[n.SPEED_X])
        if turned or begun:
            self._burst(x, y, 3, DUST, 250)
        if now[n.STOMPS] > before[n.STOMPS]:
            self._play(STOMP)
            self.stop = 0.0 if self.calm else STOPPED
            self._burst(x, y, 9, SHARD, 800)
        for _ in range(int(now[n.COIN_COUNT] - before[n.COIN_COUNT])):
            self._tone = min(len(TONES) - 1, self._tone + 1) if self._chain > 0 else 0
            self._chain = CHAIN
            self._play(TONES[self._tone])
        if now[n.GEM_COUNT] > before[n.GEM_COUNT]:
            self._play(JEWEL)
        if now[n.CHECKPOINTS] > before[n.CHECKPOINTS] or (now[n.GOAL] and not before[n.GOAL]):
            self._play(FLAG)

    def _burst(self, x: float, y: float, count: int, colour: str, speed: float) -> None:
        """Let specks fly to all sides, always in the same pattern."""
        if self.calm and colour != DUST:
            return
        for number in range(count):
            angle = math.pi * (number + 0.5) / count
            seconds = 0.25 + 0.05 * (number % 4)
            self.particles.append(
                Particle(x, y, speed * math.cos(angle), -speed * math.sin(angle) * 0.7, seconds, seconds, colour)
            )

    def update(self, seconds: float) -> None:
        """Advance all effects by some seconds."""
        self.squash, self.shake = max(0.0, self.squash - seconds), max(0.0, self.shake - seconds)
        self.stop, self._chain = max(0.0, self.stop - seconds), max(0.0, self._chain - seconds)
        for speck in self.particles:
            speck.left -= seconds
            speck.x += speck.speed_x * seconds
            speck.y += speck.speed_y * seconds
            speck.speed_y += 1800 * seconds
        self.particles = [speck for speck in self.particles if speck.left > 0]

    def clear(self) -> None:
        """End all effects."""
        self.particles.clear()
        self.squash = self.shake = self.stop = self._chain = 0.0
        self._fast = 0
