"""Parts of tbcast.serialization: writing and reading the pickle of a saved file, and its records."""
