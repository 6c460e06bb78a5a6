"""The whole street: the camera, the order of drawing, and the live pictures in the stalls."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress

import pygame

from game.cabinets.listed import BrokenGameError
from game.core.errors import SpokenError
from game.engine.canvas import ADD, MULTIPLY, Box, Canvas
from game.engine.colour import SAND
from game.engine.lettering import draw_wordmark, warm_wordmark
from game.engine.light import dither, glow, opaque, shine
from game.engine.sprites import put
from game.engine.stage.stall import SCREEN, SHEET_FOOT, SHEET_HEIGHT, SHEET_WIDTH
from game.engine.stillness import DRIFTS, MOVES
from game.engine.text import Typeface, Weight
from game.engine.tween import Tween, ease_out, lerp
from game.engine.widgets import Clip
from game.scenes.page.medina import paint_medina, warm_medina
from game.scenes.title.street.gate import draw_arch, draw_lanterns, draw_ropes
from game.scenes.title.street.ground import paint_ground, warm_paving, warm_wall
from game.scenes.title.street.life import draw_flying_rug, draw_onlookers, draw_props, draw_walkers, ground_shade
from game.scenes.title.street.plan import ASIDE, IN_THE_MIDDLE, on_sheet, stall_box
from game.scenes.title.street.screens import LivePicture, Screen, Signs
from game.scenes.title.street.shutters import Shutters
from game.scenes.title.street.sky import draw_twinkling, paint_sky
from game.scenes.title.street.stalls import (
    FAR_TINT,
    NOTICE,
    bulb,
    bulbs_around_sign,
    glass,
    screen_glow,
    stall_aside,
    stall_back,
    stall_floor,
    stall_front,
    stall_pieces,
    width_of,
)
from game.scenes.title.street.stand import Stand

WALK_SECONDS = 0.42
"""Seconds that walking from one stall to the next takes."""
_AT_REST = 1e-3
_FRAMES_A_PIECE = 6
"""Frames between two pieces of work done ahead, so that the picture keeps moving evenly."""
_MOST_PIECES, _SECONDS_A_FRAME = 4, 0.003
"""Limits of one frame's work while a visible screen is dark: pieces, and seconds after which no piece begins."""
_TWO_LINES_UP_TO = 115
"""The largest text size, in per cent, at which a sign has room for names in two languages."""
_NEAR = 2
"""How many stalls on each side of the middle are kept ready."""


def _end(picture: LivePicture) -> None:
    """Close a live picture, ignoring errors: a broken one may raise again."""
    with suppress(Exception):
        picture.close()


