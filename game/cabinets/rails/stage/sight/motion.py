"""Where all trains are drawn at a tick, from views that say where trains were and which pieces their heads entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.cabinets.rails.contract.views import VehicleState
from game.cabinets.rails.match.look import VehicleView
from game.cabinets.rails.stage.sight.course import Course, Piece
from game.cabinets.rails.stage.sight.tracks import Tracks, Way, turned
from game.cabinets.rails.track.pieces import HALF_TILE
from game.cabinets.rails.track.told import STRAIGHT_ON, TURNED

_KEPT = 4
"""Number of courses kept for a train that turned round, as the picture lags behind the latest."""


def is_train(vehicle: VehicleView) -> bool:
    """Return whether a vehicle runs on rails and is on the map."""
    return vehicle.model.is_train and vehicle.state != VehicleState.YARD and vehicle.tile >= 0


def halves_of(vehicle: VehicleView) -> int:
    """Return the length of a train in half tiles, engine included."""
    return 1 + vehicle.goods + vehicle.coaches


class _Running:
    """One train: its courses, each from its tick on, and its reserved pieces ahead of the head."""

    def __init__(self, tick: float, course: Course) -> None:
        self.courses = [(tick, course)]
        self.ahead: list[Piece] = []

    @property
    def course(self) -> Course:
        return self.courses[-1][1]

    def at(self, tick: float) -> Course:
        return next((course for since, course in reversed(self.courses) if since <= tick), self.courses[0][1])


class Motion:
    """The movement of all trains."""

    def __init__(self) -> None:
        self._running: dict[int, _Running] = {}

    def reset(self, tick: int, vehicles: Sequence[VehicleView], ways: Mapping[int, Way]) -> None:
        """Set all trains to where a view has them, and forget all movement before."""
        self._running = {
            vehicle.id: self._begun(tick, vehicle, ways[vehicle.id])
            for vehicle in vehicles
            if is_train(vehicle) and vehicle.id in ways
        }

    def show(
        self,
        tick: int,
        vehicles: Sequence[VehicleView],
        tracks: Tracks,
        ways: Mapping[int, Way],
        entered: Mapping[int, Sequence[tuple[int, int]]],
    ) -> None:
        """Let trains run on to where a new view has them, over the pieces that their heads entered."""
        before, self._running = self._running, {}
        for vehicle in vehicles:
            if not is_train(vehicle) or vehicle.id not in ways:
                continue
            way, running = ways[vehicle.id], before.get(vehicle.id)
            ran = entered.get(vehicle.id, ())
            if running is None or not self._ran(running, tick, vehicle, way.pieces[way.head], tracks, ran):
                running = self._begun(tick, vehicle, way)
            running.ahead = list(way.ahead)
            running.course.foresee(running.ahead)
            self._running[vehicle.id] = running

    def seen(self, vehicle: int, tick: float) -> tuple[Course, float] | None:
        """Return a train's course and its head's distance along it at a tick; None if it is not on the map."""
        running = self._running.get(vehicle)
        if running is None:
            return None
        course = running.at(tick)
        return course, course.head(tick)

    def ahead(self, vehicle: int) -> Sequence[Piece]:
        """Return the pieces that a train has reserved beyond the one its head is on."""
        running = self._running.get(vehicle)
        return running.ahead if running else ()

    @staticmethod
    def _begun(tick: int, vehicle: VehicleView, way: Way) -> _Running:
        running = _Running(tick, Course(way.pieces, way.head, float(vehicle.offset), tick))
        running.ahead = list(way.ahead)
        return running

    @staticmethod
    def _ran(
        running: _Running,
        tick: int,
        vehicle: VehicleView,
        under: Piece,
        tracks: Tracks,
        entered: Sequence[tuple[int, int]],
    ) -> bool:
        """Let a train run over entered pieces; return False if they do not lead to the one `under` its head."""
        piece = running.course.on
        steps: list[tuple[float, Piece]] = []
        for when, choice in entered:
            if choice == TURNED:
                running.course.run(steps, float(piece.units), when)
                _turn(running, when, halves_of(vehicle) * HALF_TILE)
                piece, steps = running.course.on, []
                continue
            after = tracks.after(piece, choice - STRAIGHT_ON)
            if after is None:
                return False
            piece = after
            steps.append((float(when), piece))
        if piece != under:
            return False
        running.course.run(steps, float(vehicle.offset), tick)
        return True


def _turn(running: _Running, tick: float, length: float) -> None:
    """Turn a train round at a tick: its head is now where its tail was."""
    under, behind = running.course.under(length)
    back = [turned(piece) for piece in reversed(under)]
    running.courses.append((tick, Course(back, len(back) - 1, back[-1].units - behind, tick)))
    del running.courses[:-_KEPT]
