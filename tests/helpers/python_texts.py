"""What Python itself says, in tbcast and in torch as well, where its versions differ."""

SLICES_UNTIL_3_14 = "slice indices must be integers or None or have an __index__ method"


def _of_slices():
    try:
        [].__getitem__(slice("a"))
    except TypeError as error:
        return str(error)


SLICES = _of_slices()
"""This Python's text about what is no index of a slice."""
