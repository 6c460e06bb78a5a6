"""The copy of a line: of a train and two places, chosen on the map, follow platforms, track, and the same train."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from game.cabinets.rails.bots.lines import Make, Trade, trades
from game.cabinets.rails.bots.player import Atlas
from game.cabinets.rails.contract.actions import Group
from game.cabinets.rails.match.look import VehicleView
from game.cabinets.rails.stage.sight.sight import Sight
from game.engine.audio import Sound

if TYPE_CHECKING:
    from game.cabinets.rails.stage.person.play import Play

_FAR_SIGHT: Final = 16.0
"""Number of pieces searched per tile of the map: all that there are, as a person knows what a line is worth."""


class LineCopy:
    """A line to be copied, and the first of the two places that its copy joins. Places are industries, then towns."""

    def __init__(self) -> None:
        self._train: VehicleView | None = None
        self.first = -1
        """The place where the copy begins; -1 while none is chosen."""
        self._found: tuple[object, tuple[Group, ...]] = None, ()

    @property
    def active(self) -> bool:
        """Whether a line is being copied."""
        return self._train is not None

    def begin(self, train: VehicleView) -> None:
        """Copy the line of a train."""
        self._train, self.first = train, -1

    def end(self) -> None:
        """Copy nothing any more."""
        self._train, self.first = None, -1

    def trade(self, sight: Sight, last: int) -> Trade | None:
        """Return what is carried between the first place and another one, from there if it can be; None for nothing."""
        ends = {self.first, last}
        found = [one for one in trades(sight.land, sight.view, planned=True) if {one.maker, one.taker} == ends]
        return min(found, key=lambda one: one.maker != self.first, default=None)

    def groups(self, sight: Sight, last: int) -> tuple[Group, ...]:
        """Return the groups that build the copy from the first place to another one; () if there is no way.

        Searches a route, which takes some 20 ms, once for each pair and each state of what is built.
        """
        key = sight.state.works, self._train, self.first, last
        if self._found[0] != key:
            self._found = key, self._searched(sight, last)
        return self._found[1]

    def _searched(self, sight: Sight, last: int) -> tuple[Group, ...]:
        trade, train = self.trade(sight, last), self._train
        if trade is None or train is None:
            return ()
        site, atlas = sight.state.site, Atlas()
        atlas.see(site)
        make = Make(train.model, train.goods + train.coaches, trade.both_ways)
        line = atlas.line(site, trade, make, _FAR_SIGHT)
        return line.groups(founded=len(sight.founded)) if line else ()


class Copying:
    """What a person does on one map to copy a line."""

    def __init__(self, play: Play, place_meant: Callable[[], int], heard: Callable[[str], None]) -> None:
        """Take the person's play, `place_meant` (the place under pointer or cursor; -1 for none), and `heard`, which
        tells of a refusal by its text key, or of something built for "".
        """
        self.play = play
        self._meant, self._heard = place_meant, heard
        self.held = False
        """Whether the pointer was pressed since the copy was begun, and not released yet."""

    @property
    def in_use(self) -> bool:
        """Whether a line is being copied."""
        return self.play.line_copy.active

    def foresee(self) -> None:
        """Show the copy to the place that is meant, if its first place is chosen."""
        play, last = self.play, self._meant()
        if self.in_use:
            chosen = play.line_copy.first >= 0 and last >= 0
            play.builder.groups = play.line_copy.groups(play.builder.ground, last) if chosen else ()

    @property
    def refused(self) -> str:
        """Text key of why no copy leads to the place that is meant; "" if one does, and while no two are chosen."""
        line_copy, ground, last = self.play.line_copy, self.play.builder.ground, self._meant()
        if not self.in_use or line_copy.first < 0 or last < 0 or last == line_copy.first:
            return ""
        if line_copy.groups(ground, last):
            return ""
        return f"rails_stage.line_copy_{'no_way' if line_copy.trade(ground, last) else 'nothing'}"

    def press(self) -> None:
        """Choose the place that is meant as the first one, or build the copy to it."""
        line_copy, meant = self.play.line_copy, self._meant()
        if meant < 0:
            self._heard("rails_stage.line_copy_no_place")
        elif line_copy.first < 0:
            line_copy.first = meant
            self.play.surroundings.play_sound(Sound.CLICK)
        elif meant != line_copy.first:
            self._build(meant)

    def release(self) -> None:
        """Build the copy to the place where a drag from its first place ends."""
        line_copy, meant = self.play.line_copy, self._meant()
        if line_copy.first >= 0 and meant < 0:
            self._heard("rails_stage.line_copy_no_place")
        elif line_copy.first >= 0 and meant != line_copy.first:
            self._build(meant)

    def end(self) -> None:
        """Copy nothing any more."""
        if self.in_use:
            self.play.builder.drop()
            self.play.line_copy.end()

    def _build(self, last: int) -> None:
        play = self.play
        if self.refused:
            self._heard(self.refused)
            return
        groups = play.line_copy.groups(play.builder.ground, last)
        play.builder.drop()
        reason = play.do(*groups)
        self._heard(reason)
        if not reason:
            play.line_copy.end()
