"""What tbcast.serialization is made of: the pickle of a saved file, written and read, and its records."""
