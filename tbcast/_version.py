"""The one place that holds the version; setup and the package both read it."""

__version__ = "0.1.0"
