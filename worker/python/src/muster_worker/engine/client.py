"""One concurrent slot: a thread with a session that executes one block after another."""

from collections.abc import Callable
from threading import Event, Lock, Thread

from muster_worker.engine.block_result import ABORTED, Rows, code_of
from muster_worker.engine.engine_state import EngineState
from muster_worker.engine.execution import Block, Execution, Retries
from muster_worker.engine.journey_execution import JourneySession, StepExecution
from muster_worker.engine.leases import Grant, UnstartedRange
from muster_worker.targets.spi import Session
from muster_worker.workloads.operations import TRANSACTION, Operation


class Client:
    """What the closed and the open model share. The engine's lock guards all but `blocks.pop()`."""

    def __init__(self, state: EngineState, number: int, session: Session) -> None:
        self.state, self.number = state, number
        self.session: Session = session
        self.stopped = Event()
        self.dead = False
        # Cleared while the client must not begin another block.
        self.released = Event()
        self.released.set()
        self._taking = Lock()
        self.current: tuple[Grant, int, int, list[Operation], int, int, int] | None = None
        self.last: tuple[int, int] | None = None
        self.rows = Rows()
        spec = state.spec
        retries = Retries(spec.retries, spec.backoff_ns, spec.phase.key.hash())
        self.execution = Execution(spec.phase.actions, retries, self.rows, self.stopped, spec.answers, spec.stages)
        if spec.journeys:
            step = StepExecution(self.execution, retries, self.stopped, spec.stages)
            more = (spec.generators, spec.journey_timeout_ns)
            self.session = JourneySession(session, self.execution, step, self._begun, lambda: self.dead, *more)
        self.thread = Thread(target=self._run, name=f"client-{number}", daemon=True)

    def _begun(self) -> tuple[int, int]:
        """Index and intended start of the block that begins."""
        if self.current is None:
            raise AssertionError("no block has begun")
        return self.current[2], self.current[5]

    def live(self) -> None:
        """Executes blocks until it is stopped or the phase ends."""
        raise NotImplementedError

    def stop(self) -> list[UnstartedRange]:
        """Nothing is started from now on; returns what was claimed and not started. Under the engine's lock."""
        self.stopped.set()
        return self.take_back(lambda grant: True)

    def take_back(self, which: Callable[[Grant], bool]) -> list[UnstartedRange]:
        """What was claimed of such leases and not started. Under the engine's lock."""
        raise NotImplementedError

    def first_intended_ns(self) -> int:
        """When it may start its first block."""
        return self.state.clock.start_ns

    def over(self) -> bool:
        """Whether it will never record again."""
        return self.dead or not self.thread.is_alive()

    def _run(self) -> None:
        try:
            self.live()
        except Exception as bug:
            self.state.fail(bug)
        finally:
            self.session.close()

    def take(self, take: Callable[[], tuple[int, int] | None]) -> None:
        """Takes rows; `take` returns lease and position of the last block among them."""
        with self._taking:
            self.last = take() or self.last

    def running(self) -> Block | None:
        """The block that it is within, seen by another thread: one that is not among its rows."""
        with self._taking:
            block = Block(*self.current) if self.current else None
            if block is None or self.over():
                return None
            recorded = self.rows.last() or self.last
            return None if recorded == (block.grant.lease, block.position) else block

    def finish(self, block: Block, end_ns: int) -> None:
        """Records a block that is not the plain kind, and reports a bug."""
        self.execution.record(block, end_ns)
        self.execution.result.clear()
        if self.execution.bug is not None:
            self.state.fail(self.execution.bug)

    def aborted_row(self, block: Block, now_ns: int) -> list[int]:
        """The rows that record the block as aborted now."""
        end_ns = max(now_ns, block.start_ns)
        grouped = self.state.spec.phase.actions > 1
        kind = TRANSACTION if grouped else block.operations[0].code
        times = (end_ns - block.start_ns, end_ns - block.intended_ns, end_ns, block.grant.lease)
        covered = (len(block.operations), block.digest, 0, block.index)
        rows = [code_of(kind, ABORTED), *times, block.position, *covered]
        if grouped:
            for at, operation in enumerate(block.operations):
                rows += [code_of(operation.code, ABORTED), *times, block.position + at, 0, 0, 0, 0]
        return rows
