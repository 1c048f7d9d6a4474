-- Of each stream of a phase: no index from here on was granted yet. Until now a phase had one.
CREATE TABLE reserved_mark (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  stream INTEGER NOT NULL,
  mark INTEGER NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase, stream),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO reserved_mark SELECT run_id, step, trial, phase, 0, reserved FROM phase WHERE reserved > 0;

ALTER TABLE phase DROP COLUMN reserved;
