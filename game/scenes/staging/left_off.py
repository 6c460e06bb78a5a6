"""The unfinished match that can be continued: its recording, and a small picture of it."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path

import pygame

from game.core.moving import remove_file
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.light import drop_shadow, dusk
from game.engine.scene import Context
from game.engine.widgets import centred
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style
from game.ground import files, paths
from game.ground.crash import crashed
from game.scenes.feeds.feed import Feed
from game.scenes.staging.preview import last_picture

SIZE = (400, 300)
"""Width and height in pixels of the picture on disk."""
_FRAME = 3.0
_HIGHEST = 240.0


def remember_left(context: Context, feed: Feed) -> None:
    """Remember a match that can be continued, as soon as it begins: a window may vanish without a goodbye.

    The street begins at this game's stall next time, however the match began.
    """
    settings, path = context.settings, feed.unfinished
    if path is not None:
        settings.unfinished[feed.game] = str(path)
        settings.played = tuple(dict.fromkeys((feed.game, *settings.played)))
    elif feed.recording is not None and settings.unfinished.get(feed.game) == str(feed.recording):
        del settings.unfinished[feed.game]
    context.keep_settings()


def keep_picture(context: Context, feed: Feed) -> None:
    """Save a picture of the board of a match that can be continued. A failure only costs the picture."""
    left = feed.unfinished
    if left is None or not feed.entries:
        return
    try:
        surface = dusk(*SIZE).copy()
        last_picture(context, feed)(Canvas(surface, 1.0), Box(0, 0, *SIZE))
        written = io.BytesIO()
        pygame.image.save(surface, written, "png")
        place = _place(feed.game, left)
        for old in place.parent.glob("*.png"):
            remove_file(old)
        files.write_whole(place, written.getvalue())
    except OSError:
        return
    except Exception as error:
        if not context.stack.forgiving:
            raise
        crashed(error, f"the picture of a match of {feed.game} that was left", "table.broken")


def picture_of(game: str, recording: Path) -> pygame.Surface | None:
    """Load the picture of a recording's match; None where there is none."""
    with suppress(OSError, pygame.error):
        return pygame.image.load(_place(game, recording))
    return None


def _place(game: str, recording: Path) -> Path:
    return paths.cache() / "left" / game / f"{recording.stem}.png"


class LeftOffPicture(Widget):
    """The picture of the unfinished match in a frame."""

    def __init__(self, style: Style, picture: pygame.Surface) -> None:
        super().__init__(style, None)
        self._picture = picture
        self._scaled: pygame.Surface | None = None

    def natural_height(self, width: float) -> float:
        return min(_HIGHEST, width * SIZE[1] / SIZE[0])

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return no widgets: this widget takes no pointer input."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture with a shadow and a lantern-coloured outline."""
        box = centred(self.box, self.box.height * SIZE[0] / SIZE[1], self.box.height)
        area = canvas.pixels(box)
        if self._scaled is None or self._scaled.get_size() != area.size:
            self._scaled = pygame.transform.smoothscale(self._picture, area.size)
        drop_shadow(canvas, box, 4, 14, 70, 4)
        canvas.surface.blit(self._scaled, area.topleft)
        pygame.draw.rect(canvas.surface, LANTERN, area.inflate(2, 2), canvas.px(_FRAME), canvas.px(4))
