"""Measures Locust doing nothing. Arguments: standalone or cluster, users, seconds. The last line printed reads
REQUESTS_PER_SECOND CPU_NS_PER_REQUEST, the processor time being that of all of its processes from start to end."""

import csv
import pathlib
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
LOCUST = [str(pathlib.Path(sys.executable).parent / "locust"), "-f", str(HERE / "locustfile.py"), "--loglevel", "ERROR"]


def main(mode: str, users: str, seconds: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/out"
        load = ["--headless", "-u", users, "-r", users, "-t", f"{seconds}s", "--only-summary", "--csv", out]
        if mode == "standalone":
            run(LOCUST + load)
        else:
            worker = subprocess.Popen(LOCUST + ["--worker", "--master-host", "127.0.0.1"], stdout=subprocess.DEVNULL)
            run(LOCUST + load + ["--master", "--master-bind-host", "127.0.0.1", "--expect-workers", "1"])
            worker.wait(timeout=30)
        total = next(row for row in csv.DictReader(open(f"{out}_stats.csv")) if row["Name"] == "Aggregated")
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_ns = (usage.ru_utime + usage.ru_stime) * 1e9
    print(total["Requests/s"], cpu_ns / float(total["Request Count"]))


def run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main(*sys.argv[1:])
