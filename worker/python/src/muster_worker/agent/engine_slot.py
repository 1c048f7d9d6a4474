"""Which engines a process has: those of one assignment, one for each load of its phase."""

from dataclasses import dataclass, field
from typing import TypeAlias

from muster_worker.engine.leases import Grant
from muster_worker.inflight.phase_engine import PhaseEngine
from muster_worker.pipe import NO_ENGINE, EngineId


@dataclass(frozen=True)
class Empty:
    """No assignment."""

    engine_id: EngineId = NO_ENGINE


@dataclass(eq=False)
class Connecting:
    """Engines connect in the background, and may ask for leases meanwhile: these wait."""

    engine_id: EngineId
    early: list[Grant] = field(default_factory=list)


@dataclass(frozen=True)
class Connected:
    """Engines that take leases; the offset of the coordinator's clock is frozen for the phase."""

    engine_id: EngineId
    phase: PhaseEngine
    offset_ns: int


EngineSlot: TypeAlias = Empty | Connecting | Connected
