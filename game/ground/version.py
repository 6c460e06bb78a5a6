"""The version of Souk, kept in this one place."""

VERSION = "0.4.0"
