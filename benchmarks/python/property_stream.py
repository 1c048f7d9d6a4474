"""The table of the second seed: rows of (id, 256 floats) a second, five clients on one server and graph.

It starts a Neo4j with GDS and Flight on free ports, loads and embeds a graph, lets each client read it once for the
checksum and then several times, prints published and measured beside each other, and stops the server. From the root of
a built checkout:

  python benchmarks/python/property_stream.py --store results/property-stream.db
"""

import argparse
import json
import os
import re
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import Any, NamedTuple

CHECKOUT = Path(__file__).parents[2]
TOKEN = "MUSTER_FLIGHT_TOKEN"
DIMENSION = 256
"""Floats of a row, as the ready plans have it."""


class Client(NamedTuple):
    """`published` is the seed's figure in rows/s; 0 where it has none."""

    name: str
    plan: str
    python: bool
    rust: bool
    published: int
    warmups: int
    reads: int


CLIENTS = (
    Client("Java driver, Bolt", "property-stream", False, True, 56_794, 3, 5),
    Client("Python driver, Bolt", "property-stream", True, False, 2_240, 1, 3),
    Client("Python driver with neo4j-rust-ext, Bolt", "property-stream", True, True, 0, 2, 5),
    Client("Arrow Flight, Python", "property-stream-arrow", True, True, 1_031_461, 20, 20),
    Client("Arrow Flight, Java", "property-stream-arrow", False, True, 0, 20, 20),
)


class Measured(NamedTuple):
    """Times of single streams from before submission, the fastest first, and what the client read. `server_us` is the
    server's processor time for a row, over all streams of the run."""

    client: Client
    rows: int
    checksum: str
    first_row_s: list[float]
    rows_s: list[float]
    server_us: float

    def best(self) -> list[float]:
        """Rows/s of the best three streams, as the seed takes them."""
        return [self.rows / seconds for seconds in self.rows_s[:3]]


def muster(*arguments: object, **variables: str) -> str:
    """Runs what was built; what it prints. 111 says only that the run is in doubt, which is told."""
    command = [str(CHECKOUT / "muster"), *map(str, arguments)]
    environment = os.environ | {"MUSTER_NO_BUILD": "1"} | variables
    ran = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True)
    if ran.returncode not in (0, 111):
        sys.exit(f"{' '.join(command)} ended with {ran.returncode}: {ran.stdout}{ran.stderr}")
    return ran.stdout


def read(client: Client, store: Path, addresses: dict[str, str], token: str) -> int:
    """One run of a client; its number in the store."""
    arrow = client.plan.endswith("arrow")
    sets = [f"target.uri={addresses['flight' if arrow else 'uri']}"]
    sets += [f"warmup.operations={client.warmups}", f"read.operations={client.reads}"]
    workers = ("--workers", "0", "--python-workers", "1") if client.python else ("--workers", "1")
    options = [word for each in sets for word in ("--set", each)]
    rust = {} if client.rust else {"MUSTER_RUST_EXT": "off"}
    with tempfile.TemporaryDirectory() as folder:
        plan = without_load(client.plan, Path(folder))
        muster(
            "run",
            plan,
            "--name",
            slug(client.name),
            "--store",
            store,
            *workers,
            *options,
            **{TOKEN: token},
            **rust,
        )
    return int(query(store, "select max(run_id) from run")[0][0])


def slug(name: str) -> str:
    """As the name of a run."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())


def without_load(plan: str, folder: Path) -> Path:
    """The ready plan without its load: the graph is there."""
    lines = (CHECKOUT / f"workloads/plans/{plan}.yaml").read_text().splitlines()
    copy = folder / f"{plan}.yaml"
    copy.write_text("\n".join(line for line in lines if "kind: load" not in line) + "\n")
    return copy


def query(store: Path, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
    """Plain SQLite."""
    with closing(sqlite3.connect(store)) as connection:
        return connection.execute(sql, parameters).fetchall()


def measured(client: Client, store: Path, run: int, server_s: float) -> Measured:
    """From the buckets, which hold each stream's time to a thousandth."""
    times: dict[str, list[float]] = {"first_row": [], "rows": []}
    buckets = (
        "select timing, value_ns, count from bucket where run_id = ? and phase = 'read'"
        " and operation = 'readPartition'"
        " and outcome = 'ok' and timing in ('first_row', 'rows') order by value_ns"
    )
    for timing, value_ns, count in query(store, buckets, run):
        times[timing] += [value_ns / 1e9] * count
    content = "select elements, checksum from content_summary where run_id = ? and phase = 'check'"
    ((rows, checksum),) = query(store, content, run)
    server_us = server_s * 1e6 / (rows * (1 + client.warmups + client.reads))
    return Measured(client, rows, checksum, times["first_row"], times["rows"], server_us)


