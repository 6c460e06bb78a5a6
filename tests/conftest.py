"""What holds for all tests."""

collect_ignore_glob = ["bench/*"]
"""Benchmarks choose their speed when they are imported (SOUK_PLAIN); no test may inherit that."""
