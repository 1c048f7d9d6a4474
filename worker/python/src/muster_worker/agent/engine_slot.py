"""Which engine a process has."""

from dataclasses import dataclass, field
from typing import TypeAlias

from muster_worker.engine.engine import Engine
from muster_worker.engine.leases import Grant
from muster_worker.pipe import NO_ENGINE, EngineId


@dataclass(frozen=True)
class Empty:
    """No assignment."""

    engine_id: EngineId = NO_ENGINE


@dataclass(eq=False)
class Connecting:
    """An engine connects in the background, and may ask for leases meanwhile: these wait."""

    engine_id: EngineId
    early: list[Grant] = field(default_factory=list)


@dataclass(frozen=True)
class Connected:
    """An engine that takes leases; the offset of the coordinator's clock is frozen for the phase."""

    engine_id: EngineId
    engine: Engine
    offset_ns: int


EngineSlot: TypeAlias = Empty | Connecting | Connected
