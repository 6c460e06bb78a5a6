"""How long a touch on a phone's page takes to the gate: a real Chromium over loopback.

What is timed includes the browser's own protocol, by which the finger is laid on; the picture is not part of it.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from net.web.gate import Gate
from net.web.phone import MESSAGE, Chair, Change
from tests.net.web.browser import CHROMIUM, Browser

PRESSES = 200
AT = (600.0, 215.0)


def main() -> None:
    if CHROMIUM is None:
        print("no Chromium here: apt-get install chromium")
        return
    told: list[tuple[float, int]] = []

    def hear(change: Change) -> bool:
        told.append((time.perf_counter(), change.mask))
        return True

    gate = Gate(["127.0.0.1"], {"lang": "en"}, hear, ports=[0])
    gate.show((Chair(0, "Mina", "#E0A030"),), "play")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, Browser(Path(folder)) as browser:
        browser.open(gate.address("127.0.0.1"))
        while browser.run("document.body.className") != "playing":
            browser.run("document.querySelector('#chairs button')?.click()")
            time.sleep(0.1)
        delays, used, begun = [], time.process_time(), time.perf_counter()
        for _ in range(PRESSES):
            since, before = time.perf_counter(), len(told)
            browser.touch(AT)
            while len(told) == before:
                time.sleep(0.0005)
            delays.append(told[-1][0] - since)
            browser.touch(kind="touchEnd")
            time.sleep(0.05)
        lasted = time.perf_counter() - begun
        busy = (time.process_time() - used) / lasted
    gate.close()
    delays.sort()
    print(f"touch to gate, {PRESSES} presses: p50 {delays[PRESSES // 2] * 1000:.1f} ms", end=", ")
    print(f"p95 {delays[PRESSES * 95 // 100] * 1000:.1f} ms; gate and driver {busy:.1%} of a core", end="; ")
    print(f"{MESSAGE.size} bytes a message, at most 20 a second while something is held without a change")


if __name__ == "__main__":
    main()
