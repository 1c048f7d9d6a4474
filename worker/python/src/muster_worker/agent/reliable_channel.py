"""One side of the messages between a coordinator and a worker, on a network that may lose, duplicate and reorder.

A numbered message arrives once and in order: it is kept until the other side confirms it, and sent again meanwhile."""

from collections import deque
from itertools import islice

from muster_worker.wire import muster_pb2 as wire

# Longer than the other side may be quiet: a second between two heartbeats.
_RESEND_NS = 1_500_000_000
# What is sent again at once; the rest follows when these are confirmed.
_RESENT_AT_ONCE = 1_000


class ReliableChannel:
    """A pure machine without a clock; one thread uses it."""

    def __init__(self) -> None:
        self._unconfirmed: deque[wire.Envelope] = deque()
        self._sent = self._received = self._confirmed = self._progress_ns = 0

    def send(self, message: wire.Envelope) -> wire.Envelope:
        """Numbers a message and keeps it."""
        self._sent += 1
        message.number, message.confirmed = self._sent, self._received
        self._unconfirmed.append(message)
        return message

    def send_unreliable(self, message: wire.Envelope) -> wire.Envelope:
        """A message that may be lost, because another one like it follows."""
        message.confirmed = self._received
        return message

    def receive(self, message: wire.Envelope, now_ns: int) -> bool:
        """Whether to act on a message: it is the next one, or not numbered."""
        self._confirm(message.confirmed, now_ns)
        if message.number == 0:
            return True
        is_next = message.number == self._received + 1
        self._received += is_next
        return is_next

    def _confirm(self, through: int, now_ns: int) -> None:
        if self._confirmed < through <= self._sent:
            for _ in range(through - self._confirmed):
                self._unconfirmed.popleft()
            self._confirmed, self._progress_ns = through, now_ns

    def overdue(self, now_ns: int) -> list[wire.Envelope]:
        """What is to be sent again now."""
        if not self._unconfirmed:
            self._progress_ns = now_ns
        if now_ns - self._progress_ns <= _RESEND_NS:
            return []
        self._progress_ns = now_ns
        return [self._fresh(message) for message in islice(self._unconfirmed, _RESENT_AT_ONCE)]

    def _fresh(self, message: wire.Envelope) -> wire.Envelope:
        again = wire.Envelope()
        again.CopyFrom(message)
        again.confirmed = self._received
        return again
