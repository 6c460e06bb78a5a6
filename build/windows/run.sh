#!/usr/bin/env bash
# Run Windows' Python with these arguments, in the present folder: made by build/windows/wine.sh.
# PROGRAM=path runs another program of Windows; WINDOW=1 opens real windows on DISPLAY; PAGE=ko_KR is code page 949.
here="$(cd "$(dirname "$0")" && pwd)"
export WINEPREFIX="$here/prefix" WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES="winedbg.exe=d;mscoree,mshtml="
# Wine ends what it runs when the display it once used goes: without a window it gets the name of none.
[ -n "${WINDOW:-}" ] && unset SDL_VIDEODRIVER || export DISPLAY=:65000 SDL_VIDEODRIVER=dummy
export SDL_AUDIODRIVER=dummy
# Under Wine a file as standard output may not be asked about, and Python would not begin: pipes take its place.
env ${PAGE:+LC_ALL="$PAGE.UTF-8"} wine "${PROGRAM:-$here/py/python.exe}" "$@" 2> >(cat >&2) </dev/null | cat
exit "${PIPESTATUS[0]}"
