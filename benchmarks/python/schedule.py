"""Whether load is offered as the plan says: each second of a profile, and a rate next to clients that scan.

    python benchmarks/python/schedule.py [--times 5] [--http URI] [--falkordb URI] [--workers 2]
    bash benchmarks/schedule

Prints a line a run. A second's operations are those of its snapshots, which end exactly with it; they are compared
with the integral of the profile over the same time. An arrival that is started late by a pause of the machine counts
for the second in which it completes: the schedule lag is printed next to it. Needs nothing but Python and what
./muster has built.
"""

import argparse
import json
import sqlite3
import subprocess
import tempfile
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

MUSTER = Path(__file__).resolve().parents[2] / "muster"
STAGES = "{from: 100/s, stages: [{to: 1000/s, in: 10s}, {hold: 10s}, {to: 100/s, in: 10s}]}"
WRITERS_PER_S = 200
LOAD = "  - {kind: load, clients: 4}\n"
GRAPHITY = "{kind: graphity, algorithm: stou, users: 500, mix: {follow: 50, post: 45, feed: 5}}"
WHOLE_S = 0.99


def plans(kind: str, uri: str) -> dict[str, str]:
    target = f"{{kind: {kind}, uri: '{uri}'}}" if uri else "{kind: noop}"
    graph = kind == "falkordb"
    workload = GRAPHITY if graph else "{kind: noop}"
    head = f"name: schedule\ntarget: {target}\nworkload: {workload}\nphases:\n{LOAD if graph else ''}"
    scans = (
        "operations: {feed: 1}" if graph else "workload: {kind: noop, delay: 20ms}" if kind == "noop" else "think: 0s"
    )
    writers = f"{'operations: {follow: 50, post: 50}, ' if graph else ''}rate: {WRITERS_PER_S}/s"
    streams = f"{{writers: {{{writers}}}, scans: {{clients: 4, {scans}}}}}"
    return {
        "stages": f"{head}  - kind: measure\n    rate: {STAGES}\n",
        "streams": f"{head}  - kind: measure\n    duration: 30s\n    streams: {streams}\n",
    }


def integral(points: list[list[float]], start_s: float, end_s: float) -> float:
    """Of straight lines between points, each a second and a rate."""
    whole = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        low, high = max(start_s, x0), min(end_s, x1)
        if high > low:
            middle = y0 + (y1 - y0) * ((low + high) / 2 - x0) / (x1 - x0)
            whole += middle * (high - low)
    return whole


def seconds(db: sqlite3.Connection, stream: int) -> list[tuple[float, float, int]]:
    """From when to when after the start of the phase, and how many operations were completed."""
    (start_ns,) = db.execute("SELECT start_ns FROM phase WHERE kind = 'measure'").fetchone()
    found: dict[int, list[int]] = defaultdict(lambda: [2**63, 0, 0])
    for from_ns, to_ns, operations in db.execute(
        "SELECT start_ns, end_ns, sum(operations) FROM snapshot_batch"
        " WHERE accepted AND phase = 'measure' AND stream = ? GROUP BY 1, 2",
        (stream,),
    ):
        second = found[from_ns // 10**9]
        second[0], second[1], second[2] = min(second[0], from_ns), max(second[1], to_ns), second[2] + operations
    return [((a - start_ns) / 1e9, (b - start_ns) / 1e9, n) for _, (a, b, n) in sorted(found.items())]


def lag_ms(db: sqlite3.Connection) -> float:
    (ns,) = db.execute(
        "SELECT max(value) FROM resource WHERE phase = 'measure' AND name = 'schedule_lag_max_ns'"
    ).fetchone()
    return float(ns or 0) / 1e6


def missing(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT sum(missing) FROM coverage_summary WHERE phase = 'measure'").fetchone()[0])


def stages(db: sqlite3.Connection) -> str:
    points = json.loads(db.execute("SELECT points_json FROM load_profile").fetchone()[0])
    whole = [(a, b, n) for a, b, n in seconds(db, 0) if b - a >= WHOLE_S]
    parts = [(a, n / integral(points, a, b) - 1) for a, b, n in whole]
    worst = max(parts, key=lambda part: abs(part[1]))
    outside = [f"{a:.1f} s {part:+.1%}" for a, part in parts if abs(part) > 0.02]
    planned, covered = db.execute("SELECT planned, covered FROM coverage_summary WHERE phase = 'measure'").fetchone()
    return (
        f"{len(whole)} whole seconds, worst {worst[1]:+.2%} at {worst[0]:.1f} s,"
        f" outside 2 %: {', '.join(outside) or 'none'}; planned {planned}, executed {covered}"
    )


def streams(db: sqlite3.Connection) -> str:
    rows = dict(db.execute("SELECT stream, throughput_per_s FROM stream_summary").fetchall())
    parts = [n / WRITERS_PER_S / (b - a) - 1 for a, b, n in seconds(db, 0) if b - a >= WHOLE_S]
    worst = max(parts, key=abs)
    kept = rows["writers"] / WRITERS_PER_S - 1
    return f"writers {rows['writers']:.2f}/s ({kept:+.2%}), worst second {worst:+.2%}; scans {rows['scans']:.0f}/s"


def run(kind: str, uri: str, name: str, workers: int, folder: Path) -> str:
    plan, store = folder / f"{name}.yaml", folder / f"{name}.db"
    plan.write_text(plans(kind, uri)[name], "utf-8")
    store.unlink(missing_ok=True)
    command = [MUSTER, "run", plan, "--workers", workers, "--store", store, "--json"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 111):
        raise RuntimeError(f"{kind} {name}: exit code {done.returncode}: {done.stderr.strip()[-400:]}")
    with sqlite3.connect(store) as db:
        figures = stages(db) if name == "stages" else streams(db)
        validity = db.execute("SELECT validity FROM run").fetchone()[0]
        return f"{figures}; missing {missing(db)}; schedule lag at most {lag_ms(db):.0f} ms; {validity}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether load is offered as the plan says.")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--http", default="")
    parser.add_argument("--falkordb", default="")
    options = parser.parse_args()
    targets = [
        ("noop", ""),
        *((kind, uri) for kind, uri in (("http", options.http), ("falkordb", options.falkordb)) if uri),
    ]
    with tempfile.TemporaryDirectory() as folder:
        for kind, uri in targets:
            for name in ("stages", "streams"):
                for time in range(1, options.times + 1):
                    print(f"{kind} {name} {time}: {run(kind, uri, name, options.workers, Path(folder))}", flush=True)


if __name__ == "__main__":
    main()
