"""The table of crashes, for benchmarks/crash: crash.py ALL.csv PAGE.md."""

import csv
import sys
from pathlib import Path

from tables import replace

# What benchmarks/crash calls otherwise.
DATABASES = {
    "always": "falkordb",
    "everysec": "falkordb",
    "cassandra": "janusgraph on cassandra",
    "nodes": "janusgraph on three nodes of cassandra",
}


def table(rows: list[dict[str, str]]) -> str:
    """In Markdown, a line for each setting and way."""
    crashes = sum(int(row["crashes"]) for row in rows)
    wrong = sum(int(row["phantoms"]) + int(row["wrong"]) for row in rows)
    dates = ", ".join(sorted({row["date"] for row in rows}))
    lines = [
        f"{crashes} crashes; {wrong} wrong answers after them. Measured {dates}.",
        "",
        "| database | setting | crash | crashes | ok/s before | acknowledged | lost | crashes that lost some"
        " | age of the oldest lost, at most | first ok after (least to most) | at 90 % after |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        age = f"{row['rpo_at_most_s']} s" if row["rpo_at_most_s"] else "-"
        recovered = f"{row['recovery_s']} s" if row["recovery_s"] else "-"
        back = (
            f"{row['rto_s']} s ({row['rto_least_s']} to {row['rto_most_s']})"
            if row["rto_s"]
            else "not within the phase"
        )
        lines.append(
            f"| {DATABASES.get(row['database'], row['database'])} | {row['setting']} | {row['how']} | {row['crashes']}"
            f" | {float(row['ok_per_s_before']):,.0f} | {int(row['acknowledged']):,} | {int(row['lost']):,}"
            f" | {row['crashes_with_loss']} | {age}"
            f" | {back} | {recovered} |"
        )
    return "\n".join(lines)


def main(source: Path, page: Path) -> None:
    with source.open(newline="") as file:
        replace(page, "crash", table(list(csv.DictReader(file))))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
