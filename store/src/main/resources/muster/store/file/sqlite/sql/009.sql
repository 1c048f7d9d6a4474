-- Several loads of a phase: what each offers, and how many indexes were planned of it once the phase is over.
ALTER TABLE stream ADD COLUMN clients INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stream ADD COLUMN rate_per_s REAL NOT NULL DEFAULT 0;
ALTER TABLE stream ADD COLUMN planned INTEGER;

UPDATE stream SET
  clients = (SELECT p.clients FROM phase p WHERE p.run_id = stream.run_id AND p.step = stream.step AND p.trial = stream.trial
    AND p.phase = stream.phase),
  rate_per_s = (SELECT p.rate_per_s FROM phase p WHERE p.run_id = stream.run_id AND p.step = stream.step
    AND p.trial = stream.trial AND p.phase = stream.phase),
  planned = (SELECT p.planned FROM phase p WHERE p.run_id = stream.run_id AND p.step = stream.step AND p.trial = stream.trial
    AND p.phase = stream.phase AND p.finished);

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
