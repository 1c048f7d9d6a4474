"""The table of staged bottlenecks in real databases, for benchmarks/culprits: culprits.py NEW.csv ALL.csv PAGE.md."""

import csv
import sys
from pathlib import Path

from tables import renew, replace

COLUMNS = ("date", "staged", "expected", "named", "load average", "sentence")


def table(cases: list[dict[str, str]]) -> str:
    """In Markdown."""
    right = sum(case["expected"] == case["named"] for case in cases)
    dates = ", ".join(sorted({case["date"] for case in cases}))
    lines = [
        f"{right} of {len(cases)} are right. Measured {dates}.",
        "",
        "| staged | named | because |",
        "|---|---|---|",
    ]
    for case in cases:
        wrong = "" if case["expected"] == case["named"] else f" (expected {case['expected']})"
        lines.append(f"| {case['staged']} | {case['named']}{wrong} | {case['sentence'].split('; ')[0]} |")
    return "\n".join(lines) + "\n"


def main(new: Path, kept: Path, page: Path) -> None:
    """Replaces the rows that were measured again, and the table of the page. The file of new ones has no header."""
    with new.open(newline="") as file:
        cases = renew(kept, COLUMNS, ("staged",), list(csv.DictReader(file, COLUMNS)))
    replace(page, "culprits", table(cases))


main(*map(Path, sys.argv[1:4]))
