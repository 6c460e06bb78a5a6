"""Write the list of works by others that are shipped with Souk, with their licences, from what is installed.

    python build/credits.py

writes assets/CREDITS.md, which is committed. Run it where the packages of pyproject.toml are installed.
"""

from __future__ import annotations

import argparse
import re
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "assets"
TARGET = ASSETS / "CREDITS.md"


class Work(NamedTuple):
    """A work by others that is shipped with Souk."""

    name: str
    use: str
    licence: str
    home: str


ASSET_WORKS = {
    Work("Pretendard", "the type", "SIL Open Font License 1.1", "https://github.com/orioncactus/pretendard"): (
        "fonts/Pretendard-LICENSE.txt"
    ),
    Work("Lucide", "icons", "ISC", "https://lucide.dev"): "icons/LICENSE-lucide.txt",
    Work(
        "mecab-ko-dic", "Korean words of the word game", "Apache-2.0", "https://pypi.org/project/python-mecab-ko-dic"
    ): "licences/LICENSE-mecab-ko-dic.txt",
    Work("SCOWL", "English words of the word game", "SCOWL and WordNet", "http://wordlist.aspell.net"): (
        "licences/LICENSE-scowl.txt"
    ),
    Work(
        "WordNet",
        "what English words of the word game mean, and their themes",
        "WordNet 3.0",
        "https://wordnet.princeton.edu",
    ): ("licences/LICENSE-wordnet.txt"),
    Work("uisfx", "some sounds", "CC0 1.0", "https://www.npmjs.com/package/uisfx"): "sounds/LICENSE-uisfx.txt",
}
BESIDE = (
    Work("Python", "the language", "PSF License 2", "https://www.python.org"),
    Work("SDL, SDL_image, SDL_mixer, SDL_ttf", "windows, pictures, sound, type", "zlib", "https://libsdl.org"),
    Work("FreeType", "type", "FreeType License", "https://freetype.org"),
    Work("HarfBuzz", "type", "MIT", "https://harfbuzz.github.io"),
    Work("libpng", "pictures", "libpng License 2", "http://www.libpng.org"),
    Work("libjpeg-turbo", "pictures", "IJG and BSD-3-Clause", "https://libjpeg-turbo.org"),
    Work("libtiff", "pictures", "libtiff License", "https://libtiff.gitlab.io"),
    Work("libwebp", "pictures", "BSD-3-Clause", "https://chromium.googlesource.com/webm/libwebp"),
    Work("brotli", "type", "MIT", "https://github.com/google/brotli"),
    Work("Ogg, Vorbis, Opus, FLAC", "sound", "BSD-3-Clause", "https://xiph.org"),
    Work("mpg123, libsndfile, FluidSynth", "sound", "LGPL 2.1", "https://mpg123.org"),
    Work("WavPack", "sound", "BSD-3-Clause", "https://www.wavpack.com"),
    Work("libxmp", "sound", "MIT", "https://xmp.sourceforge.net"),
    Work("PortMidi", "sound", "MIT", "https://github.com/PortMidi/portmidi"),
    Work("libsodium", "signatures", "ISC", "https://libsodium.org"),
    Work("cffi", "the way to libsodium", "MIT-0", "https://pypi.org/project/cffi"),
    Work("ALSA library", "sound on Linux", "LGPL 2.1", "https://www.alsa-project.org"),
    Work("PyInstaller", "the start of a bundle", "GPL 2 with its bootloader exception", "https://pyinstaller.org"),
)
"""Works that come with Python, pygame-ce and PyNaCl, and the starter of a bundle."""
OWN_TEXTS = {"Python": "licences/Python.txt", "LGPL 2.1 (pygame-ce and others)": "licences/LGPL-2.1.txt"}


def packages() -> dict[str, str]:
    """Return what each package that Souk needs to run is for, from pyproject.toml."""
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("dependencies = [")[1].split("]")[0]
    return dict(re.findall(r'"([\w-]+)[^"]*",\s*# (.*)', declared))


def credits() -> str:
    """Return the content of assets/CREDITS.md."""
    works = [*ASSET_WORKS, *(_work(name, use) for name, use in packages().items()), *BESIDE]
    lines = [
        "# Credits",
        "",
        "What Souk ships and others made. All else is Souk's own, under the MIT licence: pictures, music, the drawing "
        "game's words and drawings.",
        "",
    ]
    lines += ["| what | for | licence | where from |", "|---|---|---|---|"]
    lines += [f"| {work.name} | {work.use} | {work.licence} | {work.home} |" for work in works]
    for name, text in _texts():
        lines += ["", f"## {name}", "", "```", text.replace("\f", "").strip("\n"), "```"]
    return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n")) + "\n"


def _work(name: str, use: str) -> Work:
    return Work(name, use, licence_of(name), f"https://pypi.org/project/{name}")


def licence_of(package: str) -> str:
    """Return a package's licence from its metadata; if they only classify it, the last part of the classifier."""
    about = distribution(package).metadata
    classified = [each for each in about.get_all("Classifier") or () if each.startswith("License :: OSI Approved")]
    told = [about[field] for field in ("License-Expression", "License") if field in about]
    named = told[0].split("\n")[0] if told else ""
    return named or (classified[0].rpartition(" :: ")[2] if classified else "")


def _texts() -> list[tuple[str, str]]:
    """Return the full texts of the licences, each with its title."""
    texts = [(work.name, ASSETS / file) for work, file in ASSET_WORKS.items()]
    texts += [(name, ASSETS / file) for name, file in OWN_TEXTS.items()]
    for name in packages():
        files = [file for file in distribution(name).files or () if re.search(r"licen|copying", str(file), re.I)]
        texts += [(name, Path(str(distribution(name).locate_file(file)))) for file in files[:1]]
    return [(name, path.read_text(encoding="utf-8")) for name, path in texts]


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    TARGET.write_text(credits(), encoding="utf-8")
    print(TARGET)
