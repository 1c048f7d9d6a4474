"""The table of staged bottlenecks in real databases, for benchmarks/culprits: culprits.py NEW.csv ALL.csv PAGE.md."""

import csv
import sys
from pathlib import Path

from tables import replace

COLUMNS = ("date", "staged", "expected", "named", "load average", "sentence")


def rows(path: Path, columns: tuple[str, ...] | None = None) -> dict[str, dict[str, str]]:
    """By what was staged; a later row replaces an earlier one. Columns: of a file without a header."""
    if not path.exists():
        return {}
    with path.open(newline="") as file:
        return {row["staged"]: row for row in csv.DictReader(file, columns)}


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
    """Replaces the rows that were measured again, and the table of the page."""
    cases = list((rows(kept) | rows(new, COLUMNS)).values())
    with kept.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(cases)
    replace(page, "culprits", table(cases))


main(*map(Path, sys.argv[1:4]))
