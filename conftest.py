"""The quick tests run plain Python, whether or not the compiler is installed.

For each version of the source the compiler takes a minute and more, beside all that they do. The slow suite runs
compiled; `SOUK_PLAIN= python -m pytest` runs the quick tests so, too. The first import of the program decides which it
is: that is why this stands before all others. Workers are told by the environment of who starts them.
"""

from __future__ import annotations

import os
import sys

if "PYTEST_XDIST_WORKER" not in os.environ and not any("slow" in word for word in sys.argv):
    os.environ.setdefault("SOUK_PLAIN", "1")
