-- The tables of a store file. Times are unix nanoseconds of the coordinator's clock, durations nanoseconds.
-- Deleting a row of run deletes all that belongs to it.

CREATE TABLE run (
  run_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  mode TEXT NOT NULL,
  target TEXT NOT NULL,
  workload TEXT NOT NULL,
  seed INTEGER NOT NULL,
  started_ns INTEGER NOT NULL,
  ended_ns INTEGER,
  state TEXT NOT NULL,
  validity TEXT,
  thresholds TEXT,
  exit_code INTEGER,
  message TEXT
) STRICT;

CREATE INDEX run_by_name ON run (name);

CREATE TABLE plan (
  run_id INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  name TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE step (
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  step INTEGER NOT NULL,
  parameters_json TEXT NOT NULL CHECK (json_valid(parameters_json)),
  PRIMARY KEY (run_id, step)
) STRICT, WITHOUT ROWID;

-- set_end_ns is 0 for a phase that is bound by a count. measured_until_ns ends the time that throughput is over.
-- planned is NULL while a duration decides. reserved: no index from here on was granted yet.
CREATE TABLE phase (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  clients INTEGER NOT NULL,
  rate_per_s REAL NOT NULL,
  workers INTEGER NOT NULL,
  state TEXT NOT NULL,
  finished INTEGER NOT NULL DEFAULT 0,
  start_ns INTEGER NOT NULL,
  set_end_ns INTEGER NOT NULL,
  measured_until_ns INTEGER NOT NULL DEFAULT 0,
  reserved INTEGER NOT NULL DEFAULT 0,
  planned INTEGER,
  covered INTEGER NOT NULL DEFAULT 0,
  executed_again INTEGER NOT NULL DEFAULT 0,
  quarantined INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, step, trial, phase),
  FOREIGN KEY (run_id, step) REFERENCES step ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE worker (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  worker TEXT NOT NULL,
  session INTEGER NOT NULL,
  language TEXT NOT NULL,
  host TEXT NOT NULL,
  clients INTEGER NOT NULL,
  offset_ns INTEGER NOT NULL,
  offset_error_ns INTEGER NOT NULL,
  late_start_ns INTEGER NOT NULL,
  joined_ns INTEGER NOT NULL,
  left_ns INTEGER NOT NULL,
  left_reason TEXT NOT NULL,
  -- Indexes that the session held when it left a phase, and may have executed: [[first, count, stride], ...].
  lost TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (run_id, step, trial, phase, session),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE lease (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  lease INTEGER NOT NULL,
  worker TEXT NOT NULL,
  session INTEGER NOT NULL,
  first INTEGER NOT NULL,
  count INTEGER NOT NULL,
  stride INTEGER NOT NULL,
  granted_ns INTEGER NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase, epoch, lease),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- One row for each snapshot of a worker; its key makes a repeated one harmless.
-- covered: [[first, count, stride], ...]. slow: [[operation, index, outcome, end_ns, service_ns, response_ns], ...].
-- series: [[operation, timing, outcome, samples, elements, bytes_sent, bytes_received, retries, clamped, from, length],
-- ...], where histograms holds the blob of each at from (1 is the first byte) for length bytes; the view snapshot takes
-- them apart. resources: {"cpu_ns": 17, ...}. content: the sum of the checksums of what the operations read, 64 bits that
-- wrap, 0 where none was computed. One row for each histogram took most of the store's time with a thousand workers.
CREATE TABLE snapshot_batch (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  session INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  worker TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  start_ns INTEGER NOT NULL,
  end_ns INTEGER NOT NULL,
  last_completion_ns INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  operations INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  covered TEXT NOT NULL,
  slow TEXT NOT NULL,
  resources TEXT NOT NULL DEFAULT '{}',
  series TEXT NOT NULL DEFAULT '[]',
  histograms BLOB NOT NULL DEFAULT x'',
  content INTEGER NOT NULL DEFAULT 0,
  -- {"counts": [[operation, compared, unchecked, answered, empty], ...], "wrong": [[operation, index, parameters, expected_rows,
  -- observed_rows, difference], ...]}, or {} where no operation reads.
  answers TEXT NOT NULL DEFAULT '{}',
  -- Single operations, one of sampled_every: [[operation, index, outcome, start_ns, service_ns, response_ns, {stage: ns}], ...].
  samples TEXT NOT NULL DEFAULT '[]',
  sampled_every INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, step, trial, phase, session, seq),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT;

CREATE INDEX snapshot_batch_by_time ON snapshot_batch (run_id, step, trial, phase, start_ns);

-- Sums over accepted snapshots, up to date after each commit. in_time leaves out what was completed while draining.
CREATE TABLE outcome_total (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  operation TEXT NOT NULL,
  timing TEXT NOT NULL,
  outcome TEXT NOT NULL,
  samples INTEGER NOT NULL,
  in_time INTEGER NOT NULL,
  elements INTEGER NOT NULL,
  bytes_sent INTEGER NOT NULL,
  bytes_received INTEGER NOT NULL,
  retries INTEGER NOT NULL,
  clamped INTEGER NOT NULL,
  first_message TEXT NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase, operation, timing, outcome),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Merged over workers, for each whole second of the coordinator's clock; latencies are response times of outcome ok.
CREATE TABLE interval (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  unix_second INTEGER NOT NULL,
  operation TEXT NOT NULL,
  operations INTEGER NOT NULL,
  ok INTEGER NOT NULL,
  ok_in_time INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  elements INTEGER NOT NULL,
  p50_ns INTEGER,
  p99_ns INTEGER,
  p999_ns INTEGER,
  max_ns INTEGER,
  PRIMARY KEY (run_id, step, trial, phase, unix_second, operation),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The decoded histograms of a phase. Samples of lowest_ns..value_ns count as value_ns. cumulative counts the samples
-- up to and with this row, so that the row of a percentile is the first whose cumulative reaches the rank.
CREATE TABLE bucket (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  operation TEXT NOT NULL,
  timing TEXT NOT NULL,
  outcome TEXT NOT NULL,
  cumulative INTEGER NOT NULL,
  lowest_ns INTEGER NOT NULL,
  value_ns INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase, operation, timing, outcome, cumulative),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The same for outcome ok of all operations together, but for "transaction"; service and response only.
CREATE TABLE merged_bucket (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  timing TEXT NOT NULL,
  cumulative INTEGER NOT NULL,
  lowest_ns INTEGER NOT NULL,
  value_ns INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase, timing, cumulative),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- kind is 'covered' (the union of what accepted reports cover) or 'missing' (as the lease book says).
-- Columns of the key first: "pragma integrity_check" of sqlite3 3.40 (Debian 12) reports NULL values of a table without
-- rowid where a column that is not in the key lies between those that are.
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

-- source is 'coordinator' (worker '' and session 0), 'worker', or 'target' (what a target told that worker).
CREATE TABLE environment (
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  source TEXT NOT NULL,
  worker TEXT NOT NULL,
  session INTEGER NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run_id, source, worker, session, key)
) STRICT, WITHOUT ROWID;

-- What a process has used, by name: {"cpu_ns": 17, ...}. A row a name would cost more than all else of a report.
CREATE TABLE resource_reading (
  run_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  session INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  worker TEXT NOT NULL,
  end_ns INTEGER NOT NULL,
  values_json TEXT NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase, session, seq),
  FOREIGN KEY (run_id, step, trial, phase) REFERENCES phase ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Starts of the server that a plan names. data: 'empty', 'kept', 'copied' (just loaded, and copied) or 'restored' (from that
-- copy). cpus: what its affinity allows. stop_ns, copy_ns and start_ns: time to stop the one before, to copy, to answer a query.
CREATE TABLE server_start (
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  data TEXT NOT NULL,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  pid INTEGER NOT NULL,
  cpus TEXT NOT NULL,
  heap TEXT NOT NULL,
  settings_json TEXT NOT NULL CHECK (json_valid(settings_json)),
  stop_ns INTEGER NOT NULL,
  copy_ns INTEGER NOT NULL,
  start_ns INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (run_id, step, trial, data)
) STRICT, WITHOUT ROWID;

-- A crash of the server within a phase ('kill', 'power', 'pause', or 'kill of PROCESS'), and what the database kept of the writes of that phase.
-- crash_ns: the signal was sent; down_ns: all processes were gone or stopped; ready_ns: it answered a query again; first_ok_ns: end
-- of the interval with the first ok; recovered_ns: end of the first second with 90 % of before_per_s. NULL: it never came to that.
-- lost: acknowledged and gone; oldest_lost_ns: age of the oldest of them at the crash, at most. unknown: without an answer.
CREATE TABLE crash (
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  how TEXT NOT NULL,
  crash_ns INTEGER NOT NULL,
  down_ns INTEGER NOT NULL,
  ready_ns INTEGER NOT NULL,
  first_ok_ns INTEGER,
  recovered_ns INTEGER,
  before_per_s REAL NOT NULL,
  acknowledged INTEGER NOT NULL,
  acknowledged_after INTEGER NOT NULL,
  lost INTEGER NOT NULL,
  oldest_lost_ns INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  unknown_kept INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  phantoms INTEGER NOT NULL,
  half_transactions INTEGER NOT NULL,
  unjudged INTEGER NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase)
) STRICT, WITHOUT ROWID;

-- The oldest acknowledged writes that a crash lost, 1,000 at most; their ages at the crash lie between the two.
CREATE TABLE lost_write (
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  phase TEXT NOT NULL,
  operation TEXT NOT NULL,
  operation_index INTEGER NOT NULL,
  least_age_ns INTEGER NOT NULL,
  most_age_ns INTEGER NOT NULL,
  PRIMARY KEY (run_id, step, trial, phase, operation_index)
) STRICT, WITHOUT ROWID;

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

-- A published claim that was tested. digest: of the claim, its experiments and how they were run; estimate, low and high: of the figure
-- that decided, NULL where there is none.
CREATE TABLE claim (
  claim_id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  claims TEXT NOT NULL,
  source TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  sentence TEXT NOT NULL,
  unit TEXT NOT NULL,
  conditions TEXT NOT NULL,
  flaws TEXT NOT NULL,
  shape TEXT NOT NULL,
  quick INTEGER NOT NULL,
  scale REAL NOT NULL,
  rounds INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  estimate REAL,
  low REAL,
  high REAL,
  note TEXT NOT NULL,
  judged_ns INTEGER NOT NULL,
  machine TEXT NOT NULL
) STRICT;

-- What the source of a claim says (side 'published', round 0), and what each round showed (side 'here'). x: NULL for a label alone.
CREATE TABLE claim_value (
  claim_id INTEGER NOT NULL REFERENCES claim ON DELETE CASCADE,
  side TEXT NOT NULL,
  label TEXT NOT NULL,
  x REAL,
  round INTEGER NOT NULL,
  value REAL NOT NULL
) STRICT;
CREATE INDEX claim_value_of ON claim_value(claim_id);

-- The runs that claims rest on. digest: of the experiment and how it was run.
CREATE TABLE claim_run (
  digest TEXT NOT NULL,
  experiment TEXT NOT NULL,
  round INTEGER NOT NULL,
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  PRIMARY KEY (digest, round, run_id)
) STRICT, WITHOUT ROWID;

-- Every threshold, validity and oracle check, and every warning.
CREATE TABLE check_result (
  check_id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  step INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  expected TEXT NOT NULL,
  observed TEXT NOT NULL,
  passed INTEGER NOT NULL,
  worker TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;

CREATE INDEX check_result_by_run ON check_result (run_id, step, trial);

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

-- What was asked for, so that a run can go on after its coordinator died: the message as it came, and the incarnation
-- of the coordinator that began the run. It holds no secret: plans refer to them.
CREATE TABLE submission (
  run_id INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  epoch INTEGER NOT NULL,
  request BLOB NOT NULL
) STRICT;

-- Every coordinator that used this file: a worker that comes back names the one that it knew.
CREATE TABLE incarnation (
  epoch INTEGER PRIMARY KEY
) STRICT;
