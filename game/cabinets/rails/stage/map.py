"""The map as a person uses it: pointer and cursor, drags, selection, camera and overlays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.cabinets.rails.contract.actions import Group
from game.cabinets.rails.presentation import HAMMER
from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.field.ghosts import built_of
from game.cabinets.rails.stage.field.labels import Labels
from game.cabinets.rails.stage.field.overlays import (
    Heat,
    draw_cursor,
    draw_findings,
    draw_frame,
    draw_signs,
    draw_waits,
    pulse_of,
)
from game.cabinets.rails.stage.hand.gestures import TOOLS
from game.cabinets.rails.stage.hand.route import ends_near
from game.cabinets.rails.stage.over import Over
from game.cabinets.rails.stage.person.advice import Advice
from game.cabinets.rails.stage.person.copying import Copying
from game.cabinets.rails.stage.person.pasting import Pasting
from game.cabinets.rails.stage.person.play import OVERLAYS, Play, Selected
from game.cabinets.rails.stage.places import card_width, first_end, first_look, tiles_of
from game.cabinets.rails.stage.sight.sections import signal_near
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.tween import Point, lerp_point

_GLIDE: Final = 0.35
_BEYOND: Final = 8.0
"""How many tiles beyond the map's edges the camera may show; at the sides also as many as a card covers."""


