"""What Python adds to the views of a store: figures by worker, and swept values as columns."""

import json
import sqlite3
from typing import Any

BY_WORKER = "operation_summary_by_worker"

# As operation_summary, a row a worker; the percentile of too few samples is NULL there, too.
_BY_WORKER_SQL = f"""
create temp view {BY_WORKER} as
select run_id, step, trial, phase, worker, operation, timing, hdr_count(h) as samples, hdr_mean(h) as mean_ns,
  hdr_min(h) as min_ns, hdr_percentile(h, 50) as p50_ns, hdr_percentile(h, 90) as p90_ns,
  hdr_percentile(h, 95) as p95_ns, hdr_percentile(h, 99) as p99_ns, hdr_percentile(h, 99.9) as p999_ns,
  hdr_max(h) as max_ns
from (select s.run_id, s.step, s.trial, s.phase, p.ordinal, s.worker, s.full_operation as operation, s.timing,
        hdr_merge(s.histogram) as h
      from snapshot s join phase p using (run_id, step, trial, phase)
      where s.accepted = 1 and s.outcome = 'ok' and p.kind = 'measure' and p.state <> 'abandoned'
      group by s.run_id, s.step, s.trial, s.phase, s.worker, s.full_operation, s.timing)
order by run_id, step, trial, ordinal, worker, operation, timing
"""


def add(connection: sqlite3.Connection) -> None:
    """Adds operation_summary_by_worker to this connection; the file stays as it is."""
    connection.execute(_BY_WORKER_SQL)


def with_swept_values(
    connection: sqlite3.Connection, columns: list[str], rows: list[Any]
) -> tuple[list[str], list[Any]]:
    """Rows with run_id and step, and one further column for each key that their runs sweep: its last part, as
    `algorithm`, or the whole key where that is taken. A target is its kind. Without run_id
    or step a ValueError is raised."""
    if "run_id" not in columns or "step" not in columns:
        raise ValueError("swept values need the columns run_id and step")
    run, step = columns.index("run_id"), columns.index("step")
    parameters = {
        (run_id, number): json.loads(text)
        for run_id, number, text in connection.execute("select run_id, step, parameters_json from step")
    }
    of_rows = [parameters.get((row[run], row[step]), {}) for row in rows]
    names = _names(columns, list(dict.fromkeys(key for each in of_rows for key in each)))
    values = [tuple(_value(each.get(key)) for key in names) for each in of_rows]
    return columns + list(names.values()), [tuple(row) + extra for row, extra in zip(rows, values, strict=True)]


def _names(columns: list[str], keys: list[str]) -> dict[str, str]:
    short = [key.rsplit(".", 1)[-1] for key in keys]
    return {
        key: name if short.count(name) == 1 and name not in columns else key
        for key, name in zip(keys, short, strict=True)
    }


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return value.get("kind", json.dumps(value))
    return json.dumps(value) if isinstance(value, list) else value
