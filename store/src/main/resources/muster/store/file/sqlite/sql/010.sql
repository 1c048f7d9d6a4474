-- The turns of loads that take turns: from when to when operations start, and from when they are measured.
CREATE TABLE turn_window (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  stream INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  block INTEGER NOT NULL,
  start_ns INTEGER NOT NULL,
  from_ns INTEGER NOT NULL,
  to_ns INTEGER NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase, stream, turn),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
