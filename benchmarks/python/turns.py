"""What taking turns costs an arm, for benchmarks/turns: turns.py NAME STORE WINDOWS.

The first window of each turn by the mean of the others; of the turns of a restart the middle half, since a neighbour's
burst may fall into one window; and Student's interval over restarts.
"""

import math
import sqlite3
import statistics
import sys
from itertools import groupby
from pathlib import Path

STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""97.5 % quantiles for 1, 2, ... degrees of freedom."""


def ratios(store: Path, windows: int) -> list[float]:
    """The logarithm of each restart."""
    with sqlite3.connect(store) as database:
        rows = database.execute(
            "SELECT restart, operations * 1.0 / measured_ns FROM turn"
            " WHERE comparison_id = (SELECT max(comparison_id) FROM turn) ORDER BY restart, turn"
        ).fetchall()
    logs = []
    for _, restart in groupby(rows, key=lambda row: row[0]):
        rates = [rate for _, rate in restart]
        turns = [rates[at : at + windows] for at in range(0, len(rates), windows)]
        logs.append(middle([first(turn) for turn in turns if any(turn[1:])]))
    return logs


def first(turn: list[float]) -> float:
    """The logarithm of the first window by the others; one without operations is the lowest there is."""
    return math.log(turn[0] / statistics.fmean(turn[1:])) if turn[0] else -math.inf


def middle(values: list[float]) -> float:
    """The mean without the lowest and the highest quarter."""
    out = len(values) // 4
    return statistics.fmean(sorted(values)[out : len(values) - out])


def main(name: str, store: Path, windows: int) -> None:
    logs = ratios(store, windows)
    mean = statistics.fmean(logs)
    error = statistics.stdev(logs) / math.sqrt(len(logs))
    half = STUDENT[min(len(logs) - 1, len(STUDENT)) - 1] * error
    print(
        f"{name}: the first window of a turn / the others"
        f" {math.exp(mean):.4f} ({math.exp(mean - half):.4f} to {math.exp(mean + half):.4f}), {len(logs)} restarts"
    )


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
