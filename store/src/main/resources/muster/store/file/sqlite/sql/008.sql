-- A load of a phase: '' is the name of the only one. reserved: no index of it from here on was granted yet.
CREATE TABLE stream (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  stream INTEGER NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  reserved INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, step, trial, phase, stream),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO stream SELECT run_id, step, trial, phase, 0, '', reserved FROM phase;

ALTER TABLE phase DROP COLUMN reserved;

ALTER TABLE snapshot_batch ADD COLUMN stream INTEGER NOT NULL DEFAULT 0;
