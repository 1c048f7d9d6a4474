"""Flight without a database: what gRPC carries on this machine, as a bound of any server of Flight.

A process of pyarrow's own server (C++) holds batches in memory as the Neo4j server of Flight makes them (ids, vectors),
and sends them again and again; this process reads them as target "arrow" does. No row is looked up, filled or copied by
the server's own code.

  python benchmarks/python/bare_flight.py --rows 200000

needs pyarrow, which `pip install worker/python[arrow]` brings.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import flight

DIMENSION = 256
"""Floats of a row, as the ready plans have it."""
BATCH_BYTES = 2 << 20
"""As the Neo4j server's."""
ROW_BYTES = 8 + 4 * DIMENSION
STREAMS = 20
BEST = 3
"""Of the streams, as the seed takes them."""


class MemoryServer(flight.FlightServerBase):  # type: ignore[misc]
    """One stream, whatever the ticket."""

    def __init__(self, location: str, rows: int, batch_bytes: int) -> None:
        super().__init__(location)
        size = max(1, batch_bytes // ROW_BYTES)
        self._batches = [batch(first, min(size, rows - first)) for first in range(0, rows, size)]

    def do_get(self, context: Any, ticket: Any) -> Any:
        """All rows."""
        return flight.RecordBatchStream(pa.RecordBatchReader.from_batches(self._batches[0].schema, self._batches))


def batch(first: int, rows: int) -> Any:
    """Columns id and vector."""
    ids = pa.array(np.arange(first, first + rows, dtype=np.int64))
    floats = pa.array(np.random.default_rng(first).random(rows * DIMENSION, dtype=np.float32))
    return pa.record_batch([ids, pa.FixedSizeListArray.from_arrays(floats, DIMENSION)], names=["id", "vector"])


@contextmanager
def served(location: str, rows: int, batch_bytes: int) -> Iterator[str]:
    """The address of a server in a process of its own, which ends with the block."""
    command = [sys.executable, __file__, "--serve", location, "--rows", str(rows), "--batch", str(batch_bytes)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        try:
            yield process.stdout.readline().strip() or sys.exit("the bare server did not start")
        finally:
            process.stdin.close()


def serve(location: str, rows: int, batch_bytes: int) -> None:
    """Until standard input ends."""
    with MemoryServer(location, rows, batch_bytes) as server:
        print(location if location.startswith("grpc+unix") else f"grpc://127.0.0.1:{server.port}", flush=True)
        sys.stdin.read()


def rows_per_s(address: str) -> list[float]:
    """Of single streams, the fastest first; all rows arrive in each."""
    speeds = []
    with flight.connect(address) as client:
        for _ in range(STREAMS):
            began, rows = perf_counter(), 0
            for chunk in client.do_get(flight.Ticket(b"")):
                rows += chunk.data.num_rows
            speeds.append(rows / (perf_counter() - began))
    return sorted(speeds, reverse=True)


def measure(rows: int) -> Iterator[tuple[str, float]]:
    """What was varied, and the mean of the best streams in rows/s."""
    for text, batch_bytes in (("256 KB", 1 << 18), ("2 MB", BATCH_BYTES), ("16 MB", 1 << 24)):
        with served("grpc://127.0.0.1:0", rows, batch_bytes) as address:
            yield f"TCP, batches of {text}", sum(rows_per_s(address)[:BEST]) / BEST
    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"grpc+unix://{Path(folder) / 'flight'}", rows, BATCH_BYTES) as address,
    ):
        yield "Unix socket, batches of 2 MB", sum(rows_per_s(address)[:BEST]) / BEST


def main() -> None:
    """A line for each way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000, help="of a stream; default 200000")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--batch", type=int, default=BATCH_BYTES, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.serve, chosen.rows, chosen.batch)
    else:
        for name, speed in measure(chosen.rows):
            print(f"bare Flight, {name}: {speed:,.0f} rows/s, {speed * ROW_BYTES / 1e9:.2f} GB/s", flush=True)


if __name__ == "__main__":
    main()
