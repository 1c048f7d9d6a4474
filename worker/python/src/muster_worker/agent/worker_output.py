"""Collects the actions of one step, and numbers the messages of the current session."""

from typing import Any

from muster_worker.agent.reliable_channel import ReliableChannel
from muster_worker.agent.session_state import NO_SESSION, SessionId
from muster_worker.agent.worker_action import Action, Log, Send
from muster_worker.wire import muster_pb2 as wire


class WorkerOutput:
    """The `body` of a message is given as the one field of the envelope that it is."""

    def __init__(self) -> None:
        self.session = NO_SESSION
        self._channel = ReliableChannel()
        self._actions: list[Action] = []

    def open(self, session: SessionId) -> None:
        """What is sent from now on belongs to this session."""
        self.session, self._channel = session, ReliableChannel()

    def close(self) -> None:
        """There is no session any more: messages that need one are dropped."""
        self.session = NO_SESSION

    def send(self, **body: Any) -> None:
        """Sends until the coordinator confirms it."""
        if self.session.exists():
            self.send_direct(self._channel.send(self.session.address(wire.Envelope(**body))))

    def send_unreliable(self, envelope: wire.Envelope) -> None:
        """Sends once; for what is repeated anyway."""
        if self.session.exists():
            self.send_direct(self._channel.send_unreliable(self.session.address(envelope)))

    def send_direct(self, envelope: wire.Envelope) -> None:
        """Sends once, outside the current session."""
        self.act(Send(envelope))

    def resend_overdue(self, now_ns: int) -> None:
        """Sends again what the coordinator has not confirmed in time."""
        for message in self._channel.overdue(now_ns):
            self.send_direct(message)

    def receive(self, envelope: wire.Envelope, now_ns: int) -> bool:
        """Whether to act on a message: it arrived in order, and for the first time."""
        return self._channel.receive(envelope, now_ns)

    def log(self, line: str) -> None:
        """For people."""
        self.act(Log(line))

    def act(self, action: Action) -> None:
        """Adds an action to this step."""
        self._actions.append(action)

    def take(self) -> list[Action]:
        """The actions since the last call."""
        taken, self._actions = self._actions, []
        return taken
