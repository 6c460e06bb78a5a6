"""The pages of an industry and of a town."""

from __future__ import annotations

from game.cabinets.rails.cargo.catchment import LEAST_FOR_FUEL, MADE, TAKEN
from game.cabinets.rails.stage.cards.page import Page
from game.cabinets.rails.stage.cards.sheet import MUTED, Sheet
from game.cabinets.rails.stage.sight.names import cargo_name, industry_name, town_name
from game.engine import theme


class IndustryPage(Page):
    """A page about an industry: what it makes, what it takes, and how much of that is carried."""

    def fill(self, sheet: Sheet) -> None:
        sight, texts = self.play.sight, self.play.surroundings.texts
        assert sight is not None
        place = self.play.selected.id
        one = sight.industry(place)
        seen = sight.view.industries[place] if place < len(sight.view.industries) else None
        sheet.heading(industry_name(texts, one))
        if one.kind in MADE:
            sheet.row(self.line("makes"), cargo_name(texts, MADE[one.kind]))
            made = seen.made if seen and seen.made else one.output
            sheet.row(self.line("output"), self.line("a_period", units=made))
            if seen and made:
                sheet.row(self.line("carried"), f"{100 * seen.carried // made}%")
                sheet.bar(seen.carried / made, theme.GOOD_ON_PAPER)
        if one.kind in TAKEN:
            sheet.row(self.line("takes"), cargo_name(texts, TAKEN[one.kind]))
            sheet.row(self.line("taken"), f"{seen.taken if seen else 0:,}")
        sheet.text(self.line("near"), MUTED)


class TownPage(Page):
    """A page about a town: its inhabitants, and what it takes."""

    def fill(self, sheet: Sheet) -> None:
        sight, texts = self.play.sight, self.play.surroundings.texts
        assert sight is not None
        place = self.play.selected.id
        town = sight.town(place)
        seen = sight.view.towns[place] if place < len(sight.view.towns) else None
        people = seen.inhabitants if seen else town.inhabitants
        sheet.heading(town_name(texts, town.name))
        sheet.row(self.line("inhabitants"), f"{people:,}", "users")
        sheet.row(self.line("passengers"), self.line("a_period", units=seen.made if seen else people // 16))
        if seen:
            sheet.row(self.line("arrived"), f"{seen.passengers:,}")
            sheet.row(self.line("fuel_taken"), f"{seen.fuel:,}")
        if people < LEAST_FOR_FUEL:
            sheet.text(self.line("no_fuel", people=LEAST_FOR_FUEL), MUTED)
