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
