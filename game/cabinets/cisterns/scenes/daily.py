"""The dungeon of the day: two floors, one try, and the list of days."""

from __future__ import annotations

from game.cabinets.cisterns.rules.state import Options
from game.engine.scene import Context, Scene
from game.engine.stage import Summary
from game.ground.days import Day
from game.scenes.daily.days import DaysScene
from game.scenes.daily.table import DayTable


class DungeonTable(DayTable):
    """A table for the dungeon of a day."""

    def points(self) -> int:
        result = self.feed.result
        return result.seats[0].score if result else sum(hero.worth for hero in self.feed.view.heroes)

    def summary(self) -> Summary | None:
        result, line = self.feed.result, self.context.texts.line
        escaped = bool(result and result.seats[0].details["escaped"])
        title = line(f"cisterns.daily.{'escaped' if escaped else 'fallen'}", points=self.points())
        kept = line("days.counted") if self.counts else line("cisterns.daily.practice", counted=self.before.counted)
        told = super().summary()
        return Summary(title, escaped, f":calendar: {kept}" + (f"\n\n{told.text}" if told else ""))


class DungeonsScene(DaysScene):
    """The list of days with their dungeons."""

    game = "cisterns"
    table = DungeonTable
    options = Options(danger=2, floors=2)

    def told(self, known: Day | None) -> str:
        line = self.context.texts.line
        if known is None:
            return line("cisterns.daily.first")
        return line("cisterns.daily.played", counted=known.counted, best=known.best)


def daily(context: Context) -> Scene:
    """Return the list of days."""
    return DungeonsScene(context)
