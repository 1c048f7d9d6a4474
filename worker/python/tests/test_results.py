"""A real store file: the same percentiles from Java, Python functions and plain SQL; the example in the docs."""

import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import muster_results
from conftest import CHECKOUT, muster
from muster_results import histogram
from muster_results.functions import register

pytestmark = pytest.mark.slow
PERCENTILES = (0, 0.1, 25, 50, 75, 90, 95, 99, 99.01, 99.9, 100)


def merged(percentile: float) -> str:
    return (
        f"select hdr_percentile(hdr_merge(histogram), {percentile}) as p, hdr_count(hdr_merge(histogram)) as n,"
        " hdr_mean(hdr_merge(histogram)) as mean, hdr_min(hdr_merge(histogram)) as least,"
        " hdr_max(hdr_merge(histogram)) as most from snapshot where phase = 'measure' and timing = 'response'"
    )


def test_java_and_python_functions_give_the_same_figures(store: Path) -> None:
    queries = " union all ".join(merged(percentile) for percentile in PERCENTILES)
    java = muster("sql", store, queries, "--json")
    assert java.returncode == 0, java.stderr
    with muster_results.open(store) as results:
        own = results.rows(queries)
    theirs = json.loads(java.stdout)
    theirs = theirs["rows"] if isinstance(theirs, dict) else theirs
    assert [list(row.values()) if isinstance(row, dict) else row for row in theirs] == [
        [pytest.approx(value) if isinstance(value, float) else value for value in row.values()] for row in own
    ]
    assert own[3]["p"] is not None


def test_plain_sql_gives_the_same_percentiles(store: Path) -> None:
    plain = (
        "select min(value_ns) from bucket where phase = 'measure' and timing = 'response' and outcome = 'ok'"
        " and cumulative >= (? * ? + 999999) / 1000000"
    )
    with muster_results.open(store) as results:
        (row,) = results.rows(merged(50))
        for percentile in (50, 75, 90, 95, 99):
            (own,) = results.rows(merged(percentile))
            (found,) = results.connection.execute(plain, (row["n"], percentile * 10_000)).fetchone()
            assert found == own["p"], percentile
        (summary,) = results.rows(
            "select p50_ns, p99_ns, max_ns from operation_summary where timing = 'response' and phase = 'measure'"
        )
        assert summary["p50_ns"] == row["p"]
        assert summary["max_ns"] == row["most"]


def test_views_come_as_pandas_and_as_arrow(store: Path) -> None:
    with muster_results.open(store) as results:
        assert {"run_summary", "operation_summary", "coverage_summary"} <= set(results.views())
        frame = results.table("run_summary")
        arrow = results.arrow("run_summary")
    assert frame.loc[0, "operations"] == arrow["operations"][0].as_py() > 0
    assert list(frame.columns) == arrow.column_names
    assert str(frame["operations"].dtype) == "Int64"


def test_a_file_that_is_no_store_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.db"):
        muster_results.open(tmp_path / "none.db")
    (tmp_path / "text.db").write_text("no database, but longer than a header" * 9)
    with pytest.raises(ValueError, match="not a store"):
        muster_results.open(tmp_path / "text.db")


def test_functions_leave_nulls_out_and_refuse_strangers() -> None:
    connection = sqlite3.connect(":memory:")
    register(connection)
    assert connection.execute("select hdr_merge(null), hdr_count(null), hdr_percentile(null, 5)").fetchone() == (
        None,
        None,
        None,
    )
    empty = histogram.encode(histogram.count(np.array([], dtype=np.int64)))
    assert connection.execute("select hdr_mean(?), hdr_count(?)", (empty, empty)).fetchone() == (None, 0)
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("select hdr_count(x'00')").fetchone()


def test_the_example_in_the_docs_runs_as_it_stands(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (CHECKOUT / "docs/python.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) >= 3
    (store.parent / "results").mkdir(exist_ok=True)
    (store.parent / "results/noop.db").write_bytes(store.read_bytes())
    monkeypatch.chdir(store.parent)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert names["p99_ns"] == names["plain_p99_ns"]


def test_figures_by_worker_are_those_of_their_histograms(store: Path) -> None:
    with muster_results.open(store) as results:
        workers = results.rows("operation_summary_by_worker")
        (all_workers,) = results.rows(
            "select samples, max_ns from operation_summary where timing = 'response' and phase = 'measure'"
        )
    responses = [row for row in workers if row["timing"] == "response"]
    assert sum(row["samples"] for row in responses) == all_workers["samples"]
    assert max(row["max_ns"] for row in responses) == all_workers["max_ns"]


@pytest.mark.thorough
def test_swept_values_are_columns(tmp_path: Path) -> None:
    file = tmp_path / "sweep.db"
    swept = muster(
        "standalone",
        "noop",
        "--store",
        file,
        "--set",
        "sweep={workload.delay: [0, 1ms], target: [{kind: noop}]}",
        "--set",
        "measure.duration=1s",
        "--set",
        "warmup.duration=100ms",
    )
    assert swept.returncode in (0, 111), swept.stderr
    with muster_results.open(file) as results:
        measured = [row for row in results.rows("step_summary", swept=True) if row["phase"] == "measure"]
        assert [(row["delay"], row["target"]) for row in measured] == [(0, "noop"), ("1ms", "noop")]
        assert set(results.table("step_summary", swept=True)["target"]) == {"noop"}
        with pytest.raises(ValueError, match="run_id and step"):
            results.rows("select 1 as one", swept=True)


@pytest.mark.thorough
def test_results_install_without_what_a_worker_needs(tmp_path: Path, store: Path) -> None:
    """A fresh environment has numpy and the package, neither pyzmq nor protobuf: its folder alone on the path."""
    target = tmp_path / "site"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--no-deps",
            "--no-build-isolation",
            "--disable-pip-version-check",
            "--target",
            str(target),
            str(CHECKOUT / "worker/python/results"),
        ],
        check=True,
    )
    assert sorted(path.name for path in target.iterdir() if not path.name.endswith(".dist-info")) == ["muster_results"]
    forbidden = "import sys; sys.modules.update(dict.fromkeys(['zmq', 'google.protobuf', 'muster_worker'])); "
    read = f"import muster_results; print(muster_results.open({str(store)!r}).rows('run_summary')[0]['run_id'])"
    ran = subprocess.run(
        [sys.executable, "-c", forbidden + read],
        env={"PYTHONPATH": str(target)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == "1"
