"""One side of what a coordinator and a worker say to each other: what is numbered arrives once, in order.

A ZeroMQ connection that breaks loses what is on its way. So a numbered message is kept until the other side confirms
it, and sent again meanwhile; every message carries a confirmation."""

from collections import deque

from muster_worker.wire import muster_pb2 as wire

_AGAIN_NS = 1_500_000_000
"""Longer than the other side may be quiet: a second between two heartbeats."""
_AT_ONCE = 1_000
"""What is sent again at once; the rest follows when these are confirmed."""


class Conversation:
    """A pure machine without a clock; one thread uses it."""

    def __init__(self) -> None:
        self._unconfirmed: deque[wire.Envelope] = deque()
        self._said = self._heard = self._confirmed = self._progress_ns = 0

    def say(self, message: wire.Envelope) -> wire.Envelope:
        """Numbers a message and keeps it."""
        self._said += 1
        message.number, message.confirmed = self._said, self._heard
        self._unconfirmed.append(message)
        return message

    def mention(self, message: wire.Envelope) -> wire.Envelope:
        """A message that may be lost, because another one like it follows."""
        message.confirmed = self._heard
        return message

    def hear(self, message: wire.Envelope, now_ns: int) -> bool:
        """Whether to act on it: it is the next one, or not numbered. Others were heard before, or come again."""
        self._confirm(message.confirmed, now_ns)
        if message.number == 0:
            return True
        is_next: bool = message.number == self._heard + 1
        self._heard += is_next
        return is_next

    def _confirm(self, through: int, now_ns: int) -> None:
        if self._confirmed < through <= self._said:
            for _ in range(through - self._confirmed):
                self._unconfirmed.popleft()
            self._confirmed, self._progress_ns = through, now_ns

    def overdue(self, now_ns: int) -> list[wire.Envelope]:
        """What is to be sent again now."""
        if not self._unconfirmed:
            self._progress_ns = now_ns
        if now_ns - self._progress_ns <= _AGAIN_NS:
            return []
        self._progress_ns = now_ns
        again = list(self._unconfirmed)[:_AT_ONCE]
        for message in again:
            message.confirmed = self._heard
        return again
