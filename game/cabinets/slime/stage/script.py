"""What every movement is written down with: two timelines, delays by name, sounds that hurrying keeps quiet."""

from __future__ import annotations

from game.cabinets.slime.presentation import DELAYS
from game.engine.stage import Surroundings
from game.engine.tween import Timeline


class Script:
    """The movements to come, and what they need to know of the surroundings."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self.main = Timeline()
        """What a player waits for."""
        self.beside = Timeline()
        """What may go on while they choose already."""
        self._hurrying = False

    @property
    def reduced(self) -> bool:
        """Whether movement is to be replaced by a short rest."""
        return self._surroundings.reduced_motion

    @property
    def instant(self) -> bool:
        """Whether everything is to be shown at once."""
        return self._surroundings.speed <= 0

    @property
    def watched(self) -> bool:
        """Whether nobody at this screen plays."""
        return not any(look.person for look in self._surroundings.looks)

    def seconds(self, name: str) -> float:
        """How long a movement takes, by the settings or else by DELAYS."""
        return self._surroundings.delays.get(name, DELAYS[name]) / 1000

    def keep_pace(self) -> None:
        """Let what is added from now on move at the speed of the surroundings."""
        self.main.speed = self.beside.speed = self._surroundings.speed

    def sound(self, sound: str) -> None:
        """Play a sound, unless what it belongs to is being hurried."""
        if not self._hurrying:
            self._surroundings.play_sound(sound)

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self.main.update(seconds)
        self.beside.update(seconds)

    def finish_main(self) -> None:
        """Bring what a player waits for to its end, in silence."""
        self._hurrying = True
        self.main.finish()
        self._hurrying = False

    def finish_beside(self) -> None:
        """Bring what goes on beside to its end, in silence."""
        self._hurrying = True
        self.beside.finish()
        self.beside.clear()
        self._hurrying = False

    def clear(self) -> None:
        """Drop everything that is to come."""
        self.main.clear()
        self.beside.clear()
