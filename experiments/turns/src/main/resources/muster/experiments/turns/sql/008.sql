-- What was completed in each measured window of a phase whose arms take turns, written when its run ends: operations = ok + errors +
-- absent + duplicate; unknown and aborted are errors. mean_ns: response time of outcome ok, NULL for none.
CREATE TABLE turn_figure (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  stream INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  operation TEXT NOT NULL,
  ok INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  absent INTEGER NOT NULL,
  duplicate INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  aborted INTEGER NOT NULL,
  mean_ns REAL,
  PRIMARY KEY (run_id, step, trial, phase, stream, turn, operation),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
