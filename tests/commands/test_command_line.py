"""The command line: the forms that other programs call, their documents, exit codes and sentences."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.commands import COMMANDS, main, parser_of, spares_compiler
from game.ground.program import program_name
from game.ground.texts import LANGUAGES, Texts
from tests.commands.command_line import ROOT, environment, souk, souk_here
from tests.in_turns import some
from tests.showroom.scenes import samples
from tests.systems import needs_bash, needs_full_disk

SEATS = "greedy,greedy,random,random"
PLAY = ("play", "marrakech", "--seats", SEATS, "--seed", "7", "--headless", "--json")


def test_a_match_as_a_document_is_the_same_every_time(tmp_path: Path) -> None:
    first, second = (souk(tmp_path, *PLAY, PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    document = json.loads(first.stdout)
    assert set(document) >= {"game", "version", "seed", "options", "turns", "hash", "seats"}
    assert [seat["bot"] for seat in document["seats"]] == SEATS.split(",")
    assert set(document["seats"][0]) >= {
        "seat", "name", "bot", "rank", "score", "squares", "dirhams", "ones", "fives", "rugs_left", "out"
    }  # fmt: skip
    assert sum(seat["dirhams"] for seat in document["seats"]) == 120


@pytest.mark.slow
def test_compiled_and_plain_play_the_same_match(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    assert souk(tmp_path, *PLAY, SOUK_PLAIN="").stdout == souk(tmp_path, *PLAY).stdout


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_machine_code_from_the_cache_plays_as_when_it_was_made(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    words = ("play", "marrakech", "--seats", "expert,greedy", "--seed", "7", "--headless", "--json")
    runs = [souk(tmp_path, *words, timeout=300, SOUK_PLAIN="", NUMBA_CACHE_DIR="") for _ in range(4)]
    assert [run.returncode for run in runs] == [0] * 4
    assert len({run.stdout for run in runs}) == 1


@pytest.mark.parametrize(
    ("words", "waits"),
    [
        ("", True),
        ("play rooftops", True),
        ("play rooftops --headless", False),
        ("host rooftops --port 0", True),
        ("join 127.0.0.1 --bot runner", False),
        ("tournament slime", False),
        ("tournament --help", True),
        ("list --json", True),
        ("--help", True),
    ],
)
def test_where_people_wait_no_machine_code_is_made(words: str, waits: bool) -> None:
    """The first race in a room stood still for thirteen seconds, while its host compiled the physics."""
    assert spares_compiler(words.split()) is waits


def test_a_match_as_text(tmp_path: Path) -> None:
    words = ("play", "marrakech", "--seats", "random,random", "--headless")
    shown = souk_here(tmp_path, *words, "--show")
    assert shown.returncode == 0, shown.stderr
    assert re.search(r"^([.A-D<>^v] ){6}[.A-D<>^v]$", shown.stdout, re.M), "no board"
    result = souk_here(tmp_path, *words)
    assert [line[:2] for line in result.stdout.splitlines()] == ["1.", "2."]
    assert shown.stdout.endswith(result.stdout)


def test_the_key_that_a_result_tells_plays_the_same_match_again(tmp_path: Path) -> None:
    """It was written with separators between thousands, which no option takes."""
    bot = tmp_path / "mine.py"
    bot.write_text(
        "from game.core.bots import Bot\n\n\n"
        "class Mine(Bot):\n    def decide(self, request):\n        return request.legal[request.seed % 2 - 1]\n",
        encoding="utf-8",
    )
    words = ("play", "nullgame", "--seats", f"{bot}:Mine,random", "--headless")
    first = souk_here(tmp_path, *words)
    (told,) = re.findall(r"--seed \d+ --key \d+", first.stdout)
    assert souk_here(tmp_path, *words, *told.split()).stdout == first.stdout


def test_a_bot_that_cannot_be_imported_is_refused_before_the_match(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("import nothing_of_this_name\n", encoding="utf-8")
    record = tmp_path / "match.souk"
    words = ("play", "nullgame", "--seats", f"random,{bot}:Mine", "--headless", "--record", record)
    done = souk_here(tmp_path, *words)
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert "nothing_of_this_name" in sentence
    assert (done.stdout, record.exists()) == ("", False)


def test_every_command_says_what_it_does_and_shows_an_example_that_is_understood() -> None:
    names = [*COMMANDS, *(command for cabinet in CABINETS.values() for command in cabinet.commands)]
    parser = parser_of(names, "souk")
    (choice,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    assert sorted(choice.choices) == sorted(names)
    for name, command in choice.choices.items():
        (example,) = re.findall(rf"^example:\n  souk ({name}\b.*)", command.epilog or "", re.MULTILINE)
        assert parser.parse_args(shlex.split(example)).command == name
        assert len(command.description or "") > 15
        assert re.search(rf"^  {name} +\S", parser.format_help(), re.MULTILINE)


@pytest.mark.parametrize(
    ("started", "called"),
    [("main.py", "python main.py"), ("/a b/main.py", "python main.py"), ("/usr/bin/souk", "souk"), ("-c", "souk")],
)
def test_what_is_printed_names_the_command_that_the_reader_has(
    started: str, called: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [started])
    assert Texts("en").line("discovery.typed").endswith(f"({called} join ADDRESS).")
    assert parser_of(["list"]).prog == called


def test_a_bundle_names_its_own_file_and_on_windows_the_one_with_a_console(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/usr/lib/souk/souk")
    monkeypatch.setattr(sys, "platform", "linux")
    assert program_name() == "souk"
    monkeypatch.setattr(sys, "platform", "win32")
    assert program_name() == "souk-command"


def test_no_text_names_a_command_that_an_installation_lacks() -> None:
    named = [
        (language, key)
        for language in LANGUAGES
        for key in sorted(Texts(language).keys())
        if "main.py" in Texts(language).raw(key)
    ]
    assert named == []


def test_record_verify_print_and_refuse(tmp_path: Path) -> None:
    file = tmp_path / "match.souk"
    assert souk_here(tmp_path, *PLAY, "--record", file).returncode == 0
    verified = souk_here(tmp_path, "replay", file, "--verify")
    assert verified.returncode == 0, verified.stderr
    printed = json.loads(souk_here(tmp_path, "replay", file, "--json").stdout)
    assert printed["header"]["game"] == "marrakech"
    assert printed["finished"]
    assert set(printed["steps"][5]) >= {"moves", "events", "view"}
    assert set(printed["steps"][5]["moves"][0]) == {"seat", "action", "forced"}
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    refused = souk_here(tmp_path, "replay", file, "--verify")
    assert refused.returncode == 1
    assert "damaged" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_list_names_everything(tmp_path: Path) -> None:
    games = {game["game"]: game for game in json.loads(souk_here(tmp_path, "list", "--json").stdout)["games"]}
    assert set(games) == set(CABINETS)
    marrakech = games["marrakech"]
    assert marrakech["seats"] == [2, 3, 4]
    assert set(marrakech["bots"]) >= {"random", "greedy", "expert"}
    options = {option["name"]: option for option in marrakech["options"]}
    assert options["cover"] == {"name": "cover", "type": "choice", "default": "colour", "choices": ["colour", "rug"]}
    assert {option["type"] for game in games.values() for option in game["options"]} <= {
        "int",
        "bool",
        "choice",
        "text",
        "names",
    }


@pytest.mark.parametrize(
    ("words", "said"),
    some(
        2,
        [
            (("play", "chess", "--headless"), "There is no game “chess”"),
            (("play", "marrakech", "--seats", "random", "--headless"), "is played by 2…4;"),
            (("play", "marrakech", "--seats", "random,genius", "--headless"), "genius"),
            (("play", "marrakech", "--seats", "random,none.py:Bot", "--headless"), "none.py"),
            (("play", "marrakech", "--seats", "random,human", "--headless"), "person"),
            (("play", "marrakech", "--option", "cover=moss", "--headless"), "It takes: colour, rug"),
            (("play", "marrakech", "--option", "moss=1", "--headless"), "no option “moss”"),
            (("play", "marrakech", "--option", "moss", "--headless"), "NAME=VALUE"),
            (("replay", "nowhere.souk", "--verify"), "cannot be read"),
            (("replay", str(Path(__file__)), "--json"), "is not a Souk replay"),
            (("play", "nullgame", "--headless", "--record", "/proc/none/x.souk"), "cannot be written"),
            (("play", "nullgame", "--headless", "--record", "\udcff.souk"), "is not text in UTF-8"),
            (("play", "nullgame", "--headless", "--seats", "random*0"), "not as in “random*0”"),
            (
                ("play", "nullgame", "--headless", "--seats", "random*" + "9" * 5000),
                "A seat is repeated 1 to 1,000 times",
            ),
            (("tournament", "nullgame", "--games", "2", "--json", "-", "--csv", "-"), "holds one document"),
            (("screenshot", "table", "--out", "/dev/full"), "No space left on device"),
            (("screenshot", "table", "--out", "none/x.png"), "There is no folder none"),
            (("screenshot", "table", "--game", "nullgame", "--turn", "99", "--out", "x.png"), "is over before turn 99"),
            (("play", "marrakech", "--seats", "random,person", "--headless"), "is written human"),
            (("slime-server", "--headless", "--banners", "nowhere"), "no folder nowhere"),
            (("slime-server", "--headless", "--turn-limit", "9"), "belongs to --speed max"),
        ],
    ),
)
def test_what_cannot_be_done_is_said_in_a_sentence(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = souk_here(tmp_path, *words)
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert done.stdout == ""


@needs_full_disk
@pytest.mark.parametrize(
    ("words", "unbuffered"), some(2, [(("list",), ""), (("list", "--json"), ""), (("list",), "1"), (("--help",), "")])
)
def test_output_that_cannot_be_written_is_said_in_a_sentence(
    tmp_path: Path, words: tuple[str, ...], unbuffered: str
) -> None:
    command = [sys.executable, str(ROOT / "main.py"), *words]
    variables = environment(tmp_path, PYTHONUNBUFFERED=unbuffered)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command, env=variables, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False
        )
    assert (done.returncode, done.stderr) == (1, "The output could not be written: No space left on device.\n")


@needs_bash
@pytest.mark.parametrize("stream", [0, 1, 2])
def test_closed_streams_hinder_nothing(tmp_path: Path, stream: int) -> None:
    command = [sys.executable, str(ROOT / "main.py"), "tournament", "nullgame", "--games", "2", "--workers", "1"]
    shell = ["bash", "-c", f'exec "$@" {stream}>&-', "bash", *command]
    done = subprocess.run(
        shell, env=environment(tmp_path), capture_output=True, encoding="utf-8", timeout=240, check=False
    )
    assert (done.returncode, "broke" in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize("words", [("dance",), ("play",), ("play", "nullgame", "--seed", "x")])
def test_wrong_usage_is_exit_code_2(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert souk_here(tmp_path, *words).returncode == 2


def test_without_a_display_it_says_so_and_plays_as_text(tmp_path: Path) -> None:
    done = souk(tmp_path, SDL_VIDEODRIVER="", DISPLAY="", WAYLAND_DISPLAY="")
    assert done.returncode == 0, done.stderr
    assert "No display was found" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stdout.splitlines()) > 100


def test_a_scene_that_a_game_brings_needs_no_name_of_a_game() -> None:
    for scene in ("evaluation", "evaluation-players", "evaluations", "evaluate"):
        assert CABINETS[samples()[scene]].tournament is not None


def test_an_installation_without_scenes_says_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "tests.showroom.scenes")
    monkeypatch.setitem(sys.modules, "tests.showroom", None)
    assert main(["screenshot", "title", "--out", str(tmp_path / "title.png")]) == 1
    assert "tests/showroom" in capsys.readouterr().err


def test_pictures_leave_the_settings_alone(tmp_path: Path) -> None:
    done = souk(tmp_path, "screenshot", "l4g-crowd", "--size", "960x540", "--out", tmp_path / "x.png")
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "config").exists()


@pytest.mark.parametrize("words", ["contest l4g folder", "report results.json --out page.html"])
def test_a_library_that_is_not_installed_is_named_and_is_no_crash(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name for name in sys.modules if name.startswith(("game.report", "game.commands.contest"))]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.delitem(sys.modules, "game.commands.report", raising=False)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    done = souk_here(tmp_path, *words.split())
    assert done.returncode == 1
    assert "needs jinja2, which is not installed" in done.stderr
    assert not [*tmp_path.glob("logs/crash*")]


def test_a_crash_is_one_sentence_that_names_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setattr("game.commands.listing.describe_cabinet", lambda cabinet: 1 // 0)
    assert main(["list", "--json"]) == 1
    (log,) = (tmp_path / "logs").glob("crash*.txt")
    said = capsys.readouterr().err
    assert str(log) in said
    assert "Traceback" not in said
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ("play", "nullgame", "--headless", "--seed", "9" * 30),
        ("play", "nullgame", "--headless", "--seed", "9" * 5000),
        ("screenshot", "table", "--turn", "-3", "--out", "x.png"),
        ("screenshot", "table", "--text-size", "99", "--out", "x.png"),
        ("tournament", "nullgame", "--games", "0"),
        ("tournament", "nullgame", "--games", "9" * 12),
    ],
)
def test_a_number_beyond_all_reason_is_wrong_usage(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    said = capsys.readouterr()
    assert "is not a whole number from" in said.err.splitlines()[-1] and len(said.err) < 600
    assert said.out == ""


@pytest.mark.parametrize("seed", [-(1 << 63), (1 << 64) - 1])
def test_the_largest_seeds_can_be_recorded(tmp_path: Path, seed: int) -> None:
    file = tmp_path / "match.souk"
    assert main(["play", "nullgame", "--headless", "--json", "--seed", str(seed), "--record", str(file)]) == 0
    assert main(["replay", str(file), "--verify"]) == 0


def test_a_terminal_without_korean_gets_escapes(tmp_path: Path) -> None:
    file = tmp_path / "판.souk"
    recorded = souk(tmp_path, "play", "nullgame", "--headless", "--record", file, PYTHONIOENCODING="ascii:strict")
    assert recorded.returncode == 0, recorded.stderr
    assert "\\ud310.souk" in recorded.stdout
    printed = souk(tmp_path, "replay", file, "--json", PYTHONIOENCODING="ascii:strict")
    assert json.loads(printed.stdout)["finished"]


@needs_full_disk
def test_figures_that_do_not_fit_on_the_disk_are_said(tmp_path: Path) -> None:
    done = souk(tmp_path, "tournament", "nullgame", "--games", "2", "--workers", "1", "--csv", "/dev/full")
    assert done.returncode == 1
    assert "No space left on device" in done.stderr.splitlines()[-1]


def test_without_its_packages_souk_says_how_to_install_them(tmp_path: Path) -> None:
    command = [sys.executable, "-S", "main.py"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(tmp_path), capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Souk needs ") and "pip install -e ." in done.stderr and done.stderr.count("\n") == 1
