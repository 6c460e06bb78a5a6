"""The map of the day: the first try counts, later ones do not; a list shows past days with their medals."""

from __future__ import annotations

from typing import Final

from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.scenes.tasks import GAME
from game.cabinets.rails.stage.person.medals import COINS_OF_DAY, earned
from game.engine.scene import Context, Scene
from game.engine.stage import Summary
from game.ground.days import Day
from game.scenes.daily.days import DaysScene
from game.scenes.daily.table import DayTable

MINUTES: Final = 20


class MapTable(DayTable):
    """A table for the map of a day, whose points are coins of income."""

    may_stand = False

    def points(self) -> int:
        return sum(self.feed.view.delivered) if self.feed.view else 0

    def summary(self) -> Summary | None:
        coins, line = self.points(), self.context.texts.line
        medal, following, least = earned(coins, COINS_OF_DAY)
        points = [f":coins: {line('rails_stage.end.income', coins=coins)}"]
        if following:
            wanted = {"medal": line(f"rails_stage.medal.{following}"), "coins": least, "more": least - coins}
            points.append(f":trophy: {line('rails_stage.end.wants_coins', wanted)}")
        else:
            points.append(f":trophy: {line('rails_stage.end.highest')}")
        if self.counts:
            points.append(f":calendar: {line('days.counted')}")
        else:
            values = {"counted": self.before.counted, "best": self.before.best}
            points.append(f":star: {line('rails_stage.daily.played', values)}")
        title = line(f"rails_stage.end.title.{medal or 'none'}", what=line("rails.more.daily.title"))
        return Summary(title, bool(medal), "\n\n".join(points))


class MapsScene(DaysScene):
    """The list of days with their maps."""

    game = GAME
    table = MapTable
    options = Options(minutes=MINUTES)

    def told(self, known: Day | None) -> str:
        line = self.context.texts.line
        if known is None:
            return line("rails_stage.daily.first", minutes=MINUTES)
        return line("rails_stage.daily.played", counted=known.counted, best=known.best)

    def medal(self, known: Day) -> str:
        return earned(known.counted, COINS_OF_DAY).medal


def daily(context: Context) -> Scene:
    """Return the list of days."""
    return MapsScene(context)
