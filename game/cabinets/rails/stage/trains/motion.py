"""Where all trains are seen at a tick, from the views that tell where they were and what their heads entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.cabinets.rails.contract.views import VehicleModel, VehicleState, VehicleView
from game.cabinets.rails.stage.trains.course import Course, Piece
from game.cabinets.rails.stage.trains.tracks import Tracks, Way, turned
from game.cabinets.rails.track.pieces import HALF_TILE
from game.cabinets.rails.track.told import STRAIGHT_ON, TURNED

RAIL = (VehicleModel.FREIGHT, VehicleModel.EXPRESS)
_KEPT = 4
"""Ways that are kept of a train that turned round: the picture lags behind the last."""


def is_train(vehicle: VehicleView) -> bool:
    """Whether it runs on track and is on the map."""
    return vehicle.model in RAIL and vehicle.state != VehicleState.YARD and vehicle.tile >= 0


def halves_of(vehicle: VehicleView) -> int:
    """Half tiles of a train, its engine included."""
    return 1 + vehicle.goods + vehicle.coaches


class _Running:
    """One train: its courses, each from a tick on, and what it has reserved in front of its head."""

    def __init__(self, tick: float, course: Course) -> None:
        self.courses = [(tick, course)]
        self.ahead: list[Piece] = []

    @property
    def course(self) -> Course:
        return self.courses[-1][1]

    def at(self, tick: float) -> Course:
        return next((course for since, course in reversed(self.courses) if since <= tick), self.courses[0][1])


class Motion:
    """The courses of all trains."""

    def __init__(self) -> None:
        self._running: dict[int, _Running] = {}

    def reset(self, tick: int, vehicles: Sequence[VehicleView], ways: Mapping[int, Way]) -> None:
        """Trains stand as the view says, and nothing is known of before."""
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
        """Trains went on to where the view says, over what their heads entered since the view before."""
        before, self._running = self._running, {}
        for vehicle in vehicles:
            if not is_train(vehicle) or vehicle.id not in ways:
                continue
            way, running = ways[vehicle.id], before.get(vehicle.id)
            if running is None or not self._ran(running, tick, vehicle, tracks, entered.get(vehicle.id, ())):
                running = self._begun(tick, vehicle, way)
            running.ahead = list(way.ahead)
            running.course.foresee(running.ahead)
            self._running[vehicle.id] = running

    def seen(self, vehicle: int, tick: float) -> tuple[Course, float] | None:
        """The course of a train and where its head is on it at a tick; None where it is not on the map."""
        running = self._running.get(vehicle)
        if running is None:
            return None
        course = running.at(tick)
        return course, course.head(tick)

    def ahead(self, vehicle: int) -> Sequence[Piece]:
        """What a train has reserved beyond the piece its head is on."""
        running = self._running.get(vehicle)
        return running.ahead if running else ()

    @staticmethod
    def _begun(tick: int, vehicle: VehicleView, way: Way) -> _Running:
        pieces = way.pieces
        head = sum(piece.units for piece in pieces[: way.head]) + vehicle.offset
        running = _Running(tick, Course(pieces, float(head), tick))
        running.ahead = list(way.ahead)
        return running

    @staticmethod
    def _ran(
        running: _Running, tick: int, vehicle: VehicleView, tracks: Tracks, entered: Sequence[tuple[int, int]]
    ) -> bool:
        """Let a train run on; False where it does not come to where the view says."""
        piece = running.course.piece(running.course.latest)
        steps: list[tuple[float, Piece]] = []
        for when, choice in entered:
            if choice == TURNED:
                running.course.run(steps, float(piece.units), when)
                _turn(running, when, halves_of(vehicle) * HALF_TILE)
                piece, steps = running.course.piece(running.course.latest), []
                continue
            after = tracks.after(piece, choice - STRAIGHT_ON)
            if after is None:
                return False
            piece = after
            steps.append((float(when), piece))
        told = tracks.piece(vehicle.tile, vehicle.leg)
        if piece != told:
            return False
        running.course.run(steps, float(vehicle.offset), tick)
        return True


def _turn(running: _Running, tick: float, length: float) -> None:
    """A train turned round at a tick: its head is where its tail was."""
    under, behind = running.course.under(length)
    back = [turned(piece) for piece in reversed(under)]
    head = sum(piece.units for piece in back) - behind
    running.courses.append((tick, Course(back, head, tick)))
    del running.courses[:-_KEPT]
