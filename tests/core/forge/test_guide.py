"""docs/forge.md: it names every method with each parameter and its range, and shows every figure's picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.core.forge.methods.registry import METHODS
from game.core.forge.model.method import Choice
from game.ground.texts import Texts
from tests import ROOT
from tests.cabinets.workshop.test_own import souk

GUIDE = (ROOT / "docs" / "forge.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("method", METHODS)
def test_every_method_and_parameter_stands_in_the_guide_with_its_range(method: str) -> None:
    part = GUIDE.partition(f"(`{method}`)\n")[2].partition("\n### ")[0]
    for name, parameter in METHODS[method].parameters.items():
        values = (
            " ".join(f"`{value}`" for value in parameter.values)
            if isinstance(parameter, Choice)
            else f"{parameter.low}…{parameter.high}"
        )
        assert f"| `{name}` | {values} | {parameter.default} |" in part, name
    texts = Texts("en")
    for number, name in enumerate(METHODS[method].lines):
        assert f"{number + 1}. {texts.line(f'workshop.method.{method}.code.{name}')}\n" in part, name


def test_every_figure_of_a_preset_is_shown() -> None:
    for method in METHODS.values():
        for preset in method.presets:
            if preset.figure:
                assert f"`{method.id}`, preset `{preset.name}`" in GUIDE or preset.name == "text", preset
    for picture in re.findall(r"\(pictures/(\S+)\)", GUIDE):
        assert (ROOT / "docs" / "pictures" / picture).is_file(), picture


@pytest.mark.slow
@pytest.mark.usefixtures("plain_home")
def test_the_generator_of_the_guide_works_as_it_stands(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert code is not None
    (tmp_path / "terraces.py").write_text(code[1], encoding="utf-8")
    made = souk("forge", "terraces.py:Terraces", "--seed", "7", "--json", cwd=tmp_path)
    assert made.returncode == 0 and '"way": [' in made.stdout.replace('"way":[', '"way": ['), made.stderr
    words = ("--seats", "terraces.py:Terraces,bsp", "--fill", "", "--headless", "--json")
    played = (souk("play", "workshop", *words, cwd=tmp_path).returncode for _ in range(3))
    assert 0 in played, "two seconds a level are short where others use the machine, too"
