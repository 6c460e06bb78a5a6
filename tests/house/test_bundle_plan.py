"""What `build/souk.spec` asks PyInstaller for on each system."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.commands.command_line import ROOT


def asked_for(platform: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, list[dict[str, Any]]]:
    """The named arguments of each call of the spec, by what it calls, with PyInstaller's own parts left out."""
    asked: dict[str, list[dict[str, Any]]] = {}

    def calls(kind: str) -> Any:
        def call(*_: Any, **named: Any) -> Any:
            asked.setdefault(kind, []).append(named)
            libraries = [("SDL2.dll", "", "BINARY"), ("pygame/SDL2.dll", "", "BINARY"), ("python313.dll", "", "BINARY")]
            made = SimpleNamespace(**named)
            made.pure, made.scripts, made.binaries = [], [], libraries
            asked.setdefault(f"{kind} made", []).append(vars(made))
            return made

        return call

    hooks = ModuleType("PyInstaller.utils.hooks")
    hooks.collect_submodules = lambda name: [name]  # type: ignore[attr-defined]
    hooks.copy_metadata = lambda name: [(name, name)]  # type: ignore[attr-defined]
    info = ModuleType("PyInstaller.utils.win32.versioninfo")
    for name in ("VSVersionInfo", "FixedFileInfo", "StringFileInfo", "StringTable", "StringStruct", "VarFileInfo"):
        setattr(info, name, calls(name))
    info.VarStruct = calls("VarStruct")  # type: ignore[attr-defined]
    win32 = ModuleType("PyInstaller.utils.win32")
    win32.versioninfo = info  # type: ignore[attr-defined]
    for module in (ModuleType("PyInstaller"), ModuleType("PyInstaller.utils"), hooks, win32, info):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setenv("SOUK_ICONS", str(tmp_path))
    monkeypatch.setenv("SOUK_VERSION", "1.2.3")
    monkeypatch.setattr(sys, "platform", platform)
    spec = ROOT / "build" / "souk.spec"
    names = {kind: calls(kind) for kind in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
    exec(compile(spec.read_text(encoding="utf-8"), spec, "exec"), {"SPECPATH": str(spec.parent), **names})
    return asked


def test_on_windows_people_get_a_program_without_a_console(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = asked_for("win32", monkeypatch, tmp_path)
    programs = {program["name"]: program for program in asked["EXE"]}
    assert {name: program["console"] for name, program in programs.items()} == {"souk": False, "souk-command": True}
    assert all(program["icon"].endswith("souk.ico") and program["version"] for program in programs.values())
    names = [name for name, _, _ in asked["Analysis made"][0]["binaries"]]
    assert names == ["pygame/SDL2.dll", "python313.dll"]
    assert "BUNDLE" not in asked


def test_on_macos_the_app_is_no_program_in_the_background(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = asked_for("darwin", monkeypatch, tmp_path)
    assert [(program["name"], program["console"]) for program in asked["EXE"]] == [("souk", False)]
    (app,) = asked["BUNDLE"]
    assert (app["name"], app["version"]) == ("Souk.app", "1.2.3")
    assert app["icon"].endswith("souk.icns")
    assert {"NSLocalNetworkUsageDescription", "NSHighResolutionCapable"} <= set(app["info_plist"])


def test_on_linux_the_one_program_prints(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = asked_for("linux", monkeypatch, tmp_path)
    assert [(program["name"], program["console"]) for program in asked["EXE"]] == [("souk", True)]
