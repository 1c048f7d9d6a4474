"""The tables of what databases carry, for benchmarks/databases: databases.py STORE FIRST_RUN ALL.csv PAGE.md."""

import json
import sqlite3
import sys
import time
from pathlib import Path

from tables import renew, replace

COLUMNS = ("date", "database", "what", "per_s", "p50_ms", "p99_ms", "server_cpu_us", "steady", "validity", "answers")
WHAT = ("feed", "post", "follow", "vertices in batches", "edges in batches", "single vertices", "single edges")
RUNS = """
    SELECT r.name, s.phase, s.parameters_json, s.validity, s.answers, s.p50_ns / 1e6, s.p99_ns / 1e6,
        s.throughput_per_s, s.elements * 1.0 / s.operations,
        (v.user_cores + v.system_cores) * 1e6 / s.throughput_per_s,
        NOT EXISTS (SELECT 1 FROM check_summary c
            WHERE c.run_id = s.run_id AND c.step = s.step AND c.name = 'steady' AND NOT c.passed)
    FROM step_summary s JOIN run r USING (run_id)
        LEFT JOIN server_summary v
            ON v.run_id = s.run_id AND v.step = s.step AND v.trial = s.trial AND v.phase = s.phase AND v.kind = 'server'
    WHERE s.run_id >= ? AND s.phase IN ('measure', 'vertices', 'edges') AND s.operations > 0
    ORDER BY s.run_id, s.step"""


def what(plan: str, phase: str, parameters: str) -> str:
    """One of WHAT."""
    if phase == "measure":
        return str(next(iter(json.loads(parameters)["workload.mix"])))
    return f"{phase} in batches" if plan == "batch-insert" else f"single {phase}"


def measured(store: Path, first_run: int) -> list[dict[str, str]]:
    """The rows of the runs from `first_run` on. Rates of inserts are of vertices and edges, not of batches."""
    rows = []
    with sqlite3.connect(store) as database:
        for name, phase, parameters, validity, answers, p50, p99, rate, size, cpu, steady in database.execute(
            RUNS, (first_run,)
        ):
            database_name, plan = name.split(" ", 1)
            each = 1 if phase == "measure" else size
            row = {
                "date": time.strftime("%Y-%m-%d"),
                "database": database_name,
                "what": what(plan, phase, parameters),
                "per_s": round(rate * each, 1),
                "p50_ms": "" if p50 is None else round(p50, 3),
                "p99_ms": "" if p99 is None else round(p99, 3),
                "server_cpu_us": "" if cpu is None else round(cpu / each, 1),
                "steady": steady,
                "validity": validity or "none",
                "answers": answers or "none",
            }
            rows.append({column: str(value) for column, value in row.items()})
    return rows


def three_digits(text: str) -> str:
    """Three digits are as much as such a measurement can be trusted for."""
    value = float(text)
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def cell(row: dict[str, str], column: str) -> str:
    """The figure, and what must be known to read it."""
    if not row.get(column):
        return "-"
    doubts = [
        doubt
        for doubt, holds in (
            ("not steady", row["steady"] == "0"),
            (row["validity"], row["validity"] != "valid"),
            (f"answers {row['answers']}", row["answers"] != "right"),
        )
        if holds and column == "per_s"
    ]
    return three_digits(row[column]) + (f" ({', '.join(doubts)})" if doubts else "")


def table(rows: list[dict[str, str]]) -> str:
    """In Markdown: throughput, latency and processor time."""
    by_name = {(row["database"], row["what"]): row for row in rows}
    databases = list(dict.fromkeys(row["database"] for row in rows))
    lines = []
    for title, column in (
        ("operations, vertices or edges a second", "per_s"),
        ("p99 of a request, ms", "p99_ms"),
        ("processor time of the server for one of them, us", "server_cpu_us"),
    ):
        lines += [f"| {title} | {' | '.join(databases)} |", "|---" * (1 + len(databases)) + "|"]
        for kind in WHAT:
            cells = [cell(by_name.get((database, kind), {}), column) for database in databases]
            lines.append(f"| {kind} | {' | '.join(cells)} |")
        lines.append("")
    dates = ", ".join(sorted({row["date"] for row in rows}))
    return "\n".join([*lines, f"Measured {dates}."])


def main(store: Path, first_run: int, kept: Path, page: Path) -> None:
    """Replaces the rows that were measured again, and the table of the page."""
    text = table(renew(kept, COLUMNS, ("database", "what"), measured(store, first_run)))
    replace(page, "databases", text)
    print(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]))
