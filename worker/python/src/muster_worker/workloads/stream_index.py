"""Indexes of the operations of a phase, as in Java (`StreamIndex`): each stream of it has a part of them for itself."""

_BITS = 48


def first(stream: int) -> int:
    """The first index of a stream; stream 0 counts from 0."""
    return stream << _BITS


def stream(index: int) -> int:
    """The stream that an index is of."""
    return index >> _BITS


def position(index: int) -> int:
    """Which operation of its stream it is, from 0."""
    return index & ((1 << _BITS) - 1)
