"""How often the intervals of comparisons in turns hold the truth, with the real machinery on this machine.

    python benchmarks/python/repeats.py --csv FILE --kind "noop 100 1 overhead noop --twin"
    python benchmarks/python/repeats.py --csv FILE --kind "equal 100 1 ab a.yaml b.yaml"
    python benchmarks/python/repeats.py --csv FILE --kind "slower 10 0.971 ab a.yaml c.yaml"
    python benchmarks/python/repeats.py --csv FILE \\
        --kind "leases 10 0.9804 overhead --twin --lease-cost 2% --set measure.clients=1"
    python benchmarks/python/repeats.py --csv FILE --table
    bash benchmarks/repeats

A kind has a name, how often it is measured, its true ratio, and a command of Muster's that compares in turns: a plan
with itself, two equal servers, an operation of 1 ms with one of 1.03 ms. A --max-time of its own replaces that of all.
Kinds are mixed in random order. Each comparison adds a line to the file at once, so an interrupted series goes on: what
the file has is not measured again. A comparison that was so disturbed that it has no interval is left out, and said.
Needs nothing but Python.
"""

import argparse
import csv
import json
import random
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tables import replace

MUSTER = Path(__file__).resolve().parents[2] / "muster"
COLUMNS = ("date", "kind", "truth", "seed", "restarts", "ratio", "low", "high", "decided", "elapsed_s")


@dataclass(frozen=True)
class Kind:
    name: str
    times: int
    truth: float
    command: list[str]

    @classmethod
    def parse(cls, text: str) -> "Kind":
        name, times, truth, *command = shlex.split(text)
        return cls(name, int(times), float(truth), command)


def measure(muster: Path, command: list[str], seed: int, max_time: str, store: Path) -> dict[str, object]:
    """One comparison: its row. Raises if the command printed no result."""
    store.unlink(missing_ok=True)
    limit = [] if "--max-time" in command else ["--max-time", max_time]
    arguments = [muster, *command, *limit, "--seed", seed, "--json", "--store", store]
    done = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True, check=False)
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip().splitlines()[-1:]}") from None
    compared = result["comparisons"][0]["throughput"] if "comparisons" in result else result["throughput"]
    if compared["low"] is None or compared["high"] is None:
        raise RuntimeError(f"no interval after {result['restarts']} restarts")
    return {
        "date": time.strftime("%Y-%m-%d"),
        "seed": seed,
        "restarts": result["restarts"],
        "ratio": f"{compared['ratio']:.5f}",
        "low": f"{compared['low']:.5f}",
        "high": f"{compared['high']:.5f}",
        "decided": int(result["decided"]),
        "elapsed_s": round(result["elapsed_s"]),
    }


def rows_of(file: Path) -> list[dict[str, str]]:
    if not file.exists():
        return []
    with file.open(newline="") as text:
        return list(csv.DictReader(text))


def table(rows: Sequence[dict[str, str]]) -> str:
    lines = [
        "| kind | truth | comparisons | truth outside | wrong verdict | right verdict | half width, median |",
        "|---|---|---|---|---|---|---|",
    ]
    for kind in dict.fromkeys(row["kind"] for row in rows):
        mine = [row for row in rows if row["kind"] == kind]
        truth = float(mine[0]["truth"])
        missed = sum(not float(row["low"]) <= truth <= float(row["high"]) for row in mine)
        above = sum(float(row["low"]) > 1 for row in mine)
        below = sum(float(row["high"]) < 1 for row in mine)
        equal = len(mine) - above - below
        right, wrong = (equal, above + below) if truth == 1 else (above, below) if truth > 1 else (below, above)
        half = statistics.median((float(row["high"]) - float(row["low"])) / 2 for row in mine)
        lines.append(f"| {kind} | {truth:.4f} | {len(mine)} | {missed} | {wrong} | {right} | {half:.1%} |")
    return "\n".join(lines)


def publish(page: Path, rows: Sequence[dict[str, str]]) -> None:
    """Replaces the table of the page."""
    dates = ", ".join(sorted({row["date"] for row in rows}))
    replace(page, "repeats", f"{table(rows)}\n\nMeasured {dates}.")


def series(arguments: argparse.Namespace) -> None:
    have = [row["kind"] for row in rows_of(arguments.csv)]
    todo = [kind for kind in arguments.kind for _ in range(kind.times - have.count(kind.name))]
    rng = random.Random(arguments.seed)
    rng.shuffle(todo)
    started = time.monotonic()
    for done, kind in enumerate(todo):
        try:
            row = measure(
                arguments.muster,
                kind.command,
                rng.randrange(1 << 31),
                arguments.max_time,
                arguments.csv.with_suffix(".db"),
            )
        except RuntimeError as failure:
            print(f"{kind.name}: left out: {failure}", file=sys.stderr)
            continue
        append(arguments.csv, {"kind": kind.name, "truth": kind.truth, **row})
        left = (time.monotonic() - started) / (done + 1) * (len(todo) - done - 1)
        interval = f"{row['ratio']} ({row['low']} to {row['high']})"
        print(f"{done + 1} of {len(todo)}: {kind.name} {interval}, {left / 60:.0f} min left", file=sys.stderr)


def append(file: Path, row: dict[str, object]) -> None:
    new = not file.exists()
    with file.open("a", newline="") as text:
        writer = csv.DictWriter(text, COLUMNS)
        if new:
            writer.writeheader()
        writer.writerow(row)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--csv", type=Path, required=True, help="one line a comparison; appended to")
    parser.add_argument(
        "--kind",
        action="append",
        type=Kind.parse,
        default=[],
        metavar='"NAME TIMES TRUTH COMMAND"',
        help="may be repeated",
    )
    parser.add_argument("--max-time", default="45s", help="of each comparison; default 45s")
    parser.add_argument(
        "--seed", type=int, default=random.randrange(1 << 31), help="of the order and of each comparison; printed"
    )
    parser.add_argument("--muster", type=Path, default=MUSTER, help="the launcher; default this checkout's")
    parser.add_argument("--publish", type=Path, help="a page whose table of the file is replaced")
    parser.add_argument("--table", action="store_true", help="only print the table of what the file has")
    arguments = parser.parse_args()
    if not arguments.table:
        print(f"seed {arguments.seed}", file=sys.stderr)
        series(arguments)
    rows = rows_of(arguments.csv)
    print(table(rows))
    if arguments.publish is not None:
        publish(arguments.publish, rows)


if __name__ == "__main__":
    main()
