"""One concurrent slot: a thread with a session that executes one block after another."""

from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic_ns
from typing import NamedTuple

from muster_worker.engine.answers import ABORTED, CODES_OF_A_KIND, Rows, code_of
from muster_worker.engine.execution import Block, Execution, Retries, build
from muster_worker.engine.leases import Grant, Remainder
from muster_worker.engine.shared import Shared
from muster_worker.plan import Think
from muster_worker.targets.spi import Session
from muster_worker.workloads.draws import gap_ns
from muster_worker.workloads.mix import mix2
from muster_worker.workloads.operations import TRANSACTION, Operation

_CHUNK_NS = 1_000_000
_MOST_CLAIMED = 1024


class Client:
    """What the closed and the open model share. The engine's lock guards all but `blocks.pop()`."""

    def __init__(self, shared: Shared, number: int, session: Session) -> None:
        self.shared, self.session, self.number = shared, session, number
        self.stopped = Event()
        self.dead = False
        self.current: tuple[Grant, int, int, list[Operation], int, int, int] | None = None
        self.last: tuple[int, int] | None = None
        self.rows = Rows()
        spec = shared.spec
        retries = Retries(spec.retries, spec.backoff_ns, spec.phase.key.hash())
        self.execution = Execution(spec.phase.actions, retries, self.rows, self.stopped)
        self.thread = Thread(target=self._run, name=f"client-{number}", daemon=True)

    def live(self) -> None:
        """Executes blocks until it is stopped or the phase ends."""
        raise NotImplementedError

    def stop(self) -> list[Remainder]:
        """Nothing is started from now on; returns what was claimed and not started. Under the engine's lock."""
        self.stopped.set()
        return self.take_back(lambda grant: True)

    def take_back(self, which: Callable[[Grant], bool]) -> list[Remainder]:
        """What was claimed of such leases and not started. Under the engine's lock."""
        raise NotImplementedError

    def first_intended_ns(self) -> int:
        """When it may start its first block."""
        return self.shared.clock.start_ns

    def over(self) -> bool:
        """Whether it will never record again."""
        return self.dead or not self.thread.is_alive()

    def _run(self) -> None:
        try:
            self.live()
        except Exception as bug:
            self.shared.fail(bug)
        finally:
            self.session.close()

    def finish(self, block: Block, end_ns: int) -> None:
        """Records a block that is not the plain kind, and reports a bug."""
        self.execution.record(block, end_ns)
        self.execution.answers.clear()
        if self.execution.bug is not None:
            self.shared.fail(self.execution.bug)

    def aborted_row(self, block: Block, now_ns: int) -> list[int]:
        """The same block as aborted now, for whoever aborts it."""
        end_ns = max(now_ns, block.start_ns)
        grouped = self.shared.spec.phase.actions > 1
        kind = TRANSACTION if grouped else block.operations[0].code
        times = (end_ns - block.start_ns, end_ns - block.intended_ns, end_ns, block.grant.lease)
        covered = (len(block.operations), block.digest, 0, block.index)
        rows = [code_of(kind, ABORTED), *times, block.position, *covered]
        if grouped:
            for at, operation in enumerate(block.operations):
                rows += [code_of(operation.code, ABORTED), *times, block.position + at, 0, 0, 0, 0]
        return rows


