"""Sends heartbeats: the first few in quick succession, because their answers measure the clock offset."""

from muster_worker.agent.clock_sync import ClockOffset, ClockSync
from muster_worker.agent.worker_output import WorkerOutput
from muster_worker.wire import muster_pb2 as wire

_FIRST_EXCHANGES = 8
_QUICKER = 50


class HeartbeatSender:
    """The answers measure the clock."""

    def __init__(self) -> None:
        self._clock = ClockSync()
        self._interval_ns = 1_000_000_000
        self._last_sent_ns = self._sent = 0

    def restart(self, interval_ns: int) -> None:
        """A new session begins: another coordinator has another clock."""
        self._interval_ns = interval_ns
        self._clock.forget()
        self._sent = 0

    def send_if_due(self, output: WorkerOutput, used: wire.Resources, now_ns: int) -> bool:
        """Whether a heartbeat was due, and sent."""
        interval_ns = self._interval_ns if self.settled() else self._interval_ns // _QUICKER
        if now_ns - self._last_sent_ns < interval_ns:
            return False
        self._last_sent_ns = now_ns
        output.send_unreliable(wire.Envelope(heartbeat=self._next(used, now_ns)))
        return True

    def _next(self, used: wire.Resources, now_ns: int) -> wire.Heartbeat:
        self._sent += 1
        heartbeat = wire.Heartbeat(seq=self._sent, worker_sent_ns=now_ns, resources=used)
        if self._clock.known():
            heartbeat.offset_ns, heartbeat.offset_error_ns = self._clock.offset()
        return heartbeat

    def acknowledged(self, ack: wire.HeartbeatAck, now_ns: int) -> None:
        """The answer to one."""
        self._clock.exchanged(ack, now_ns)

    def settled(self) -> bool:
        """Whether the first exchanges are over."""
        return self._sent >= _FIRST_EXCHANGES

    def clock_known(self) -> bool:
        """Whether the offset is precise enough for a phase."""
        return self._clock.known() and self.settled()

    def offset(self) -> ClockOffset:
        """Only while the clock is known."""
        return self._clock.offset()
