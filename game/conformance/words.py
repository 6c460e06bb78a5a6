"""The laws of words: in every language a person reads what a game declares, what happens, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator

from game.conformance.law import BreachError, Law, law
from game.conformance.walks import played
from game.core.cabinet import Cabinet
from game.core.options import describe
from game.ground.details import details_of
from game.ground.texts import LANGUAGES, MissingTextError, Texts


@law
def declared_things_have_texts(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """The game, its bots, its options and their choices have a name and a help."""
    yield 0
    game = cabinet.id
    needed = [f"{game}.{key}" for key in ("name", "tagline", "rules")]
    needed += [f"{game}.bot.{bot}.{part}" for bot in cabinet.bots for part in ("name", "help")]
    for option in describe(cabinet.info.options):
        stem = f"{game}.option.{option.name}"
        needed += [f"{stem}.title", f"{stem}.help"]
        needed += [f"{stem}.{choice}" for choice in option.choices if isinstance(choice, str)]
    for language in LANGUAGES:
        texts = Texts(language)
        if missing := [key for key in needed if not texts.has(key)]:
            raise BreachError("conformance.breach.texts", language=language, keys=", ".join(missing))


@law
def what_happens_has_texts(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """Every event, the reason of the end, and each detail of a result that has a text can be said."""
    match = played(cabinet, seats, seed, most)
    names = [f"P{seat}" for seat in range(seats)]
    for texts in (Texts(language, names) for language in LANGUAGES):
        for step in match.steps:
            yield step.number
            for event in step.events:
                _say(texts, f"{cabinet.id}.event.{event.kind}", event.data)
        if match.over:
            result = match.result()
            _say(texts, result.reason, {})
            for line in result.seats:
                if line.details and not details_of(line, cabinet.id, texts):
                    raise BreachError("conformance.breach.details", language=texts.language, names=[*line.details])


def _say(texts: Texts, key: str, values: dict[str, object]) -> None:
    """Raise BreachError where a text is missing, or does not fit the values."""
    try:
        texts.line(key, values)
    except MissingTextError as error:
        raise BreachError("conformance.breach.texts", language=texts.language, keys=key) from error
    except (KeyError, ValueError, IndexError, AttributeError, TypeError) as error:
        why = f"{type(error).__name__}: {error}"
        raise BreachError("conformance.breach.text_unfit", language=texts.language, key=key, why=why) from error


LAWS_OF_WORDS: tuple[Law, ...] = (declared_things_have_texts, what_happens_has_texts)
"""The laws of words."""
