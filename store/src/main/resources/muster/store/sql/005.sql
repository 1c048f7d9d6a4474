-- Columns of the key first: "pragma integrity_check" of sqlite3 3.40, which Debian 12 has, takes the columns of a table
-- without rowid for others where one that is not in the key lies between those that are, and reports NULL values.
CREATE TEMP TABLE kept AS SELECT * FROM coverage;
DROP TABLE coverage;
CREATE TABLE coverage (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  kind TEXT NOT NULL,
  first INTEGER NOT NULL,
  stride INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase, kind, first, stride),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO coverage(run_id, step, trial, phase, kind, first, stride, count)
SELECT run_id, step, trial, phase, kind, first, stride, count FROM kept;
DROP TABLE kept;
