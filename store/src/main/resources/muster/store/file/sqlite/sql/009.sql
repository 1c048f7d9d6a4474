-- How the rate or the clients of a load change with time, as straight lines between points. bound_ns: what the plan asks of p99.
CREATE TABLE load_profile (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  stream INTEGER NOT NULL,
  kind TEXT NOT NULL,
  description TEXT NOT NULL,
  points_json TEXT NOT NULL CHECK (json_valid(points_json)),
  spike_ns INTEGER,
  spike_end_ns INTEGER,
  bound_ns INTEGER,
  PRIMARY KEY (run_id, step, trial, phase, stream),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
