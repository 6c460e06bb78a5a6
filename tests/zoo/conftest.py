"""The animals are loaded by their own processes, never by pytest."""

collect_ignore_glob = ["*.py"]
