"""What a guest's page is told beside its picture: sounds that it plays, and a sentence for who hears the screen."""

from __future__ import annotations

from game.engine.audio import Audio, Sound
from game.engine.scene import Scene
from game.ground.settings import Settings
from game.scenes.table.scene import TableScene

_MOST = 4
"""The most sounds of one frame."""


class ToldAudio(Audio):
    """Notes the sounds that a page is to play, and plays none here."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, audible=False)
        self._wanted: dict[str, None] = {}

    def play(self, name: str) -> None:
        super().play(name)
        if name != Sound.HOVER and len(self._wanted) < _MOST:
            self._wanted[name] = None

    def take(self) -> list[str]:
        """Return the sounds that are to be played now, each once."""
        wanted, self._wanted = [*self._wanted], {}
        return wanted


def sentence_of(scene: Scene | None) -> str:
    """Return what the ribbon of a table says; empty where there is none."""
    return scene.ribbon().text if isinstance(scene, TableScene) else ""
