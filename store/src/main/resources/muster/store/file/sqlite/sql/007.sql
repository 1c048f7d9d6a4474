-- What is stored here by a part of Muster that may be absent, such as an experiment, and up to which of its scripts. The row
-- without a name is the version of those of a file that is older than this table.
CREATE TABLE extension (
  name TEXT PRIMARY KEY,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The answer of an experiment of several runs, with its first one. runs: how many numbers it spans, from run_id on.
CREATE TABLE experiment_answer (
  run_id INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  experiment TEXT NOT NULL,
  runs INTEGER NOT NULL,
  sentence TEXT NOT NULL
) STRICT;
