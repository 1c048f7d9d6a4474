-- What the harness itself adds to a latency on a machine: one row a figure of a calibration. Belongs to no run.
CREATE TABLE calibration (
  measured_ns INTEGER NOT NULL,
  host TEXT NOT NULL,
  cpu TEXT NOT NULL,
  cores INTEGER NOT NULL,
  kernel TEXT NOT NULL,
  java_version TEXT NOT NULL,
  name TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (measured_ns, host, name)
) STRICT, WITHOUT ROWID;

-- One row a comparison of a cluster with standalone. Comparisons of one lease-size curve share their standalone runs and
-- the number in series. lease is 0 for auto. max_percent, verdict and decided are NULL where there is none.
CREATE TABLE overhead (
  overhead_id INTEGER PRIMARY KEY AUTOINCREMENT,
  series INTEGER NOT NULL,
  plan TEXT NOT NULL,
  lease INTEGER NOT NULL,
  workers INTEGER NOT NULL,
  pairs INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  started_ns INTEGER NOT NULL,
  max_percent REAL,
  comparison_id INTEGER REFERENCES comparison,
  verdict TEXT,
  decided INTEGER
) STRICT;

-- Which runs it compares. pair 0 warms up; position is the place within the pair, from 1. side: 'standalone', 'cluster'.
CREATE TABLE overhead_run (
  overhead_id INTEGER NOT NULL REFERENCES overhead ON DELETE CASCADE,
  pair INTEGER NOT NULL,
  side TEXT NOT NULL,
  position INTEGER NOT NULL,
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  PRIMARY KEY (overhead_id, pair, side)
) STRICT, WITHOUT ROWID;

CREATE INDEX overhead_run_by_run ON overhead_run (run_id);

-- One row an interleaved comparison; kind: 'overhead', 'ab'. precision is a share. verdict and decided are NULL while it runs.
CREATE TABLE comparison (
  comparison_id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  seed INTEGER NOT NULL,
  started_ns INTEGER NOT NULL,
  precision REAL NOT NULL,
  restarts INTEGER NOT NULL,
  verdict TEXT,
  decided INTEGER
) STRICT;

-- Its arms; others are divided by the one at position 0. plan is JSON.
CREATE TABLE comparison_arm (
  comparison_id INTEGER NOT NULL REFERENCES comparison ON DELETE CASCADE,
  position INTEGER NOT NULL,
  arm TEXT NOT NULL,
  plan TEXT NOT NULL,
  PRIMARY KEY (comparison_id, position)
) STRICT, WITHOUT ROWID;

-- Turns. Each restart has blocks of two turns of each arm; guard times are left out. cpu_ns is of all processes that work for
-- the arm.
CREATE TABLE turn (
  comparison_id INTEGER NOT NULL REFERENCES comparison ON DELETE CASCADE,
  restart INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  block INTEGER NOT NULL,
  arm TEXT NOT NULL,
  start_ns INTEGER NOT NULL,
  measured_ns INTEGER NOT NULL,
  operations INTEGER NOT NULL,
  cpu_ns INTEGER NOT NULL,
  PRIMARY KEY (comparison_id, restart, turn)
) STRICT, WITHOUT ROWID;

-- What a comparison said after so many restarts: medians of the first arm (base) and of this one, and their ratio with its 95 %
-- interval.
CREATE TABLE comparison_figure (
  comparison_id INTEGER NOT NULL REFERENCES comparison ON DELETE CASCADE,
  restarts INTEGER NOT NULL,
  arm TEXT NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  base REAL,
  value REAL,
  ratio REAL,
  ratio_low REAL,
  ratio_high REAL,
  PRIMARY KEY (comparison_id, restarts, arm, name)
) STRICT, WITHOUT ROWID;

-- kind is 'figure', 'process' or 'breakdown'. standalone and cluster are medians over pairs. ratio is cluster by
-- standalone, difference cluster minus standalone in that unit; low and high bound the 95 % interval.
CREATE TABLE overhead_figure (
  overhead_id INTEGER NOT NULL REFERENCES overhead ON DELETE CASCADE,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  standalone REAL,
  cluster REAL,
  ratio REAL,
  ratio_low REAL,
  ratio_high REAL,
  difference REAL,
  difference_low REAL,
  difference_high REAL,
  PRIMARY KEY (overhead_id, kind, name)
) STRICT, WITHOUT ROWID;
