"""The version, which setup and the package both read."""

__version__ = "0.1.0"
