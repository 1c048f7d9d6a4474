-- The outcomes of a second by name: operations = ok + errors + absent + duplicate; unknown and aborted are errors. NULL in
-- seconds that an earlier version wrote.
ALTER TABLE interval ADD COLUMN absent INTEGER;
ALTER TABLE interval ADD COLUMN duplicate INTEGER;
ALTER TABLE interval ADD COLUMN unknown INTEGER;
ALTER TABLE interval ADD COLUMN aborted INTEGER;

-- Answers of each operation of an ended phase that were compared with known ones, and those that were not: sums of
-- snapshot_batch.answers, which the summaries of runs and steps read in place of it.
CREATE TABLE answer_total (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  operation TEXT NOT NULL,
  compared INTEGER NOT NULL,
  unchecked INTEGER NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase, operation),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO answer_total
SELECT r.run_id, r.step, r.trial, r.phase, json_extract(c.value, '$[0]'), sum(json_extract(c.value, '$[1]')),
  sum(json_extract(c.value, '$[2]'))
FROM snapshot_batch r, json_each(r.answers, '$.counts') c
WHERE r.accepted AND r.answers <> '{}'
GROUP BY 1, 2, 3, 4, 5;
