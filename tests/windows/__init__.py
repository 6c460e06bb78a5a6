"""Souk on Windows, tried in Wine: `.ci/windows` says where the Windows is that these tests use."""
