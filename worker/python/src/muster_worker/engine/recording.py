"""Turns rows into snapshots: one for each whole second of the coordinator's clock that holds any."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from muster_worker import histogram
from muster_worker.engine.answers import OUTCOMES, ROW, TIMINGS, Code, Extra, Rows, code_of
from muster_worker.engine.clock import NEVER, PhaseClock
from muster_worker.engine.leases import Covered, runs
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.operations import KINDS, TRANSACTION

_CODE, _SERVICE, _RESPONSE, _END, LEASE, POSITION, SIZE, _DIGEST, _ELEMENTS, _INDEX = range(ROW)
_MOST_SLOW = 20
Table = NDArray[np.uint64]


class Recording:
    """What was taken from clients and not handed over yet; one thread uses it."""

    def __init__(self, clock: PhaseClock) -> None:
        self._clock = clock
        self._tables: list[Table] = []
        self._extras: list[Extra] = []
        self._first_end_ns = NEVER
        self.completed = 0
        self.service_ns = 0

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
        table = np.concatenate(self._tables)
        ends = table[:, _END].astype(np.int64)
        starts = self._clock.interval_starts(ends)
        for start in np.unique(starts).tolist():
            end = self._clock.interval_end(start)
            if end <= until_ns:
                extras = [extra for extra in self._extras if start <= extra.end_ns < end]
                yield self._snapshot(start, end, table[starts == start], extras)
        open_starts = [start for start in np.unique(starts).tolist() if self._clock.interval_end(start) > until_ns]
        later = np.isin(starts, open_starts)
        self._tables, self._first_end_ns = [], NEVER
        if later.any():
            self._tables = [table[later]]
            self._expect(table[later])
        least = int(ends[later].min()) if later.any() else None
        self._extras = [] if least is None else [extra for extra in self._extras if extra.end_ns >= least]

    def _expect(self, table: Table) -> None:
        """Remembers when the first interval ends that holds anything: until then there is nothing to do."""
        first = table[:, _END].min(keepdims=True).astype(np.int64)
        self._first_end_ns = min(
            self._first_end_ns, self._clock.interval_end(int(self._clock.interval_starts(first)[0]))
        )

    def _snapshot(self, start_ns: int, end_ns: int, table: Table, extras: list[Extra]) -> wire.Snapshot:
        offset_ns = self._clock.offset_ns
        covering = table[table[:, SIZE] > 0]
        snapshot = wire.Snapshot(
            start_ns=start_ns + offset_ns,
            end_ns=end_ns + offset_ns,
            last_completion_ns=int(table[:, _END].max()) + offset_ns,
            digest=int(covering[:, _DIGEST].sum(dtype=np.uint64)),
            coverage=[wire.Coverage(lease=one.lease, runs=one.runs) for one in coverage(covering)],
            slow=[self._slow(row) for row in _slowest(covering)],
        )
        samples = 0
        for series in _series(table, extras):
            snapshot.series.append(series)
            if series.timing == "service" and series.operation != KINDS[TRANSACTION]:
                samples += series.samples
        covered = int(covering[:, SIZE].sum())
        if samples != covered:
            raise AssertionError(f"{samples} samples for {covered} covered positions")
        self.service_ns += int(covering[:, _SERVICE].sum())
        return snapshot

    def _slow(self, row: list[int]) -> wire.SlowOperation:
        kind, outcome, _ = Code.of(row[_CODE])
        return wire.SlowOperation(
            operation=KINDS[kind],
            index=row[_INDEX],
            end_ns=row[_END] + self._clock.offset_ns,
            service_ns=row[_SERVICE],
            response_ns=row[_RESPONSE],
            outcome=OUTCOMES.names[outcome],
        )


def _slowest(covering: Table) -> list[list[int]]:
    if len(covering) > _MOST_SLOW:
        covering = covering[np.argpartition(covering[:, _RESPONSE], -_MOST_SLOW)[-_MOST_SLOW:]]
    slowest: list[list[int]] = covering[np.argsort(covering[:, _RESPONSE])[::-1]].tolist()
    return slowest


def coverage(covering: Table) -> list[Covered]:
    """The covered positions by lease, joined; raises if one is covered twice."""
    order = covering[np.lexsort((covering[:, POSITION], covering[:, LEASE]))]
    lease, position, size = (order[:, column].astype(np.int64) for column in (LEASE, POSITION, SIZE))
    joins = (lease[1:] == lease[:-1]) & (position[1:] == position[:-1] + size[:-1])
    first = np.flatnonzero(np.concatenate(([True], ~joins))) if len(lease) else np.array([], dtype=np.int64)
    last = np.append(first[1:], len(lease)) - 1
    ranges: dict[int, list[tuple[int, int]]] = {}
    for of, start, end in zip(
        order[first, LEASE].tolist(), position[first].tolist(), (position[last] + size[last]).tolist(), strict=True
    ):
        ranges.setdefault(of, []).append((start, end))
    return [Covered(of, runs(of_lease)) for of, of_lease in ranges.items()]


def _series(table: Table, extras: list[Extra]) -> Iterator[wire.Series]:
    codes = table[:, _CODE]
    retried = {code for extra in extras for code in _retried(extra)}
    for code in sorted(set(np.unique(codes).tolist()) | retried):
        rows = table[codes == code]
        kind, outcome, timing = Code.of(code)
        if timing:
            yield _timed(kind, outcome, TIMINGS[timing], rows[:, _SERVICE])
            continue
        service = _timed(kind, outcome, "service", rows[:, _SERVICE])
        _add_counters(service, code, rows, extras)
        yield service
        if len(rows):
            yield _timed(kind, outcome, "response", rows[:, _RESPONSE])


def _retried(extra: Extra) -> list[int]:
    """The codes that its failed attempts count under."""
    kind = Code.of(extra.code).kind
    return [code_of(kind, outcome) for outcome in extra.retried]


def _timed(kind: int, outcome: int, timing: str, values: Table) -> wire.Series:
    clamped = np.minimum(values, np.uint64(histogram.HIGHEST_NS)).astype(np.int64)
    return wire.Series(
        operation=KINDS[kind],
        timing=timing,
        outcome=OUTCOMES.names[outcome],
        samples=len(values),
        clamped=int((values > histogram.HIGHEST_NS).sum()) if timing == "service" else 0,
        histogram=histogram.encode(histogram.count(clamped)),
    )


def _add_counters(series: wire.Series, code: int, rows: Table, extras: list[Extra]) -> None:
    series.elements = int(rows[:, _ELEMENTS].sum())
    series.clamped += int((rows[:, _RESPONSE] > histogram.HIGHEST_NS).sum())
    for extra in extras:
        if extra.code == code:
            series.bytes_sent += extra.sent
            series.bytes_received += extra.received
            series.first_message = series.first_message or extra.message
        series.retries += _retried(extra).count(code)
