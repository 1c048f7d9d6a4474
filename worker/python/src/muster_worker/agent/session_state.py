"""Where a worker stands with its coordinator, and which session it has."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from muster_worker.wire import muster_pb2 as wire


class SessionId(NamedTuple):
    """`epoch` is that of the incarnation of the coordinator that knows the session; `session` is 0 without one."""

    epoch: int
    session: int

    def exists(self) -> bool:
        """False before the first Welcome, and after a refusal."""
        return self.session != 0

    def address(self, envelope: wire.Envelope) -> wire.Envelope:
        """Fills in the session."""
        envelope.epoch, envelope.session = self
        return envelope


NO_SESSION = SessionId(0, 0)


def session_of(envelope: wire.Envelope) -> SessionId:
    """The session that a message belongs to."""
    return SessionId(envelope.epoch, envelope.session)


@dataclass(frozen=True)
class Joining:
    """There is no session; `refusal` is the coordinator's last reason, "" if it gave none."""

    refusal: str = ""


@dataclass(frozen=True)
class Joined:
    """The coordinator answers."""


@dataclass(frozen=True)
class Unreachable:
    """There is a session, but the coordinator has not answered for two lease timeouts."""


@dataclass(frozen=True)
class Leaving:
    """The worker was asked to leave and waits for the coordinator's consent."""


SessionState: TypeAlias = Joining | Joined | Unreachable | Leaving