class ClosedClient(Client):
    """Starts its next operation when the one before has ended, after thinking and pacing."""

    def __init__(self, shared: Shared, number: int, session: Session) -> None:
        super().__init__(shared, number, session)
        phase = shared.spec.phase
        self._pauses = phase.think.mean_ns > 0 or phase.pacing_ns > 0
        self._think = ThinkTime(phase.think, phase.key.hash(), number)
        self._ramp_offset_ns = phase.ramp_ns * number // max(1, shared.spec.clients)
        self._added_ns = monotonic_ns() if shared.gate.is_set() else 0
        self._wanting = False
        self._chunk = 1
        self._claimed_ns = 0
        self.grant = Grant(-1, 0, 0, 1, 0)
        self.blocks: list[int] = []

    def live(self) -> None:
        self._want()
        self.shared.gate.wait()
        if not self.stopped.is_set():
            self._execute(self.first_intended_ns())
        if self._wanting:
            with self.shared.lock:
                self.shared.wishes.cancel_one()

    def first_intended_ns(self) -> int:
        return max(self._added_ns, self.shared.clock.start_ns + self._ramp_offset_ns)

    def _execute(self, intended_ns: int) -> None:
        """The hot loop, and so all in one place: each call costs as much as reading the clock.

        Whoever stops the client or takes blocks back empties `blocks`; a block is the client's once it has popped it.
        Without a pause in between, an operation is due when the one before has ended."""
        shared, execution, blocks = self.shared, self.execution, self.blocks
        at, actions, end_ns = shared.spec.operations.at, shared.spec.phase.actions, shared.clock.end_ns
        execute, add, answers, now = self.session.execute, self.rows.add, execution.answers, monotonic_ns
        grant, lease, first, step = self.grant, -1, 0, 0
        single, pauses, lease_wait_ns = shared.wishes.single, self._pauses, 0
        if not self._due(intended_ns):
            return
        while True:
            if not blocks:
                lease_wait_ns += self._claim()
                if not blocks and self.stopped.is_set():
                    return
                grant = self.grant
                lease, first, step = grant.lease, grant.first, grant.stride * actions
            try:
                block = blocks[-1]
            except IndexError:
                continue
            index = first + block * step
            if actions == 1:
                operation = at(index)
                built, digest = [operation], operation.digest()
            else:
                built, digest = build(shared.spec.operations, grant, block, actions)
            start_ns = now()
            if start_ns >= end_ns or shared.broken:
                return
            answers.marked_ns = answers.started_ns = start_ns
            try:
                blocks.pop()
            except IndexError:
                continue
            if lease_wait_ns:
                answers.add_stage("lease", lease_wait_ns)
                lease_wait_ns = 0
            self.current = (grant, block * actions, index, built, digest, intended_ns, start_ns)
            try:
                execute(built, answers)
                done_ns = now()
            except Exception as failure:
                done_ns = execution.failed(self.session, built, index, failure)
            if actions == 1 and answers.silent and execution.clean:
                service_ns, response_ns = done_ns - start_ns, done_ns - intended_ns
                code = built[0].code * CODES_OF_A_KIND
                add((code, service_ns, response_ns, done_ns, lease, block, 1, digest, 0, index))
            else:
                self.finish(Block(*self.current), done_ns)
            intended_ns = done_ns
            if single:
                self._wanting = False
            if pauses:
                intended_ns = self._next_intended_ns(start_ns, done_ns)
                if not self._due(intended_ns):
                    return

    def _due(self, intended_ns: int) -> bool:
        """Waits for a time to come; false if the client was stopped or the phase ends before."""
        if intended_ns >= self.shared.clock.end_ns:
            return False
        left_ns = intended_ns - monotonic_ns()
        return left_ns <= 0 or not self.stopped.wait(left_ns / 1e9)

    def _next_intended_ns(self, start_ns: int, end_ns: int) -> int:
        return max(end_ns + self._think.next_ns(), start_ns + self.shared.spec.phase.pacing_ns)

    def _want(self) -> None:
        if self.shared.wishes.single and not self._wanting:
            self._wanting = True
            with self.shared.lock:
                self.shared.wishes.one()

    def _claim(self) -> int:
        """Fills `blocks`, waiting for a lease if there is none; returns how long it waited."""
        self._want()
        if not self._pauses:
            self._resize_chunk()
        shared = self.shared
        waited_ns = 0
        with shared.lock:
            claimed = None if self.stopped.is_set() else shared.leases.claim(self._chunk, shared.wishes.clients)
            if claimed is None:
                since_ns = monotonic_ns()
                while claimed is None and not self.stopped.is_set():
                    shared.changed.wait()
                    claimed = None if self.stopped.is_set() else shared.leases.claim(self._chunk, shared.wishes.clients)
                waited_ns = monotonic_ns() - since_ns
                shared.lease_wait_ns += waited_ns
            if claimed is not None:
                self.grant = claimed.grant
                self.blocks.extend(range(claimed.end - 1, claimed.start - 1, -1))
            shared.wishes.refill()
        return waited_ns

    def _resize_chunk(self) -> None:
        """As many blocks are claimed at once as take about a millisecond, so that claiming costs little beside them."""
        now_ns = monotonic_ns()
        took_ns, self._claimed_ns = now_ns - self._claimed_ns, now_ns
        if took_ns < _CHUNK_NS // 2 and self._chunk * self.shared.spec.phase.actions < _MOST_CLAIMED:
            self._chunk *= 2
        elif took_ns > 2 * _CHUNK_NS and self._chunk > 1:
            self._chunk //= 2

    def take_back(self, which: Callable[[Grant], bool]) -> list[Remainder]:
        remainders = []
        while self.blocks and which(self.grant):
            try:
                block = self.blocks.pop(0)
            except IndexError:
                break
            remainders.append(Remainder(self.grant, block, block + 1, 0))
        return remainders