class Map:
    """The drawn map, together with one person's pointer, cursor and drag."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.heat = Heat()
        self.cursor = (0, 0)
        """Column and row of the cursor, which keys move."""
        self.by_keys = False
        self.hovered: Point | None = None
        """The point of the map under the pointer, in tiles; None while the pointer is not over the map."""
        self.suggested: tuple[Group, ...] = ()
        """Groups offered as a ghost on the map, which the person may build by a press."""
        self.jam_since = 1e6
        self._shown = 0.0
        """Seconds for which the lesson's hand has shown where track is missing."""
        self._box = Box(0, 0, 624, 624)
        self.advice = Advice(play)
        self._of_jam = False
        self.over = Over(play)
        self._labels = Labels()
        self.pasting = Pasting(play, lambda: self.at, lambda: self.by_keys)
        self.copying = Copying(play, lambda: self.place_meant, self.heard)
        self._pressed: Point | None = None
        self._erasing = False
        self._tool_before = "rail"

    @property
    def field(self) -> Field:
        """The drawn map."""
        return self.play.field

    def fit(self, box: Box) -> None:
        """Set the box of the stage that the map fills, in logical pixels."""
        self._box = box
        if self.play.begun:
            self.field.camera.window = box

    def place(self, canvas: Canvas) -> None:
        """Prepare camera and zoom for drawing on a canvas."""
        self.field.camera.window = self._box
        self.field.fit(canvas.scale)
        self._bound()

    def _bound(self) -> None:
        """Keep the camera over the map, except for the tiles beyond its edges that cards may cover."""
        camera, size = self.field.camera, self.field.land.size
        covered = max(_BEYOND, card_width(self.play.surroundings.typeface) / camera.zoom)
        sides = zip(self._box.size, (covered, _BEYOND), strict=True)
        half = [min(size / 2, max(0.0, long / 2 / camera.zoom - beyond)) for long, beyond in sides]
        world = Box(half[0], half[1], size - 2 * half[0], size - 2 * half[1])
        if world != camera.world:
            camera.world = world
            x, y = camera.middle
            camera.middle = min(max(x, world.left), world.right), min(max(y, world.top), world.bottom)

    def begin(self) -> None:
        """Start on a new map: look at its middle, or at what is built on it."""
        camera, sight = self.field.camera, self.play.sight
        camera.window = self._box
        x, y = first_look(camera, self._box, sight, self.play)
        self._bound()
        camera.glide_to(x, y, 0)
        most = sight.size - 1
        self.cursor = first_end(sight, self.play.company) or (min(most, int(x)), min(most, int(y)))

    def show_all(self) -> None:
        """Zoom so that as much of the map as possible fits, for small previews where nobody pans."""
        camera, size = self.field.camera, self.field.land.size
        fitting = [zoom for zoom in camera.zooms if zoom * size <= min(self._box.size) + 1]
        camera.zoom = max(fitting, default=camera.zooms[0])
        camera.middle = size / 2, size / 2

    def follow_on(self, before: Map) -> None:
        """Take over camera and cursor from another map of the same match."""
        if before.play.begun and self.play.begun:
            camera, other = self.field.camera, before.field.camera
            camera.middle, camera.zoom, camera.taken = other.middle, other.zoom, other.taken
        self.cursor, self.by_keys = before.cursor, before.by_keys

    def reset(self) -> None:
        """Forget waiting counts, offers and jams after a jump to another point of the match."""
        self.heat.reset()
        self.suggested = ()
        self.jam_since = 1e6

    def see(self) -> None:
        """Take in a view after a step of the match, and offer ways out of a new jam."""
        self.heat.see(self.play.sight)
        if self.advice.see():
            self.jam_since = 0.0
            building = next((offer for offer in self.advice.offers if offer.builds), None)
            self.suggested = building.groups if building else ()
            if building and self.by_keys:
                self.go_to_tile(building.tile)
        elif not self.play.jammed and self._of_jam:
            self.suggested = ()
        self._of_jam = self.play.jammed

    @property
    def tick(self) -> float:
        """The tick being drawn, which may have a fraction."""
        return self.play.pace.seen

    @property
    def at(self) -> Point:
        """The point of the map that the person means, in tiles: the pointer's, or the middle of the cursor's tile."""
        if self.by_keys or self.hovered is None:
            return self.cursor[0] + 0.5, self.cursor[1] + 0.5
        return self.hovered

    def update(self, seconds: float) -> None:
        """Advance camera and overlays by some seconds."""
        self.jam_since += seconds
        self._shown += seconds
        camera = self.field.camera
        if spot := self.field.spot_of(self.play.following, self.tick):
            camera.glide_to(*lerp_point(camera.middle, spot, min(1.0, 4 * seconds)), 0)
        camera.update(seconds)

    def point(self, x: float, y: float) -> None:
        """Move the pointer to a point of the stage, in logical pixels, over the map."""
        self.by_keys = False
        self.hovered = self.field.camera.inside(x, y)
        self.pasting.hover()
        self.play.builder.move(self.at)
        self.copying.foresee()

    def leave(self) -> None:
        """Note that the pointer is not over the map any more."""
        self.hovered = None

    def step(self, across: int, down: int) -> None:
        """Move the cursor by so many tiles, and pan to keep it visible."""
        size = self.field.land.size
        self.by_keys = True
        x, y = self.cursor
        self.cursor = max(0, min(size - 1, x + across)), max(0, min(size - 1, y + down))
        self._keep_in_sight(*self.cursor)
        self.play.builder.move(self.at)
        self.copying.foresee()

    def _keep_in_sight(self, x: float, y: float) -> None:
        """Pan just far enough to show a tile, away from the window's edges and the cards there."""
        camera = self.field.camera
        sx, sy = camera.outside(x + 0.5, y + 0.5)
        inner = camera.window.inflate(-320, -190)
        dx = min(0.0, sx - inner.left) + max(0.0, sx - inner.right)
        dy = min(0.0, sy - inner.top) + max(0.0, sy - inner.bottom)
        if dx or dy:
            camera.glide_to(camera.middle[0] + dx / camera.zoom, camera.middle[1] + dy / camera.zoom, 0)

    def press(self, *, erase: bool = False) -> None:
        """Start a drag at the point that the person means, if they may build; with `erase`, one that clears."""
        builder = self.play.builder
        self._pressed = self.at
        if not self.play.plays:
            return
        if erase and builder.tool != "clear":
            self._erasing, self._tool_before = True, builder.tool
            builder.tool = "clear"
        builder.begin(self.at)

    def release(self) -> None:
        """End the drag and build what it drew; a press without a drag selects the thing at that point."""
        play = self.play
        drag = play.builder.drag
        clicked = drag is None or not (drag.moved or math.dist(drag.pressed, drag.pointer) > 0.5)
        if clicked and not self._erasing and self._pressed is not None:
            sign = 0 if self.by_keys else self._labels.station_at(*play.pointer)
            what = Selected("station", sign) if sign else self.thing_at(self._pressed)
            if what.kind and not self._acts_on(what):
                play.builder.drop()
                self._pressed = None
                if play.orders is None:
                    play.select(what)
                play.surroundings.play_sound(Sound.CLICK)
                return
        if drag is not None:
            self.end(clicked)
        self._pressed = None
        if self._erasing:
            self._erasing, play.builder.tool = False, self._tool_before

    def _acts_on(self, what: Selected) -> bool:
        """Return whether a click with the current tool acts on a thing instead of selecting it."""
        play = self.play
        if play.builder.tool == "line" and what.kind == "station" and play.plays:
            return bool(ends_near(play.builder.ground, self.at, play.company))
        return play.builder.tool in ("clear", "signals", "blueprint") and play.plays

    def end(self, clicked: bool = False) -> None:
        """End the drag, and build what it drew; a click with the line tool only begins a line."""
        play = self.play
        if clicked and play.builder.tool == "line" and not self.by_keys:
            return
        if self.pasting.copies:
            self.pasting.copy()
            return
        if not play.builder.groups:
            if clicked and play.orders is None:
                play.select(Selected())
            play.builder.drop()
            return
        refused = play.builder.end()
        if play.builder.question:
            play.surroundings.play_sound(Sound.CLICK)
        else:
            self.heard(f"rails.refuse.{refused.reason}" if refused else "")
        self.pasting.hold()

    def answer(self, station: int) -> None:
        """Build the part that was asked about as part of this station, or as a station of its own."""
        refused = self.play.builder.answer(station)
        self.heard(f"rails.refuse.{refused.reason}" if refused else "")

    @property
    def tile_meant(self) -> int:
        """The tile under pointer or cursor; -1 outside the map."""
        size, (x, y) = self.play.sight.size, map(math.floor, self.at)
        return y * size + x if 0 <= x < size and 0 <= y < size else -1

    @property
    def station_meant(self) -> int:
        """The id of the station under pointer or cursor; 0 for none."""
        sight, tile = self.play.sight, self.tile_meant
        return sight.station_at(tile) or sight.state.site.wells.get(tile, 0)

    @property
    def place_meant(self) -> int:
        """The place under pointer or cursor or at most two tiles away; -1 for none. See `Sight.place_near`."""
        return self.play.sight.place_near(self.tile_meant)

    def answers(self) -> bool:
        """Answer the open question with the station under pointer or cursor. Return whether it is a possible answer."""
        asked, station = self.play.builder.question, self.station_meant
        if asked is None or station not in asked.stations:
            return False
        self.answer(station)
        return True

    def adds_stop(self) -> bool:
        """Add the station under pointer or cursor to the edited orders. Return whether there is such a station."""
        station = self.station_meant
        if self.play.orders is None or not station:
            return False
        self.play.add_stop(station)
        self.play.surroundings.play_sound(Sound.CLICK)
        return True

    def go_to_next_stop(self, steps: int) -> None:
        """Move the cursor to the next station (or the previous one, for -1) that can become a stop."""
        sight, companies = self.play.sight, (self.play.company, -1)
        tiles = [one.tile for one in sight.view.stations if one.company in companies]
        if tiles:
            here = self.cursor[1] * sight.size + self.cursor[0]
            place = tiles.index(here) if here in tiles else -1 if steps > 0 else 0
            self.by_keys = True
            self.go_to_tile(tiles[(place + steps) % len(tiles)])

    def heard(self, reason: str) -> None:
        """Play the sound of building; or, given the text key of a refusal, show and sound the refusal."""
        if reason:
            self.play.say(reason)
        self.play.surroundings.play_sound(Sound.REFUSE if reason else HAMMER)

    def confirm(self) -> None:
        """Start or end a drag at the cursor (Return, or the pad's A), or open the card of the thing there."""
        play = self.play
        self.by_keys = True
        if play.builder.drag is not None:
            self.end()
            return
        what = self.thing_at(self.at)
        if what.kind and not self._acts_on(what):
            play.select(what)
            play.surroundings.play_sound(Sound.CLICK)
            return
        self.press()
        drag = play.builder.drag
        if drag is not None and play.builder.tool in ("signals", "dock"):
            self.end()

    def thing_at(self, point: Point) -> Selected:
        """Return what lies at a point of the map, in tiles: a vehicle, station, signal, industry or town."""
        sight = self.play.sight
        x, y = math.floor(point[0]), math.floor(point[1])
        if not (0 <= x < sight.size and 0 <= y < sight.size):
            return Selected()
        tile = y * sight.size + x
        station = self.play.builder.ground.station_at(tile)
        vehicle = self.field.vehicle_at(*point, self.tick)
        if vehicle and not (station and self.by_keys):
            return Selected("vehicle", vehicle)
        if station:
            return Selected("station", station)
        if (signal := signal_near(sight, point)) >= 0:
            return Selected("signal", signal)
        if sight.industry_at(tile) >= 0:
            return Selected("industry", sight.industry_at(tile))
        return Selected("town", sight.town_at(tile)) if sight.town_at(tile) >= 0 else Selected()

    @property
    def meant_signal(self) -> int:
        """The signal under pointer or cursor, or else the selected one; -1 for none, and during a drag."""
        play = self.play
        if play.builder.drag is not None:
            return -1
        pointed = signal_near(play.sight, self.at) if self.by_keys or self.hovered is not None else -1
        return play.selected.id if pointed < 0 and play.selected.kind == "signal" else pointed

    def look_at(self, x: float, y: float) -> None:
        """Glide the camera to a point of the map, in tiles."""
        self.play.following = 0
        self.field.camera.glide_to(x, y, _GLIDE)

    def go_to_tile(self, tile: int) -> None:
        """Glide the camera to a tile, and set the cursor on it."""
        size = self.field.land.size
        self.cursor = tile % size, tile // size
        self.look_at(tile % size + 0.5, tile // size + 0.5)

    def take_offer(self) -> bool:
        """Build the offered groups if pointer or cursor is on them. Return whether that was so."""
        play, size = self.play, self.play.sight.size
        if not self.suggested or not play.plays or play.builder.drag is not None:
            return False
        x, y = math.floor(self.at[0]), math.floor(self.at[1])
        tiles = built_of(self.suggested, play.sight, play.company)
        if not any(abs(tile % size - x) <= 1 and abs(tile // size - y) <= 1 for tile in tiles):
            return False
        self.take(self.suggested)
        return True

    def take(self, groups: Sequence[Group]) -> None:
        """Build groups that were offered, and drop the offer unless they are refused."""
        reason = self.play.do(*groups)
        if not reason:
            self.suggested = ()
        self.heard(reason)

    def next_finding(self, steps: int) -> None:
        """Show the adviser's next finding (or the previous one, for -1), and move to it."""
        said = self.advice.step(steps)
        if said:
            self.play.news_of(said.text, said.tile, "advice")
            self.go_to_tile(said.tile)

    def advise(self) -> None:
        """Let the adviser examine the network with what is drawn; if it has findings already, close them."""
        if self.advice.findings:
            self.advice.forget()
            return
        self.advice.look()
        self.play.news_of(self.play.line("advice", count=len(self.advice.findings)))
        self.next_finding(1)

    def advise_on(self) -> None:
        """Let the adviser examine the network, then show one finding more at each call, and close them at the end."""
        if self.advice.findings and self.advice.place < len(self.advice.findings) - 1:
            self.next_finding(1)
        else:
            self.advise()

    def go_to_jam(self) -> None:
        """Select the first train of the first ring, and move to it."""
        for first, *_ in self.play.sight.view.rings[:1]:
            self.play.select(Selected("vehicle", first))
            self.go_to_tile(self.play.sight.vehicles[first].tile)

    def box_of(self, name: str) -> Box | None:
        """Return the box on the stage of a thing on the map by name (see `places.tiles_of`); None if not visible."""
        play = self.play
        offered = built_of(self.suggested, play.sight, play.company) if name == "offer" else ()
        found = self.field.around(offered) if offered else tiles_of(name, self.field, play.sight, self.tick)
        if found is None:
            return None
        box = self.field.box_of(*found).clip(self._box)
        return box if box.width > 0 and box.height > 0 else None

    def take_tool(self, number: int, *, hold: bool = True) -> None:
        """Take the tool with this index; with `hold`, the blueprint tool holds its blueprint at once."""
        self.play.builder.drop()
        self.copying.end()
        self.play.builder.tool = TOOLS[number % len(TOOLS)]
        if self.pasting.in_use:
            self.pasting.open(hold=hold)

    def draw(self, canvas: Canvas, *, readable: bool) -> None:
        """Draw the map, and the overlays over it."""
        play, field, sight = self.play, self.field, self.play.sight
        self.place(canvas)
        overlay = OVERLAYS[play.overlay]
        field.reserved_shown = overlay == "reservations"
        surface = canvas.surface
        clip = surface.get_clip()
        surface.set_clip(canvas.pixels(self._box).clip(clip))
        field.draw(canvas, self.tick, whole=not readable)
        pulse = pulse_of(self.jam_since)
        if overlay == "heat":
            area, window = field.window(canvas)
            self.heat.draw(surface.subsurface(area), window, sight.size)
        if readable:
            if overlay == "waits" or (overlay != "none" and sight.view.rings):
                draw_waits(canvas, field, sight, self.tick, pulse)
            self._labels.draw(canvas, play.surroundings, field, sight)
            draw_signs(canvas, field, sight, self.tick, pulse)
            draw_findings(canvas, field, [said.tile for said in self.advice.findings], self.advice.place)
            self.over.draw(canvas, self.suggested, self.jam_since)
            self.over.draw_section(canvas, self.meant_signal)
            self.over.draw_gap(canvas, self._shown)
            self.over.draw_ends(canvas, self.place_meant)
            if self.pasting.copies and play.builder.drag is not None:
                draw_frame(canvas, play.surroundings.typeface, field, self.pasting.rectangle(play.builder.drag))
            if self.by_keys and play.plays:
                draw_cursor(canvas, field, self.cursor[1] * sight.size + self.cursor[0])
        surface.set_clip(clip)
