-- Targets whose limits were searched in turns, with the first run of each search. comparison_ns: the same for all of them. ratio: how
-- many times as much one carries as the next, by position; NULL where that is not known, as is an end that is open.
CREATE TABLE limit_target (
  run_id INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  comparison_ns INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  latency TEXT NOT NULL,
  latency_ns REAL,
  ratio REAL,
  ratio_low REAL,
  ratio_high REAL
) STRICT;