class ThinkTime:
    """One client's pauses between operations, drawn anew for each."""

    def __init__(self, think: Think, seed: int, client: int) -> None:
        self._think, self._key, self._draws = think, mix2(seed, client), 0

    def next_ns(self) -> int:
        """The next of them."""
        if not self._think.exponential:
            return self._think.mean_ns
        self._draws += 1
        return gap_ns(mix2(self._key, self._draws - 1), self._think.mean_ns)


class Due(NamedTuple):
    """A block that the pacer hands over."""

    grant: Grant
    block: int
    intended_ns: int
    lease_wait_ns: int
    handed_over_ns: int


class OpenClient(Client):
    """Executes the block that the pacer hands over, and says when it is idle again."""

    def __init__(self, shared: Shared, number: int, session: Session, idle: "deque[OpenClient]") -> None:
        super().__init__(shared, number, session)
        self._idle = idle
        self._wanting = False
        self.inbox: SimpleQueue[Due | None] = SimpleQueue()

    def live(self) -> None:
        while not self.stopped.is_set():
            with self.shared.lock:
                if self.shared.wishes.single and not self._wanting:
                    self._wanting = True
                    self.shared.wishes.one()
                self._idle.append(self)
                self.shared.changed.notify_all()
            due = self.inbox.get()
            if due is not None:
                self._wanting = False
                self._execute(due)
        if self._wanting:
            with self.shared.lock:
                self.shared.wishes.cancel_one()

    def _execute(self, due: Due) -> None:
        """An arrival that was due before the end is executed, however late it starts."""
        spec = self.shared.spec
        actions = spec.phase.actions
        built, digest = build(spec.operations, due.grant, due.block, actions)
        index = due.grant.first + due.block * due.grant.stride * actions
        start_ns = monotonic_ns()
        self.execution.answers.marked_ns = self.execution.answers.started_ns = start_ns
        if due.lease_wait_ns > 0:
            self.execution.answers.add_stage("lease", due.lease_wait_ns)
        with self.shared.lock:
            self.shared.handover_ns += start_ns - due.handed_over_ns
            self.shared.handovers += 1
        self.current = (due.grant, due.block * actions, index, built, digest, due.intended_ns, start_ns)
        self.finish(Block(*self.current), self.execution.run(self.session, built, index))

    def stop(self) -> list[Remainder]:
        remainders = super().stop()
        self.inbox.put(None)
        return remainders

    def take_back(self, which: Callable[[Grant], bool]) -> list[Remainder]:
        """The pacer hands over to clients that wait: what is in the inbox is as good as started."""
        return []
