"""What recording one operation costs, in nanoseconds: python benchmarks/python/recording.py

"package": two values (service, response) into histograms of the package hdrhistogram. "row": writing a row, which also
says what it covers; "counting": turning it into the same histograms and coverage later. The best of five rounds each.
"""

from collections.abc import Callable
from time import perf_counter_ns

from hdrh.histogram import HdrHistogram

from muster_worker.engine.block_result import Rows
from muster_worker.engine.clock import PhaseClock
from muster_worker.engine.recording import Recording

OPERATIONS = 200_000


def package() -> None:
    """Two histograms."""
    service, response = (
        HdrHistogram(1, 3600 * 10**9, 3),
        HdrHistogram(1, 3600 * 10**9, 3),
    )
    for value in range(OPERATIONS):
        service.record_value(1000 + value)
        response.record_value(2000 + value)


def written() -> Rows:
    """As a client writes them."""
    rows = Rows()
    add = rows.add
    for index in range(OPERATIONS):
        add(
            (
                0,
                1000 + index,
                2000 + index,
                5 * 10**9 + index,
                1,
                index,
                1,
                index << 40,
                0,
                index,
            )
        )
    return rows


def counted(rows: Rows) -> None:
    """As the reporter counts them."""
    clock = PhaseClock(0)
    clock.start_ns = 0
    recording = Recording(clock)
    recording.take(rows)
    assert len(list(recording.snapshots(1 << 61))) == 1


def best_ns(what: Callable[[], object], before: Callable[[], object] = lambda: None) -> int:
    """Nanoseconds an operation."""
    took = []
    for _ in range(5):
        before()
        start_ns = perf_counter_ns()
        what()
        took.append(perf_counter_ns() - start_ns)
    return min(took) // OPERATIONS


def main() -> None:
    """Prints one line."""
    kept: list[Rows] = []
    counting = best_ns(lambda: counted(kept[-1]), lambda: kept.append(written()))
    print(f"package {best_ns(package)} ns, row {best_ns(written)} ns, counting {counting} ns an operation")


if __name__ == "__main__":
    main()
