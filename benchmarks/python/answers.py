"""What the digest of an answer of 10 rows costs a Python worker: python benchmarks/python/answers.py

An integer, a short text, a real number and a date a row, as in `bash benchmarks/run answers`. The best of five rounds.
"""

from datetime import date
from time import process_time_ns

from muster_worker.answers.digest import Digester

ROWS = [[1_000_000 + i, f"first name {i}", i / 7.0, date.fromordinal(719_163 + i)] for i in range(10)]
ANSWERS = 20_000


def round_ns() -> float:
    """Processor time of one answer."""
    digester = Digester()
    since_ns = process_time_ns()
    for _ in range(ANSWERS):
        digester.begin(False)
        for row in ROWS:
            digester.row(row)
    return (process_time_ns() - since_ns) / ANSWERS


if __name__ == "__main__":
    print(f"answer of {len(ROWS)} rows: {min(round_ns() for _ in range(5)):.0f} ns of processor time")
