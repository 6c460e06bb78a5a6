"""What tests of several rooms of the network ask for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.net.namespaces import Lab, UnavailableError, lab


@pytest.fixture(name="machines")
def _machines() -> Iterator[Lab]:
    with ExitStack() as stack:
        try:
            made = stack.enter_context(lab())
        except UnavailableError as error:
            pytest.skip(f"no network namespaces here: {error}")
        yield made
