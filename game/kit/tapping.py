"""A finger's press that counts once the finger is lifted: pressing at once would leave no way to ask or to pan."""

from __future__ import annotations

from game.engine.input import AWAY, PointerPressed, PointerReleased


class Tap:
    """Keeps the press of the finger that is down. It means nothing if the finger panned, or rested and was told."""

    def __init__(self) -> None:
        self._pressed: PointerPressed | None = None
        self.told = False
        """Whether the finger rested on something, and what that is is told until the next press."""

    def press(self, event: PointerPressed) -> None:
        """Keep a press."""
        self._pressed, self.told = event, False

    def drop(self) -> None:
        """Forget the press: the finger does something else."""
        self._pressed = None

    @property
    def down(self) -> bool:
        """Whether a press is kept."""
        return self._pressed is not None

    def release(self, event: PointerReleased) -> PointerPressed | None:
        """Return the press that counts now; None where none is kept, or it was taken back."""
        pressed, self._pressed = self._pressed, None
        return pressed if event.x > AWAY / 2 else None
