"""The version of Souk: the one place where it stands."""

VERSION = "0.3.0"