class Street:
    """Stalls side by side, and a camera that walks along them.

    Positions are counted in stalls and go on without end in both directions; position `n` shows stand `n %
    len(stands)`.
    """

    def __init__(
        self,
        stands: Sequence[Stand],
        attract: Callable[[str], LivePicture],
        signs: Callable[[Stand], Signs],
        typeface: Typeface,
        start: int = 0,
        *,
        now: Callable[[], float],
        aside: bool = False,
        on_trouble: Callable[[Stand, SpokenError], None] = lambda _stand, _trouble: None,
        broken: Callable[[Stand, Exception], SpokenError],
    ) -> None:
        """`attract` starts a live picture of a game, or raises SpokenError: then its screen stays dark.

        `aside`: import games on a worker thread (see Shutters). A stall closes on a BrokenGameError and on any other
        exception of its picture: `broken` logs the exception and returns the sentence, or raises it again.
        """
        self.stands = tuple(stands)
        self.shutters = Shutters(self.stands, aside, self._closed)
        self._on_trouble = on_trouble
        self._broken = broken
        self._now = now
        self._attract = attract
        self._signs_of = signs
        self._signs: dict[str, Signs] = {}
        """The words on stalls, by the game's id."""
        self._typeface = typeface
        self.screens: dict[str, Screen] = {}
        """The live screens of stalls, by the game's id."""
        self._dark: set[str] = set()
        """Ids of the games whose live match could not begin."""
        self._camera = Tween(start, start, 0.0, ease_out)
        self._seconds = 0.0
        self.lit = 1.0
        """How brightly the lamps of the stall in the middle burn, 0 to 1."""
        self._backdrop: pygame.Surface | None = None
        self._backdrop_key: tuple[object, ...] = ()
        self._sky: pygame.Surface | None = None
        self._whole: dict[tuple[object, ...], pygame.Surface] = {}
        self._later: Generator[None] = (None for _ in ())
        self.listed = False
        """Whether the stalls are seen in a list: then all begin their matches, and nothing else is painted ahead."""
        self._prepared = start, False
        """The position for whose neighbourhood everything has been prepared, and whether for a list."""
        self._canvas: Canvas | None = None
        self._frame = 0

    @property
    def position(self) -> int:
        """The stall at which the camera is, or to which it walks."""
        return round(self._camera.end)

    @property
    def stand(self) -> Stand:
        return self.at(self.position)

    @property
    def walking(self) -> bool:
        """Whether the camera is walking."""
        return not self._camera.done

    def at(self, position: int) -> Stand:
        return self.stands[position % len(self.stands)]

    def walk_to(self, position: int, seconds: float = WALK_SECONDS) -> None:
        """Walk until the stall at `position` is in the middle; with 0 seconds jump there."""
        self._camera = Tween(self._camera.value, position, seconds, ease_out)

    def skip(self, stalls: int) -> None:
        """Jump ahead by this many stalls."""
        self._camera = Tween(self.position + stalls, self.position + stalls, 0.0, ease_out)

    def screen_box(self) -> Box:
        """Return the box of the screen of the stall in the middle."""
        return on_sheet(stall_box(0), SCREEN)

    def texts_changed(self) -> None:
        """Forget words and sprites with words, because names or the language have changed."""
        self._whole.clear()
        self._signs.clear()

    def close(self) -> None:
        """End every live match."""
        self._later.close()
        self._let_go(())

    def warm(self, canvas: Canvas) -> Iterator[None]:
        """Make what the first picture needs, a piece at each step of the iterator."""
        self._paint_sky(canvas)
        yield
        for band in ("far", "near"):
            warm_medina(canvas, band)
            yield
        warm_wall(canvas)
        yield
        warm_paving(canvas)
        yield
        for position in (self.position, self.position - 1, self.position + 1):
            stand = self.at(position)
            height = canvas.px(IN_THE_MIDDLE if position == self.position else ASIDE)
            yield from stall_pieces(stand.stall, self.shutters.are_up(stand), height)
        warm_wordmark(canvas)
        yield
        yield from self.begin(canvas)

    def begin(self, canvas: Canvas) -> Iterator[None]:
        """Begin the match of the stall in the middle, a piece at each step of the iterator; the others follow."""
        yield from self._begin_screen(canvas, self.stand)
        self._canvas, self._prepared = canvas, self._place
        self._later = self._prepare(canvas)

    @property
    def _place(self) -> tuple[int, bool]:
        """What it depends on which stalls are prepared, and how."""
        return self.position, self.listed

    def _prepare(self, canvas: Canvas) -> Generator[None]:
        """Make what nearby stalls need, a piece at each step, and release what far ones hold, before
        anybody walks on.
        """
        listed = self.listed
        if listed:
            yield from self.shutters.look_up()
        reach = len(self.stands) // 2 if listed else _NEAR
        near = sorted(range(self.position - reach, self.position + reach + 1), key=lambda p: abs(p - self.position))
        stands = list(dict.fromkeys(self.at(position) for position in near))
        self._let_go({stand.game for stand in stands})
        for stand in stands[:3]:
            yield from self._begin_screen(canvas, stand)
        for stand in stands:
            yield from self._begin_screen(canvas, stand)
            if not listed:
                yield from self._warm_stall(canvas, stand)
        yield from self.shutters.look_up()

    def _prepare_some(self, pieces: int) -> None:
        """Do this many pieces of work ahead, fewer if they take long, so that the picture keeps moving."""
        end = self._now() + _SECONDS_A_FRAME
        for _ in range(pieces):
            next(self._later, None)
            if self._now() >= end:
                return

    def _warm_stall(self, canvas: Canvas, stand: Stand) -> Iterator[None]:
        stall, opened = stand.stall, self.shutters.are_up(stand)
        for height in (canvas.px(IN_THE_MIDDLE), canvas.px(ASIDE)):
            yield from stall_pieces(stall, opened, height)
        for front in (False, True):
            stall_aside(stall, opened, canvas.px(ASIDE), front)
            yield
        self._whole_of(canvas, stand)
        yield

    def _begin_screen(self, canvas: Canvas, stand: Stand) -> Iterator[None]:
        """Begin the match on a stall's screen, a piece at each step; a stall that is closed stays closed."""
        if not self._is_dark(stand):
            return
        game, picture = stand.game, None
        try:
            picture = self._attract(game)
            screen = Screen(picture)
            yield from screen.begin(canvas)
        except BrokenGameError as error:
            self.shutters.let_down(stand, error)
        except SpokenError as error:
            self._dark.add(game)
            self._on_trouble(stand, error)
        except Exception as error:
            self.shutters.let_down(stand, self._broken(stand, error))
        else:
            self.screens[game], picture = screen, None
        finally:
            if picture is not None:
                _end(picture)

    def _closed(self, stand: Stand, trouble: SpokenError) -> None:
        """End the live picture of a stall that has just closed, and report its trouble."""
        screen = self.screens.pop(stand.game, None)
        if screen:
            _end(screen.picture)
        self._whole.clear()
        self._on_trouble(stand, trouble)

    @contextmanager
    def _guarding(self, stand: Stand) -> Iterator[None]:
        """Close the stall if its picture raises an exception: the rest of the street goes on."""
        try:
            yield
        except Exception as error:
            self.shutters.let_down(stand, self._broken(stand, error))

    def _let_go(self, near: Collection[str]) -> None:
        """End the matches of stalls that are not near."""
        for game in self.screens.keys() - near:
            _end(self.screens.pop(game).picture)
        self._whole = {key: surface for key, surface in self._whole.items() if key[0] in near}

    @property
    def still_for(self) -> float:
        """Seconds for which the picture stays as it is; see stillness.py. The street is never quite still."""
        return MOVES if self.walking or self.lit < 1.0 else DRIFTS

    def update(self, seconds: float, still: bool = False) -> None:
        """Advance the camera and the matches and, unless `still`, people and lamps."""
        self._seconds += 0.0 if still else seconds
        self._frame += 1
        waited_for = any(self._is_dark(self.at(self.position + step)) for step in (0, -1, 1))
        if not self.walking and (waited_for or self._frame % _FRAMES_A_PIECE == 0):
            self._prepare_some(_MOST_PIECES if waited_for else 1)
        self._camera.update(seconds)
        if not self.walking and self._prepared != self._place and self._canvas:
            self._prepared = self._place
            self._later.close()
            self._later = self._prepare(self._canvas)
        self.lit = max(0.0, self.lit - seconds / 0.09) if self.walking else min(1.0, self.lit + seconds / 0.18)
        for step in (0, -1, 1):
            stand = self.at(self.position + step)
            screen = self.screens.get(stand.game)
            if screen:
                with self._guarding(stand):
                    screen.update(seconds, now=step in (0, 2 * (self._frame % 2) - 1))

    def draw(self, canvas: Canvas, focused: bool) -> None:
        """Draw the whole street; `focused`: the stall in the middle has the focus and shines."""
        self._canvas = canvas
        camera = self._camera.value
        self._draw_backdrop(canvas, camera)
        draw_twinkling(canvas, self._seconds)
        draw_walkers(canvas, camera, self._seconds)
        draw_ropes(canvas, self._seconds)
        reach = math.ceil(canvas.bounds.width / 2 / 406)
        for position in sorted(range(round(camera) - reach, round(camera) + reach + 1), key=lambda p: -abs(p - camera)):
            self._draw_stall(canvas, position, position - camera, focused)
        draw_props(canvas, camera, self._seconds)
        for position in range(round(camera) - reach, round(camera) + reach + 1):
            if self.shutters.are_up(self.at(position)):
                draw_onlookers(canvas, position - camera, self._seconds)
        drift = max(-10.0, min(10.0, (self._camera.end - camera) * -14))
        draw_lanterns(canvas, self._seconds, drift)
        ground_shade(canvas)
        draw_arch(canvas)
        draw_wordmark(canvas, 640, 70, round(8 * (0.9 + 0.1 * math.sin(self._seconds * 1.3))) / 8)

    def _paint_sky(self, canvas: Canvas) -> pygame.Surface:
        if self._sky is None or self._sky.get_size() != canvas.surface.get_size():
            self._sky = opaque(*canvas.surface.get_size())
            paint_sky(Canvas(self._sky, canvas.scale, canvas.origin))
            dither(self._sky, 4)
        return self._sky

    def _draw_backdrop(self, canvas: Canvas, camera: float) -> None:
        """Draw sky, town, wall and paving: cached while the camera rests, except for what flies across the sky."""
        key = (camera, canvas.surface.get_size(), canvas.scale)
        if self._backdrop is None or self._backdrop_key != key:
            size = canvas.surface.get_size()
            if self._backdrop is None or self._backdrop.get_size() != size:
                self._backdrop = opaque(*size)
            layer = Canvas(self._backdrop, canvas.scale, canvas.origin)
            layer.surface.blit(self._paint_sky(canvas), (0, 0))
            paint_medina(layer, camera)
            paint_ground(layer, camera)
            self._backdrop_key = key
        canvas.surface.blit(self._backdrop, (0, 0))
        draw_flying_rug(canvas, self._seconds)

    def _is_dark(self, stand: Stand) -> bool:
        """Whether the stall's screen still waits for its match to begin."""
        return (
            stand.game not in self.screens and stand.game not in self.shutters.troubles and stand.game not in self._dark
        )

    def draw_screen(self, canvas: Canvas, stand: Stand, place: Box) -> None:
        """Draw the picture on a stall's screen; dark glass until its match has begun."""
        size = canvas.px(place.width)
        screen = self.screens.get(stand.game)
        if screen:
            with self._guarding(stand):
                canvas.surface.blit(screen.surface(canvas, size), canvas.pixel(place.left, place.top))
        elif self.shutters.are_up(stand):
            canvas.put(glass(size), place.left, place.top)

    def _draw_stall(self, canvas: Canvas, position: int, distance: float, focused: bool) -> None:
        stand, box = self.at(position), stall_box(distance)
        if box.right < canvas.bounds.left or box.left > canvas.bounds.right:
            return
        closeness = max(0.0, 1 - abs(distance))
        foot = box.top + box.height * SHEET_FOOT / SHEET_HEIGHT
        if abs(distance) < _AT_REST or abs(distance) > 1 - _AT_REST:
            self._draw_resting(canvas, stand, box, closeness > 0.5, focused)
        else:
            self._draw_moving(canvas, stand, box, closeness)
        strength = round(8 * lerp(0.16, 0.30, closeness)) / 8
        shine(canvas, box.centerx, foot + 40, box.width * 0.62, "#FF9A4A", strength, 1.5, 0.34)

    def _draw_resting(self, canvas: Canvas, stand: Stand, box: Box, middle: bool, focused: bool) -> None:
        """Draw a stall that stands still, every part rendered at its exact size in pixels."""
        stall, opened = stand.stall, self.shutters.are_up(stand)
        height = canvas.px(IN_THE_MIDDLE if middle else ASIDE)
        canvas.put(stall_floor(stall, opened, height), box.left, box.top + box.height * SHEET_FOOT / SHEET_HEIGHT)
        back = stall_back(stall, opened, height) if middle else stall_aside(stall, opened, height, False)
        front = stall_front(stall, opened, height) if middle else stall_aside(stall, opened, height, True)
        canvas.put(back, box.left, box.top)
        self._draw_lit_screen(canvas, stand, box)
        if middle and focused:
            self._draw_focus(canvas, box)
        canvas.put(front, box.left, box.top)
        with Clip(canvas, box):
            self._write_signs(canvas, stand, box, middle)
        if middle:
            self._light_sign(canvas, box)

    def _draw_lit_screen(self, canvas: Canvas, stand: Stand, box: Box) -> None:
        place = on_sheet(box, SCREEN)
        self.draw_screen(canvas, stand, place)
        if stand.game in self.screens:
            shine(canvas, place.centerx, place.top + place.height * 0.6, place.width, stand.stall.shine, 0.11, 1.5)

    def _draw_focus(self, canvas: Canvas, box: Box) -> None:
        """Draw the light around the screen of the focused stall."""
        screen = on_sheet(box, SCREEN)
        light, crisp = screen_glow(canvas.px(screen.width * 240 / 212))
        if self.lit < 1:
            light = light.copy()
            light.fill([round(255 * self.lit)] * 3, special_flags=MULTIPLY)
        canvas.put_middle(light, screen.centerx, screen.centery, ADD)
        if self.lit > 0.5:
            canvas.put_middle(crisp, screen.centerx, screen.centery)

    def _write_signs(self, canvas: Canvas, stand: Stand, box: Box, middle: bool) -> None:
        signs = self._signs.get(stand.game) or self._signs.setdefault(stand.game, self._signs_of(stand))
        unit = box.height / SHEET_HEIGHT
        two_lines = self._typeface.text_size <= _TWO_LINES_UP_TO
        large, small, gap = (26, 16, 13) if middle else (20, 13, 10.5)
        colour, under = ("#FFE9BC", SAND) if middle else ("#F0D7A8", "#D9C4A6")
        x, y = box.centerx, box.top + 39 * unit + 1
        room = 212 * unit
        write = self._typeface.line
        name_y = y - gap if two_lines else y
        name_size = self._fitting(signs.name, Weight.BOLD, room, large)
        write(canvas, signs.name, x, name_y, name_size, Weight.BOLD, colour, "middle", room, shadow=1)
        if two_lines:
            write(canvas, signs.other_name, x, y + gap, small, Weight.SEMIBOLD, under, "middle", room, shadow=1)
        if not self.shutters.are_up(stand):
            board = on_sheet(box, Box(NOTICE))
            room = board.width - 16 * unit
            size = self._fitting(signs.notice, Weight.SEMIBOLD, room, 20 if middle else 16)
            place = (board.centerx, board.centery)
            write(canvas, signs.notice, *place, size, Weight.SEMIBOLD, colour, "middle", room, shadow=1)

    def _fitting(self, words: str, weight: Weight, room: float, largest: float) -> float:
        """Return the largest type size up to `largest` at which the words fit into `room`."""
        sizes = [size for size in (26, 20, 16, 13) if size <= largest]
        return next((size for size in sizes if self._typeface.measure(words, size, weight) <= room), sizes[-1])

    def _light_sign(self, canvas: Canvas, box: Box) -> None:
        """Draw bulbs around the sign of the stall in the middle, with a light running softly along them."""
        unit = box.height / SHEET_HEIGHT
        size = canvas.px(9)
        runner = self._seconds * 5
        for index, (x, y) in enumerate(bulbs_around_sign()):
            place = (box.left + x * unit, box.top + y * unit)
            canvas.put_middle(bulb(size, "#FFF3CF" if index % 2 else "#FFD27A"), *place)
            wave = 0.5 + 0.5 * math.cos((index - runner) * math.pi / 4)
            strength = round(8 * (0.35 + 0.45 * wave) * self.lit) / 8
            if strength:
                canvas.put_middle(glow(canvas.px(13), "#FFB04A", strength, 1.8), *place, ADD)

    def _draw_moving(self, canvas: Canvas, stand: Stand, box: Box, closeness: float) -> None:
        """Draw a stall between aside and the middle: one scaled picture."""
        whole = self._whole_of(canvas, stand)
        high = round(whole.get_height() / canvas.px(IN_THE_MIDDLE) * box.height * canvas.scale)
        scaled = pygame.transform.smoothscale(whole, (round(box.width * canvas.scale), high))
        tint = [round(lerp(part, 255, closeness)) for part in FAR_TINT]
        scaled.fill(tint, special_flags=MULTIPLY)
        canvas.put(scaled, box.left, box.top)
        self.draw_screen(canvas, stand, on_sheet(box, SCREEN))

    def _whole_of(self, canvas: Canvas, stand: Stand) -> pygame.Surface:
        """Return a middle-sized stall with signs and mirror image, without its screen, from the cache."""
        key = (stand.game, canvas.scale)
        if key not in self._whole:
            stall, opened, height = stand.stall, self.shutters.are_up(stand), canvas.px(IN_THE_MIDDLE)
            floor = stall_floor(stall, opened, height)
            foot = round(height * SHEET_FOOT / SHEET_HEIGHT)
            size = width_of(height), foot + floor.get_height()
            layer = Canvas(pygame.Surface(size, pygame.SRCALPHA, 32), canvas.scale)
            put(layer.surface, floor, 0, foot)
            put(layer.surface, stall_back(stall, opened, height), 0, 0)
            put(layer.surface, stall_front(stall, opened, height), 0, 0)
            sheet = Box(0, 0, IN_THE_MIDDLE * SHEET_WIDTH / SHEET_HEIGHT, IN_THE_MIDDLE)
            self._write_signs(layer, stand, sheet, True)
            self._whole = {kept: surface for kept, surface in self._whole.items() if kept[1] == canvas.scale}
            self._whole[key] = layer.surface
        return self._whole[key]
