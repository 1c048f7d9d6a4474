"""How far a worker is with its part in one phase."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class AwaitingClock:
    """The clock offset of the phase is not known; nothing is connected."""

    ending: bool = False
    connected = started = False


@dataclass(frozen=True)
class Preparing:
    """The engines connect; `ending` if a drain was requested meanwhile."""

    ending: bool = False
    connected = started = False


@dataclass(frozen=True)
class Connected:
    """The engines are connected, and hold no lease."""

    connected = True
    started = ending = False


@dataclass(frozen=True)
class Ready:
    """The coordinator knows that the engines are connected and hold a lease."""

    connected = True
    started = ending = False


@dataclass(frozen=True)
class Running:
    """The start time is set."""

    connected = started = True
    ending = False


@dataclass(frozen=True)
class Draining:
    """The engines finish what is in flight; `started` unless the phase ended before its start."""

    started: bool
    connected = ending = True


@dataclass(frozen=True)
class Finished:
    """Drained is sent; snapshots may wait for their acknowledgement."""

    started: bool
    connected = False
    ending = True


AssignmentState: TypeAlias = AwaitingClock | Preparing | Connected | Ready | Running | Draining | Finished
