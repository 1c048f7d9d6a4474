"""Turns rows into snapshots: one for each whole second of the coordinator's clock that holds any.

Rows are taken as tables, one row a line; what is counted is turned round first, so that each column lies together."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from muster_results import histogram
from muster_worker.engine.answer_comparison import WRONG_ANSWER
from muster_worker.engine.block_result import (
    CODES_OF_A_KIND,
    DUPLICATE,
    EMPTY_ANSWER,
    OUTCOMES,
    ROW,
    TIMINGS,
    Code,
    Extra,
    Rows,
    code_of,
)
from muster_worker.engine.clock import NEVER, PhaseClock
from muster_worker.engine.leases import Covered, runs
from muster_worker.engine.non_ok_positions import feeds, non_ok_positions
from muster_worker.engine.operation_samples import add_samples
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.mix import MASK
from muster_worker.workloads.operations import FIRST_NAMED, KINDS, TRANSACTION, is_counted
from muster_worker.workloads.sampling import OperationSampling

_CODE, _SERVICE, _RESPONSE, _END, LEASE, POSITION, SIZE, _DIGEST, _ELEMENTS, _INDEX = range(ROW)
_MOST_SLOW = 20
_ANSWERED = ("ok", WRONG_ANSWER, EMPTY_ANSWER)
Table = NDArray[np.uint64]


class Recording:
    """What was taken from clients and not handed over yet; one thread uses it."""

    def __init__(
        self,
        clock: PhaseClock,
        names: Sequence[str] = (),
        sampling: OperationSampling | None = None,
        reads: Collection[int] = (),
    ) -> None:
        """`names` are those of the operations that the plan names; without `sampling` none is recorded singly.

        `reads` are the codes of operations of which answers without a row are counted."""
        self._clock, self._sampling, self._reads = clock, sampling, reads
        self._names = dict(enumerate(KINDS)) | dict(enumerate(names, FIRST_NAMED))
        self._parts = [kind for kind, name in self._names.items() if not is_counted(name)]
        self._steps = frozenset(kind for kind in self._parts if kind != TRANSACTION)
        self._tables: list[Table] = []
        self._extras: list[Extra] = []
        self._first_end_ns = NEVER
        self.completed = 0
        self.service_ns = self.service_samples = 0

    def take(self, rows: Rows) -> Table:
        """Takes all that a client has recorded, and returns it."""
        taken, extras = rows.take()
        table = np.frombuffer(taken, dtype=np.uint64).reshape(-1, ROW)
        self._extras += extras
        self.add(table)
        return table

    def add(self, table: Table) -> None:
        """Adds rows that nobody has taken."""
        if len(table):
            self._tables.append(table)
            self._expect(table)
            self.completed += int(table[:, SIZE].sum())

    def snapshots(self, until_ns: int) -> Iterator[wire.Snapshot]:
        """Of all intervals that ended by then (this process's clock), in order."""
        if not self._tables or self._first_end_ns > until_ns:
            return
        columns = np.ascontiguousarray(np.concatenate(self._tables).T)
        starts = self._clock.interval_starts(columns[_END].astype(np.int64))
        later: list[Table] = []
        for start in _distinct(starts):
            within = columns if starts[0] == start and (starts == start).all() else columns[:, starts == start]
            end = self._clock.interval_end(start)
            if end <= until_ns:
                extras = [extra for extra in self._extras if start <= extra.end_ns < end]
                yield self._snapshot(start, end, within, extras)
            else:
                later.append(within.T)
        self._keep(later)

    def _keep(self, later: list[Table]) -> None:
        """What belongs to intervals that have not ended."""
        self._tables, self._first_end_ns = later, NEVER
        for table in later:
            self._expect(table)
        least_ns = min((int(table[:, _END].min()) for table in later), default=NEVER)
        self._extras = [extra for extra in self._extras if extra.end_ns >= least_ns]

    def _expect(self, table: Table) -> None:
        """Remembers when the first interval ends that holds anything: until then there is nothing to do."""
        first = table[:, _END].min(keepdims=True).astype(np.int64)
        self._first_end_ns = min(
            self._first_end_ns, self._clock.interval_end(int(self._clock.interval_starts(first)[0]))
        )

    def _snapshot(self, start_ns: int, end_ns: int, columns: Table, extras: list[Extra]) -> wire.Snapshot:
        offset_ns = self._clock.offset_ns
        covering = columns if columns[SIZE].all() else columns[:, columns[SIZE] > 0]
        snapshot = wire.Snapshot(
            start_ns=start_ns + offset_ns,
            end_ns=end_ns + offset_ns,
            last_completion_ns=int(columns[_END].max()) + offset_ns,
            last_answer_ns=_last_answer_ns(columns, offset_ns),
            digest=int(covering[_DIGEST].sum(dtype=np.uint64)),
            coverage=[wire.Coverage(lease=one.lease, runs=one.runs) for one in coverage(covering)],
            slow=[self._slow(row) for row in _slowest(covering)],
            non_ok_positions=non_ok_positions(_actions(columns, self._parts), extras),
            feeds=feeds(extras),
            answers=self._answers(columns, extras),
            wrong_answers=[wrong for extra in extras for wrong in extra.wrong],
            seen_answers=[seen for extra in extras for seen in extra.seen],
            content=sum(extra.content for extra in extras) & MASK,
        )
        samples = 0
        for series in _series(columns, extras, self._names):
            snapshot.series.append(series)
            if series.timing == "service" and is_counted(series.operation):
                samples += series.samples
        if self._sampling:
            add_samples(snapshot, self._sampling, columns, covering, self._names, offset_ns)
        covered = int(covering[SIZE].sum())
        if samples != covered:
            raise AssertionError(f"{samples} samples for {covered} covered positions")
        self.service_ns += int(covering[_SERVICE].sum()) + sum(extra.between_ns for extra in extras)
        self.service_samples += covering.shape[1]
        return snapshot

    def _answers(self, columns: Table, extras: list[Extra]) -> list[wire.AnswerCounts]:
        """How many there were, without a row, and compared, by operation."""
        counts: dict[str, wire.AnswerCounts] = {}
        for extra in extras:
            for name, compared in extra.answers:
                count = counts.setdefault(name, wire.AnswerCounts(operation=name))
                count.compared += compared
                count.unchecked += not compared
        for code in _distinct(columns[_CODE].astype(np.int64)) if self._reads else ():
            kind, outcome, timing = Code.of(code)
            if kind not in self._reads or timing:
                continue
            name = self._names[kind]
            rows = columns[:, columns[_CODE] == code]
            if kind in self._steps:
                rows = rows[:, rows[_INDEX] > 0]
            elif OUTCOMES.names[outcome] not in _ANSWERED:
                continue
            if rows.shape[1]:
                count = counts.setdefault(name, wire.AnswerCounts(operation=name))
                elements = rows[_ELEMENTS]
                count.answered += len(elements)
                count.empty += int((elements == 0).sum())
        return list(counts.values())

    def _slow(self, row: list[int]) -> wire.SlowOperation:
        kind, outcome, _ = Code.of(row[_CODE])
        return wire.SlowOperation(
            operation=self._names[kind],
            index=row[_INDEX],
            end_ns=row[_END] + self._clock.offset_ns,
            service_ns=row[_SERVICE],
            response_ns=row[_RESPONSE],
            outcome=OUTCOMES.names[outcome],
        )


def _last_answer_ns(columns: Table, offset_ns: int) -> int:
    """When the last operation ended that the target answered; 0 if it answered none."""
    outcomes = columns[_CODE] % np.uint64(CODES_OF_A_KIND) // np.uint64(len(TIMINGS))
    ends = columns[_END][outcomes <= DUPLICATE]
    return int(ends.max()) + offset_ns if ends.size else 0


def _actions(columns: Table, parts: Sequence[int]) -> Table:
    """Outcome, lease and position of each row that is one action, alone or in a transaction; most often all rows.

    `parts` are the kinds that are not counted."""
    kind, within = np.divmod(columns[_CODE], np.uint64(CODES_OF_A_KIND))
    outcome, timing = np.divmod(within, np.uint64(len(TIMINGS)))
    exceptional = (outcome > 0) & (timing == 0) & ~np.isin(kind, np.array(parts, dtype=np.uint64))
    return np.stack((outcome[exceptional], columns[LEASE][exceptional], columns[POSITION][exceptional]))


def _distinct(values: NDArray[np.int64]) -> list[int]:
    """In order; most often there is one."""
    least, most = int(values.min()), int(values.max())
    return [least] if least == most else np.unique(values).tolist()


def _slowest(covering: Table) -> list[list[int]]:
    """Rows, the slowest first."""
    response = covering[_RESPONSE]
    some = np.arange(len(response))
    if len(some) > _MOST_SLOW:
        some = np.argpartition(response, -_MOST_SLOW)[-_MOST_SLOW:]
    slowest: list[list[int]] = covering[:, some[np.argsort(response[some])[::-1]]].T.tolist()
    return slowest


def coverage(covering: Table) -> list[Covered]:
    """The covered positions by lease, joined; raises if one is covered twice."""
    lease, position, size = (covering[column].astype(np.int64) for column in (LEASE, POSITION, SIZE))
    if not _ascends(lease, position):
        order = np.lexsort((position, lease))
        lease, position, size = lease[order], position[order], size[order]
    joins = (lease[1:] == lease[:-1]) & (position[1:] == position[:-1] + size[:-1])
    first = np.concatenate(([0], np.flatnonzero(~joins) + 1)) if len(lease) else np.array([], dtype=np.int64)
    last = np.append(first[1:], len(lease)) - 1
    ranges: dict[int, list[tuple[int, int]]] = {}
    bounds = zip(position[first].tolist(), (position[last] + size[last]).tolist(), strict=True)
    for of, bound in zip(lease[first].astype(np.uint64).tolist(), bounds, strict=True):
        ranges.setdefault(of, []).append(bound)
    return [Covered(of, runs(of_lease)) for of, of_lease in ranges.items()]


def _ascends(lease: NDArray[np.int64], position: NDArray[np.int64]) -> bool:
    """As with one client, which needs no sorting."""
    later = (lease[1:] > lease[:-1]) | ((lease[1:] == lease[:-1]) & (position[1:] > position[:-1]))
    return bool(later.all())


def _series(columns: Table, extras: list[Extra], names: Mapping[int, str]) -> Iterator[wire.Series]:
    codes = columns[_CODE].astype(np.int64)
    retried = {code for extra in extras for code in _retried(extra)}
    used = _distinct(codes)
    for code in sorted({*used, *retried}):
        rows = columns if used == [code] else columns[:, codes == code]
        kind, outcome, timing = Code.of(code)
        if timing:
            yield _timed(names[kind], outcome, TIMINGS[timing], rows[_SERVICE])
            continue
        service = _timed(names[kind], outcome, "service", rows[_SERVICE])
        _add_counters(service, code, rows, extras)
        yield service
        if rows.shape[1]:
            yield _timed(names[kind], outcome, "response", rows[_RESPONSE])


def _retried(extra: Extra) -> list[int]:
    """The codes that its failed attempts count under."""
    kind = Code.of(extra.code).kind
    return [code_of(kind, outcome) for outcome in extra.retried]


def _timed(operation: str, outcome: int, timing: str, values: Table) -> wire.Series:
    clamped = np.minimum(values, np.uint64(histogram.HIGHEST_NS)).astype(np.int64)
    return wire.Series(
        operation=operation,
        timing=timing,
        outcome=OUTCOMES.names[outcome],
        samples=len(values),
        clamped=int((values > histogram.HIGHEST_NS).sum()) if timing == "service" else 0,
        histogram=histogram.encode(histogram.count(clamped)),
    )


def _add_counters(series: wire.Series, code: int, rows: Table, extras: list[Extra]) -> None:
    series.elements = int(rows[_ELEMENTS].sum())
    series.clamped += int((rows[_RESPONSE] > histogram.HIGHEST_NS).sum())
    for extra in extras:
        if extra.code == code:
            series.bytes_sent += extra.sent
            series.bytes_received += extra.received
            series.first_message = series.first_message or extra.message
        series.retries += _retried(extra).count(code)
