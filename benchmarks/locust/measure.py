"""Measures Locust and Muster doing nothing, in turns: each alone, and each with a master or coordinator and one worker.
Processor time is that of all of a tool's processes from their start to their end, warm-up and all, for each request."""

import argparse
import csv
import os
import pathlib
import random
import resource
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import NamedTuple

HERE = pathlib.Path(__file__).parent
HOME = HERE.parent.parent
LOCUST = [str(pathlib.Path(sys.executable).parent / "locust"), "-f", str(HERE / "locustfile.py"), "--loglevel", "ERROR"]
MUSTER = str(HOME / "muster")
PLAN = str(HOME / "benchmarks/plans/noop.yaml")


class Figure(NamedTuple):
    """Requests a second, and nanoseconds of processor time a request."""

    per_second: float
    cpu_ns: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=8, help="users of Locust and clients of Muster")
    parser.add_argument("--seconds", type=int, default=6, help="length of one measurement")
    parser.add_argument("--rounds", type=int, default=6, help="how often each of the four is measured")
    parser.add_argument("--seed", type=int, default=1, help="of the order within rounds")
    chosen = parser.parse_args()
    measures: dict[str, Callable[[int, int], Figure]] = {
        "Locust alone": locust_alone,
        "Locust, master and worker": locust_cluster,
        "Muster alone": muster_alone,
        "Muster, coordinator and worker": muster_cluster,
    }
    order = random.Random(chosen.seed)
    found: dict[str, list[Figure]] = {name: [] for name in measures}
    print(f"seed {chosen.seed}, {chosen.users} users, {chosen.rounds} rounds of {chosen.seconds} s", flush=True)
    for number in range(1, chosen.rounds + 1):
        for name in order.sample(list(measures), len(measures)):
            figure = measures[name](chosen.users, chosen.seconds)
            found[name].append(figure)
            print(f"round {number}  {name:31} {figure.per_second:14,.0f}/s {figure.cpu_ns:9,.1f} ns", flush=True)
    report(found)


def report(found: dict[str, list[Figure]]) -> None:
    print(f"\nmedians\n{'':33}{'requests/s':>14} {'CPU a request':>14}")
    for name, figures in found.items():
        rate = statistics.median(figure.per_second for figure in figures)
        cpu_ns = statistics.median(figure.cpu_ns for figure in figures)
        print(f"{name:33}{rate:14,.0f} {cpu_ns:11,.1f} ns")
    for tool, pair in (
        ("Locust: master and worker / alone", ("Locust, master and worker", "Locust alone")),
        ("Muster: coordinator and worker / alone", ("Muster, coordinator and worker", "Muster alone")),
    ):
        ratios = [of.per_second / to.per_second for of, to in zip(found[pair[0]], found[pair[1]], strict=True)]
        print(f"{tool}: throughput {statistics.median(ratios):.3f} ({min(ratios):.3f} .. {max(ratios):.3f})")
    times = [of.cpu_ns / to.cpu_ns for of, to in zip(found["Locust alone"], found["Muster alone"], strict=True)]
    print(f"a request of Locust costs {statistics.median(times):.1f} times ({min(times):.1f} .. {max(times):.1f}) Muster's")


def locust_alone(users: int, seconds: int) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        before = cpu_seconds()
        run(LOCUST + locust_load(folder, users, seconds))
        return locust_figure(folder, cpu_seconds() - before)


def locust_cluster(users: int, seconds: int) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        before = cpu_seconds()
        with background(LOCUST + ["--worker", "--master-host", "127.0.0.1"], folder) as worker:
            run(
                LOCUST
                + locust_load(folder, users, seconds)
                + ["--master", "--master-bind-host", "127.0.0.1", "--expect-workers", "1"]
            )
            worker.wait(timeout=30)
        return locust_figure(folder, cpu_seconds() - before)


def locust_load(folder: str, users: int, seconds: int) -> list[str]:
    count = str(users)
    return ["--headless", "-u", count, "-r", count, "-t", f"{seconds}s", "--only-summary", "--csv", f"{folder}/out"]


def locust_figure(folder: str, cpu_s: float) -> Figure:
    with open(f"{folder}/out_stats.csv", encoding="utf-8") as table:
        total = next(row for row in csv.DictReader(table) if row["Name"] == "Aggregated")
    return Figure(float(total["Requests/s"]), cpu_s * 1e9 / float(total["Request Count"]))


def muster_alone(users: int, seconds: int) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        store = f"{folder}/run.db"
        before = cpu_seconds()
        run([MUSTER, "standalone", PLAN, "--store", store, *muster_load(users, seconds)])
        return muster_figure(store, cpu_seconds() - before)


def muster_cluster(users: int, seconds: int) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        store = f"{folder}/run.db"
        before = cpu_seconds()
        with background([MUSTER, "coordinator", "--bind", "tcp://127.0.0.1:0", "--store", store], folder):
            address = coordinator_address(f"{folder}/log")
            with background([MUSTER, "worker", "--coordinator", address], folder, "worker.log"):
                run([MUSTER, "run", PLAN, "--coordinator", address, *muster_load(users, seconds)])
        return muster_figure(store, cpu_seconds() - before)


def muster_load(users: int, seconds: int) -> list[str]:
    values = [f"measure.duration={seconds}s", f"measure.clients={users}", "warmup.duration=2s", f"warmup.clients={users}"]
    return [word for value in values for word in ("--set", value)]


def coordinator_address(log: str) -> str:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for line in pathlib.Path(log).read_text(encoding="utf-8").splitlines():
            if "results go to" in line:
                return line[line.index("tcp://") : line.index(",")]
        time.sleep(0.02)
    raise TimeoutError("the coordinator did not start within 60 s")


def muster_figure(store: str, cpu_s: float) -> Figure:
    database = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    try:
        rate = database.execute("select throughput_per_s from run_summary").fetchone()[0]
        counted = database.execute("select sum(counted) from coverage_summary").fetchone()[0]
    finally:
        database.close()
    return Figure(rate, cpu_s * 1e9 / counted)


class background:
    """A process that is there while something is measured, and is asked to go then."""

    def __init__(self, command: list[str], folder: str, log: str = "log") -> None:
        self._log = open(f"{folder}/{log}", "w", encoding="utf-8")
        self._process = subprocess.Popen(command, stdout=self._log, stderr=subprocess.STDOUT, env=environment())

    def __enter__(self) -> subprocess.Popen[bytes]:
        return self._process

    def __exit__(self, *failure: object) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(timeout=60)
        self._log.close()


def run(command: list[str]) -> None:
    # 111 says that this machine took the generator's cores away: that counts here as a figure like any other.
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(), check=False)
    if ended.returncode not in (0, 111):
        raise SystemExit(f"{' '.join(command)}\nended with {ended.returncode}:\n{ended.stdout.decode(errors='replace')}")


def environment() -> dict[str, str]:
    return os.environ | {"MUSTER_NO_BUILD": "1"}


def cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
