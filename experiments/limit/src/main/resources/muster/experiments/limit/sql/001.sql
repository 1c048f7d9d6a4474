-- A search for the highest rate within a bound, with its first run, the closed loop. rate, low and high are operations a second, NULL
-- where none was found; high is NULL for an open end, too.
CREATE TABLE limit_search (
  run_id INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  started_ns INTEGER NOT NULL,
  slo TEXT NOT NULL,
  rate REAL,
  low REAL,
  high REAL,
  limited_by TEXT NOT NULL,
  ended TEXT NOT NULL,
  sentence TEXT NOT NULL
) STRICT;

-- Rates that a search has tried, each a run. search_ns: started_ns of the search.
CREATE TABLE limit_step (
  run_id INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  search_ns INTEGER NOT NULL,
  position INTEGER NOT NULL,
  rate REAL NOT NULL,
  holds INTEGER NOT NULL
) STRICT;
