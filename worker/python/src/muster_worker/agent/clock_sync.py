"""The offset of the coordinator's clock to this worker's monotonic one."""

from collections import deque
from typing import NamedTuple

from muster_worker.wire import muster_pb2 as wire

_KEPT_EXCHANGES = 32


class ClockOffset(NamedTuple):
    """The coordinator's clock minus this one's; the bound of the error is at least 1 once it is known."""

    offset_ns: int = 0
    error_ns: int = 0


class ClockSync:
    """The coordinator's clock minus this one's, from the exchange with the shortest round trip among the last 32."""

    def __init__(self) -> None:
        self._exchanges: deque[tuple[int, int]] = deque(maxlen=_KEPT_EXCHANGES)

    def exchanged(self, ack: wire.HeartbeatAck, now_ns: int) -> None:
        """One more answer."""
        round_trip_ns = now_ns - ack.worker_sent_ns - (ack.sent_ns - ack.received_ns)
        if round_trip_ns >= 0:
            middle_ns = ack.worker_sent_ns + (now_ns - ack.worker_sent_ns) // 2
            coordinators_ns = ack.received_ns + (ack.sent_ns - ack.received_ns) // 2
            self._exchanges.append((round_trip_ns, coordinators_ns - middle_ns))

    def known(self) -> bool:
        """Whether there was an answer."""
        return bool(self._exchanges)

    def offset(self) -> ClockOffset:
        """The error is half the round trip, at least 1."""
        round_trip_ns, offset_ns = min(self._exchanges)
        return ClockOffset(offset_ns, max(1, round_trip_ns // 2))

    def forget(self) -> None:
        """Another coordinator has another clock."""
        self._exchanges.clear()
