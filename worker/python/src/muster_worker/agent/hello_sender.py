"""Sends a numbered Hello once a second while the coordinator does not answer, and recognises the answers to it."""

from collections.abc import Callable

from muster_worker.agent.worker_output import WorkerOutput
from muster_worker.wire import muster_pb2 as wire

_INTERVAL_NS = 1_000_000_000


class HelloSender:
    """`nonces` are drawn: one at once, and one for each session that is asked for later."""

    def __init__(self, hello: wire.Hello, nonces: Callable[[], int]) -> None:
        self._nonces, self._hello = nonces, hello
        self._hello.nonce, self._hello.numbered = nonces(), True
        # Answers to attempts up to the answered one are stale: they may come from an incarnation that has died.
        self._attempts = self._answered_attempt = 0
        self._last_sent_ns = -(1 << 62)

    def worker_name(self) -> str:
        """As it joins."""
        return self._hello.name

    def send_if_due(self, output: WorkerOutput, now_ns: int) -> None:
        """One a second at most."""
        if now_ns - self._last_sent_ns < _INTERVAL_NS:
            return
        self._last_sent_ns = now_ns
        self._attempts += 1
        hello = wire.Hello()
        hello.CopyFrom(self._hello)
        hello.previous_epoch, hello.previous_session = output.session
        hello.attempt = self._attempts
        output.send_direct(wire.Envelope(hello=hello))

    def is_answered_by(self, answer: wire.Welcome | wire.Refused) -> bool:
        """Whether it answers an attempt that nothing has answered yet."""
        return bool(answer.nonce == self._hello.nonce and answer.attempt > self._answered_attempt)

    def answered(self) -> None:
        """Later answers to the attempts so far change nothing."""
        self._answered_attempt = self._attempts

    def renew_nonce(self) -> None:
        """The next Hello asks for a new session: the same nonce would keep the old one."""
        self._hello.nonce = self._nonces()
