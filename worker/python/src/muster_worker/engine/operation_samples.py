"""Single operations of an interval with the time of each of their stages: a bounded number, picked by index."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from muster_worker.engine.block_result import OUTCOMES, ROW, TIMINGS, Code
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.sampling import OperationSampling

MAX_SAMPLES = 500
"""Of one snapshot: about 60 KB of the 16 MB that a frame may hold."""

_CODE, _SERVICE, _RESPONSE, _END, _LEASE, _POSITION, _SIZE, _DIGEST, _ELEMENTS, _INDEX = range(ROW)
Table = NDArray[np.uint64]


def add_samples(
    snapshot: wire.Snapshot,
    sampling: OperationSampling,
    columns: Table,
    covering: Table,
    names: Mapping[int, str],
    offset_ns: int,
) -> None:
    """`columns` are all rows of the interval, one a column; `covering` those of whole blocks."""
    taken, halvings = sampling.taken(covering[_INDEX], MAX_SAMPLES)
    snapshot.sampled_every = sampling.every << halvings
    samples: dict[tuple[int, int], wire.OperationSample] = {}
    for row in covering[:, taken].T.tolist():
        kind, outcome, _ = Code.of(row[_CODE])
        samples[row[_LEASE], row[_POSITION]] = wire.OperationSample(
            operation=names[kind],
            index=row[_INDEX],
            outcome=OUTCOMES.names[outcome],
            start_ns=row[_END] - row[_SERVICE] + offset_ns,
            service_ns=row[_SERVICE],
            response_ns=row[_RESPONSE],
        )
    for row in _stages(columns, covering[_POSITION][taken]):
        sample = samples.get((row[_LEASE], row[_POSITION]))
        if sample is not None:
            sample.stages.add(stage=TIMINGS[Code.of(row[_CODE]).timing], ns=row[_SERVICE])
    snapshot.samples.extend(samples.values())


def _stages(columns: Table, positions: Table) -> list[list[int]]:
    """Rows of stages at these positions, of any lease."""
    timed = columns[_CODE] % np.uint64(len(TIMINGS)) > 0
    rows: list[list[int]] = columns[:, timed & np.isin(columns[_POSITION], positions)].T.tolist()
    return rows
