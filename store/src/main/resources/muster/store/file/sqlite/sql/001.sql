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
