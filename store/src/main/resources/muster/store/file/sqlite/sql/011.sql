-- How far two loads that take turns may differ and count as alike: 0.05 for 5 %.
CREATE TABLE equivalence_margin (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  margin REAL NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Processor time that the server of the target used in the measured part of a turn; none where it was not observed in time.
CREATE TABLE turn_cpu (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  stream INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  server_ns INTEGER NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase, stream, turn),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