def table(all_measured: list[Measured]) -> str:
    """Markdown."""
    lines = [
        "| client | published rows/s | measured: mean of the best 3 | sd | median of all | first row"
        " | server's processor time a row | checksum |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in all_measured:
        best, published = one.best(), f"{one.client.published:,}" if one.client.published else ""
        lines.append(
            f"| {one.client.name} | {published} | {statistics.mean(best):,.0f} |"
            f" {statistics.pstdev(best):,.0f} | {one.rows / statistics.median(one.rows_s):,.0f} |"
            f" {statistics.median(one.first_row_s) * 1e3:,.1f} ms | {one.server_us:,.2f} us | {one.checksum} |"
        )
    return "\n".join(lines)


def ratios(all_measured: list[Measured]) -> str:
    """Flight to Python beside the two Bolt streams that the seed has."""
    java, python, _, flight, _ = (statistics.mean(one.best()) for one in all_measured)
    return f"Flight to Python: {flight / java:.1f} times Java Bolt, {flight / python:.0f} times pure Python Bolt"


def limit(row_bytes: int, total: int = 1 << 30) -> str:
    """What bounds any of them here: the same bytes through a socket of this machine from one thread to another, read
    into one buffer again and again. The kernel copies them twice, and nothing else is done with them."""
    piece = bytes(2 << 20)

    def send() -> None:
        for _ in range(total // len(piece)):
            near.sendall(piece)

    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()) as near:
        far, _ = listener.accept()
        with far:
            sender = Thread(target=send, daemon=True)
            into, left, began = bytearray(len(piece)), total, perf_counter()
            sender.start()
            while left:
                left -= far.recv_into(into)
            seconds = perf_counter() - began
            sender.join()
    return f"A bare socket: {total / seconds / 1e9:.2f} GB/s, which is {total / row_bytes / seconds:,.0f} rows/s"


def bare_flight(rows: int, java_bolt: float) -> Iterator[str]:
    """What gRPC carries without a database behind it, beside the Java driver's Bolt."""
    try:
        from bare_flight import measure
    except ImportError:
        yield "Bare Flight was not measured: it needs pyarrow, which pip install worker/python[arrow] brings"
        return
    for name, speed in measure(rows):
        yield f"Bare Flight, {name}: {speed:,.0f} rows/s, {speed / java_bolt:.1f} times Java Bolt"


def processor_s(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """One server, five clients."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, default=Path("results/property-stream.db"), help="where runs are kept")
    parser.add_argument("--vertices", type=int, default=200_000, help="rows of the stream; default 200000")
    parser.add_argument("--edges", type=int, default=600_000, help="edges of the graph; default 600000")
    parser.add_argument("--heap", default="2g", help="of the server; default 2g")
    parser.add_argument("--profile", action="store_true", help="keep the server when done, and say where it is")
    chosen = parser.parse_args()
    sizes = [f"workload.vertices={chosen.vertices}", f"workload.edges={chosen.edges}"]
    store = chosen.store.resolve()
    store.parent.mkdir(parents=True, exist_ok=True)
    data = Path(tempfile.mkdtemp(prefix="property-stream-"))
    server = ("neo4j", "--data", data / "db")
    started = muster("server", "start", *server, "--with-flight", "--heap", chosen.heap, "--free-ports", "--json")
    addresses: dict[str, str] = json.loads(started)["addresses"]
    pid: int = json.loads(started)["pid"]
    token = (data / "db/home/conf/flight.token").read_text()
    try:
        load = ("measure.operations=1", "warmup.operations=1", f"target.uri={addresses['uri']}", *sizes)
        options = [word for each in load for word in ("--set", each)]
        muster("run", "property-stream", "--name", "load", "--store", store, *options)
        results = []
        for client in CLIENTS:
            before = processor_s(pid)
            run = read(client, store, addresses, token)
            results.append(measured(client, store, run, processor_s(pid) - before))
    finally:
        if not chosen.profile:
            muster("server", "stop", *server, "--delete")
            data.rmdir()
    print(table(results))
    print(ratios(results))
    print(limit(8 + 4 * DIMENSION))
    for line in bare_flight(chosen.vertices, statistics.mean(results[0].best())):
        print(line)
    if len({one.checksum for one in results}) > 1:
        sys.exit("the clients did not read the same rows")


if __name__ == "__main__":
    main()
