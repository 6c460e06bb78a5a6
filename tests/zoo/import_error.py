"""A bot whose file cannot be loaded."""

import a_module_that_is_nowhere  # type: ignore[import-not-found]  # noqa: F401
