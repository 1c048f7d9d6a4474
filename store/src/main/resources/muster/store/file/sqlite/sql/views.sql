-- The views, made anew by each migration. They read sums and decoded buckets, never blobs.
-- The rank of a percentile is rounded up, in integers of a millionth: (n * 990000 + 999999) / 1000000 for p99.
-- A percentile q is NULL below ceil(ln 0.05 / ln q) samples: 3 (p25), 5 (p50), 11 (p75), 29 (p90), 59 (p95), 299 (p99),
-- 2995 (p99.9), 29956 (p99.99). Abandoned phases are in no view.
-- Verdicts are NULL where there is none to give: a run that did not complete, a phase that did not complete or whose
-- trial was not judged, is left out of the answer of its sweep or has a phase in which no operation completed.
-- Sums over operations leave out "transaction", which holds several, and steps of a journey ("JOURNEY.STEP"), which are parts of one.
-- Counts add up: operations = ok + errors + others; others = absent + duplicate; unknown and aborted are errors.

-- How long each load that takes turns was measured: the sum of its windows. No rows of other loads.
DROP VIEW IF EXISTS turn_time;
CREATE VIEW turn_time AS
SELECT w.run_id, w.step, w.trial, w.phase, s.name AS stream, sum(min(w.to_ns, p.measured_until_ns) - w.from_ns) AS measured_ns
FROM turn_window w JOIN stream s USING (run_id, step, trial, phase, stream) JOIN phase p USING (run_id, step, trial, phase)
WHERE w.from_ns < p.measured_until_ns
GROUP BY w.run_id, w.step, w.trial, w.phase, w.stream;

-- What the server used for each load that takes turns: by the time of turns that were observed, and what the load completed in all.
DROP VIEW IF EXISTS turn_cpu_summary;
CREATE VIEW turn_cpu_summary AS
WITH used AS (
  SELECT c.run_id, c.step, c.trial, c.phase, c.stream, count(*) AS turns, sum(c.server_ns) * 1.0 / sum(w.to_ns - w.from_ns) AS cores
  FROM turn_cpu c JOIN turn_window w USING (run_id, step, trial, phase, stream, turn)
    JOIN phase p USING (run_id, step, trial, phase)
  WHERE w.to_ns <= p.measured_until_ns AND p.state <> 'abandoned'
  GROUP BY c.run_id, c.step, c.trial, c.phase, c.stream
)
SELECT u.run_id, u.step, u.trial, u.phase, s.name AS stream, u.turns, u.cores AS server_cores,
  u.cores * t.measured_ns / (SELECT nullif(sum(o.in_time), 0) FROM outcome_total o WHERE o.run_id = u.run_id AND o.step = u.step
    AND o.trial = u.trial AND o.phase = u.phase AND o.timing = 'service' AND o.outcome = 'ok' AND o.operation <> 'transaction'
    AND instr(substr(o.operation, length(s.name) + 2), '.') = 0 AND substr(o.operation, 1, length(s.name) + 1) = s.name || ' ')
    AS server_cpu_per_operation_ns
FROM used u JOIN stream s USING (run_id, step, trial, phase, stream)
  JOIN turn_time t ON (t.run_id, t.step, t.trial, t.phase, t.stream) = (u.run_id, u.step, u.trial, u.phase, s.name);

DROP VIEW IF EXISTS run_summary;
CREATE VIEW run_summary AS
WITH measured AS (
  SELECT run_id, step, trial, phase, workers, coalesce((SELECT sum(t.measured_ns) FROM turn_time t WHERE t.run_id = phase.run_id
    AND t.step = phase.step AND t.trial = phase.trial AND t.phase = phase.phase), measured_until_ns - start_ns) AS duration_ns
  FROM phase
  WHERE kind = 'measure' AND state <> 'abandoned' AND start_ns > 0
),
sums AS (
  SELECT run_id, sum(samples) AS operations, sum(elements) AS elements,
    sum(samples) FILTER (WHERE outcome NOT IN ('ok', 'absent', 'duplicate')) AS errors,
    sum(in_time) FILTER (WHERE outcome = 'ok') AS ok_in_time,
    coalesce(sum(samples) FILTER (WHERE outcome = 'ok'), 0) AS ok,
    coalesce(sum(samples) FILTER (WHERE outcome = 'absent'), 0) AS absent,
    coalesce(sum(samples) FILTER (WHERE outcome = 'duplicate'), 0) AS duplicate,
    coalesce(sum(samples) FILTER (WHERE outcome = 'unknown'), 0) AS unknown,
    coalesce(sum(samples) FILTER (WHERE outcome = 'aborted'), 0) AS aborted
  FROM measured JOIN outcome_total USING (run_id, step, trial, phase)
  WHERE timing = 'service' AND operation <> 'transaction' AND operation NOT LIKE '% transaction' AND instr(operation, '.') = 0
  GROUP BY run_id
),
-- A run of one measured phase, the usual one, finds its percentiles by three seeks. Only one of several trials merges.
single AS (
  SELECT run_id, min(step) AS step, min(trial) AS trial, min(phase) AS phase
  FROM measured
  GROUP BY run_id
  HAVING count(*) = 1
),
counted AS (
  SELECT s.run_id, s.step, s.trial, s.phase,
    (SELECT max(b.cumulative) FROM merged_bucket b
      WHERE b.run_id = s.run_id AND b.step = s.step AND b.trial = s.trial AND b.phase = s.phase
        AND b.timing = 'response') AS n
  FROM single s
),
responses AS (
  SELECT run_id, value_ns, sum(count) AS count
  FROM measured JOIN merged_bucket USING (run_id, step, trial, phase)
  WHERE timing = 'response'
    AND run_id IN (SELECT run_id FROM measured GROUP BY run_id HAVING count(*) > 1)
    AND run_id IN (SELECT run_id FROM step GROUP BY run_id HAVING count(*) = 1)
  GROUP BY run_id, value_ns
),
ranked AS (
  SELECT run_id, value_ns, sum(count) OVER (PARTITION BY run_id ORDER BY value_ns) AS cumulative,
    sum(count) OVER (PARTITION BY run_id) AS n
  FROM responses
),
latency AS (
  SELECT run_id,
    min(value_ns) FILTER (WHERE n >= 5 AND cumulative >= (n * 500000 + 999999) / 1000000) AS p50_ns,
    min(value_ns) FILTER (WHERE n >= 299 AND cumulative >= (n * 990000 + 999999) / 1000000) AS p99_ns,
    min(value_ns) FILTER (WHERE n >= 2995 AND cumulative >= (n * 999000 + 999999) / 1000000) AS p999_ns,
    max(value_ns) AS max_ns
  FROM ranked
  GROUP BY run_id
  UNION ALL
  SELECT c.run_id,
    CASE WHEN c.n >= 5 THEN (SELECT value_ns FROM merged_bucket b
      WHERE b.run_id = c.run_id AND b.step = c.step AND b.trial = c.trial AND b.phase = c.phase
        AND b.timing = 'response' AND b.cumulative >= (c.n * 500000 + 999999) / 1000000
      ORDER BY b.cumulative LIMIT 1) END,
    CASE WHEN c.n >= 299 THEN (SELECT value_ns FROM merged_bucket b
      WHERE b.run_id = c.run_id AND b.step = c.step AND b.trial = c.trial AND b.phase = c.phase
        AND b.timing = 'response' AND b.cumulative >= (c.n * 990000 + 999999) / 1000000
      ORDER BY b.cumulative LIMIT 1) END,
    CASE WHEN c.n >= 2995 THEN (SELECT value_ns FROM merged_bucket b
      WHERE b.run_id = c.run_id AND b.step = c.step AND b.trial = c.trial AND b.phase = c.phase
        AND b.timing = 'response' AND b.cumulative >= (c.n * 999000 + 999999) / 1000000
      ORDER BY b.cumulative LIMIT 1) END,
    (SELECT value_ns FROM merged_bucket b
      WHERE b.run_id = c.run_id AND b.step = c.step AND b.trial = c.trial AND b.phase = c.phase
        AND b.timing = 'response'
      ORDER BY b.cumulative DESC LIMIT 1)
  FROM counted c
  WHERE (SELECT count(*) FROM step t WHERE t.run_id = c.run_id) = 1
),
answered AS (
  SELECT run_id, sum(kind = 'oracle' AND NOT passed) AS wrong,
    sum(kind = 'oracle' AND name <> 'state after load') AS checked,
    sum(kind = 'warning' AND expected = 'verified') AS skipped
  FROM check_result v
  WHERE NOT EXISTS (SELECT 1 FROM phase p
    WHERE p.run_id = v.run_id AND p.step = v.step AND p.trial = v.trial AND p.state = 'abandoned')
  GROUP BY run_id
),
compared AS (
  SELECT run_id, sum(compared) AS compared, sum(compared + unchecked) AS asked
  FROM measured JOIN answer_total USING (run_id, step, trial, phase)
  GROUP BY run_id
)
SELECT r.run_id, r.name, r.target, r.workload, r.mode,
  coalesce(
    (SELECT nullif(count(DISTINCT w.worker), 0) FROM worker w JOIN measured m USING (run_id, step, trial, phase)
      WHERE w.run_id = r.run_id),
    (SELECT max(workers) FROM measured m WHERE m.run_id = r.run_id), 0) AS workers,
  strftime('%Y-%m-%dT%H:%M:%SZ', r.started_ns / 1000000000, 'unixepoch') AS started_at,
  coalesce(s.operations, 0) AS operations, coalesce(s.elements, 0) AS elements, coalesce(s.errors, 0) AS errors,
  CASE WHEN (SELECT count(*) FROM step t WHERE t.run_id = r.run_id) = 1 THEN
    coalesce(s.ok_in_time, 0) * 1e9 / (SELECT nullif(sum(duration_ns), 0) FROM measured m WHERE m.run_id = r.run_id)
  END AS throughput_per_s,
  l.p50_ns, l.p99_ns, l.p999_ns, l.max_ns, r.validity, r.thresholds,
  r.state,
  CASE WHEN r.state <> 'complete' THEN NULL
    WHEN a.wrong THEN 'wrong' WHEN a.checked AND NOT a.skipped THEN 'right' ELSE 'not checked' END AS answers,
  coalesce(s.ok, 0) AS ok, coalesce(s.absent + s.duplicate, 0) AS others, coalesce(s.absent, 0) AS absent,
  coalesce(s.duplicate, 0) AS duplicate, coalesce(s.unknown, 0) AS unknown, coalesce(s.aborted, 0) AS aborted,
  c.compared AS answers_compared, c.asked AS answers_asked
FROM run r LEFT JOIN sums s ON s.run_id = r.run_id LEFT JOIN latency l ON l.run_id = r.run_id
  LEFT JOIN answered a ON a.run_id = r.run_id LEFT JOIN compared c ON c.run_id = r.run_id;

DROP VIEW IF EXISTS step_summary;
CREATE VIEW step_summary AS
WITH sums AS (
  SELECT run_id, step, trial, phase, sum(samples) AS operations, sum(elements) AS elements,
    sum(samples) FILTER (WHERE outcome NOT IN ('ok', 'absent', 'duplicate')) AS errors,
    sum(in_time) FILTER (WHERE outcome = 'ok') AS ok_in_time,
    coalesce(sum(samples) FILTER (WHERE outcome = 'ok'), 0) AS ok,
    coalesce(sum(samples) FILTER (WHERE outcome = 'absent'), 0) AS absent,
    coalesce(sum(samples) FILTER (WHERE outcome = 'duplicate'), 0) AS duplicate,
    coalesce(sum(samples) FILTER (WHERE outcome = 'unknown'), 0) AS unknown,
    coalesce(sum(samples) FILTER (WHERE outcome = 'aborted'), 0) AS aborted
  FROM outcome_total
  WHERE timing = 'service' AND operation <> 'transaction' AND operation NOT LIKE '% transaction' AND instr(operation, '.') = 0
  GROUP BY run_id, step, trial, phase
),
latency AS (
  SELECT run_id, step, trial, phase,
    (SELECT max(b.cumulative) FROM merged_bucket b
      WHERE b.run_id = p.run_id AND b.step = p.step AND b.trial = p.trial AND b.phase = p.phase
        AND b.timing = 'response') AS n
  FROM phase p
),
judged AS (
  SELECT run_id, step, trial,
    CASE WHEN sum(kind = 'validity' AND NOT passed) THEN 'invalid' WHEN sum(kind = 'validity') THEN 'valid' END
      AS validity,
    CASE WHEN sum(kind = 'threshold' AND NOT passed) THEN 'missed'
      WHEN sum(kind = 'threshold') THEN 'met' ELSE 'none' END AS thresholds,
    CASE WHEN sum(kind = 'oracle' AND NOT passed) THEN 'wrong'
      WHEN sum(kind = 'oracle' AND name <> 'state after load') AND NOT sum(kind = 'warning' AND expected = 'verified')
      THEN 'right' END AS answers,
    sum(kind = 'fact' AND name = 'left out') > 0 AS left_out,
    sum(name = 'nothing measured') > 0 AS unmeasured
  FROM check_result
  GROUP BY run_id, step, trial
)
SELECT p.run_id, p.step, p.trial, p.phase, p.clients, nullif(p.rate_per_s, 0) AS rate, t.parameters_json,
  coalesce(
    (SELECT nullif(count(DISTINCT w.worker), 0) FROM worker w
      WHERE w.run_id = p.run_id AND w.step = p.step AND w.trial = p.trial AND w.phase = p.phase), p.workers) AS workers,
  coalesce(s.operations, 0) AS operations, coalesce(s.elements, 0) AS elements, coalesce(s.errors, 0) AS errors,
  CASE WHEN p.start_ns > 0 AND p.measured_until_ns > p.start_ns THEN
    coalesce(s.ok_in_time, 0) * 1e9 / coalesce((SELECT sum(t.measured_ns) FROM turn_time t WHERE t.run_id = p.run_id
      AND t.step = p.step AND t.trial = p.trial AND t.phase = p.phase), p.measured_until_ns - p.start_ns) END AS throughput_per_s,
  CASE WHEN l.n >= 5 THEN (SELECT value_ns FROM merged_bucket b
    WHERE b.run_id = p.run_id AND b.step = p.step AND b.trial = p.trial AND b.phase = p.phase
      AND b.timing = 'response' AND b.cumulative >= (l.n * 500000 + 999999) / 1000000
    ORDER BY b.cumulative LIMIT 1) END AS p50_ns,
  CASE WHEN l.n >= 299 THEN (SELECT value_ns FROM merged_bucket b
    WHERE b.run_id = p.run_id AND b.step = p.step AND b.trial = p.trial AND b.phase = p.phase
      AND b.timing = 'response' AND b.cumulative >= (l.n * 990000 + 999999) / 1000000
    ORDER BY b.cumulative LIMIT 1) END AS p99_ns,
  CASE WHEN l.n >= 2995 THEN (SELECT value_ns FROM merged_bucket b
    WHERE b.run_id = p.run_id AND b.step = p.step AND b.trial = p.trial AND b.phase = p.phase
      AND b.timing = 'response' AND b.cumulative >= (l.n * 999000 + 999999) / 1000000
    ORDER BY b.cumulative LIMIT 1) END AS p999_ns,
  (SELECT value_ns FROM merged_bucket b
    WHERE b.run_id = p.run_id AND b.step = p.step AND b.trial = p.trial AND b.phase = p.phase
      AND b.timing = 'response'
    ORDER BY b.cumulative DESC LIMIT 1) AS max_ns,
  CASE WHEN p.state = 'complete' AND NOT j.left_out AND NOT (j.unmeasured AND j.validity = 'valid') THEN j.validity END
    AS validity,
  CASE WHEN p.state = 'complete' AND NOT j.left_out AND NOT j.unmeasured AND j.validity IS NOT NULL THEN j.thresholds END
    AS thresholds,
  CASE WHEN p.state = 'complete' AND j.answers IS NOT NULL THEN j.answers
    WHEN p.state = 'complete' AND j.validity IS NOT NULL THEN 'not checked' END AS answers,
  coalesce(j.left_out, 0) AS left_out,
  coalesce(s.ok, 0) AS ok, coalesce(s.absent + s.duplicate, 0) AS others, coalesce(s.absent, 0) AS absent,
  coalesce(s.duplicate, 0) AS duplicate, coalesce(s.unknown, 0) AS unknown, coalesce(s.aborted, 0) AS aborted,
  (SELECT sum(c.compared) FROM answer_total c WHERE c.run_id = p.run_id AND c.step = p.step AND c.trial = p.trial
    AND c.phase = p.phase) AS answers_compared,
  (SELECT sum(c.compared + c.unchecked) FROM answer_total c WHERE c.run_id = p.run_id AND c.step = p.step
    AND c.trial = p.trial AND c.phase = p.phase) AS answers_asked
FROM phase p JOIN step t ON t.run_id = p.run_id AND t.step = p.step
  LEFT JOIN sums s ON s.run_id = p.run_id AND s.step = p.step AND s.trial = p.trial AND s.phase = p.phase
  LEFT JOIN latency l ON l.run_id = p.run_id AND l.step = p.step AND l.trial = p.trial AND l.phase = p.phase
  LEFT JOIN judged j ON j.run_id = p.run_id AND j.step = p.step AND j.trial = p.trial
WHERE p.state <> 'abandoned';

DROP VIEW IF EXISTS sweep_summary;
CREATE VIEW sweep_summary AS
WITH counted AS (
  SELECT s.*, p.ordinal,
    row_number() OVER (PARTITION BY s.run_id, s.phase, s.step ORDER BY s.throughput_per_s) AS by_throughput,
    row_number() OVER (PARTITION BY s.run_id, s.phase, s.step ORDER BY s.p50_ns) AS by_p50,
    row_number() OVER (PARTITION BY s.run_id, s.phase, s.step ORDER BY s.p99_ns) AS by_p99,
    count(*) OVER (PARTITION BY s.run_id, s.phase, s.step) AS n,
    (SELECT observed FROM check_result c WHERE c.run_id = s.run_id AND c.step = s.step AND c.trial = s.trial
      AND c.kind = 'finding' AND c.name = 'bottleneck' LIMIT 1) AS limited_by
  FROM step_summary s JOIN phase p ON p.run_id = s.run_id AND p.step = s.step AND p.trial = s.trial AND p.phase = s.phase
  WHERE p.kind = 'measure' AND p.state = 'complete' AND NOT s.left_out
)
SELECT run_id, phase, step, parameters_json, n AS trials,
  avg(throughput_per_s) FILTER (WHERE by_throughput IN ((n + 1) / 2, n / 2 + 1)) AS throughput_per_s,
  min(throughput_per_s) AS least_per_s, max(throughput_per_s) AS most_per_s,
  avg(p50_ns) FILTER (WHERE by_p50 IN ((n + 1) / 2, n / 2 + 1)) AS p50_ns,
  avg(p99_ns) FILTER (WHERE by_p99 IN ((n + 1) / 2, n / 2 + 1)) AS p99_ns,
  sum(operations) AS operations, sum(errors) AS errors, min(coalesce(validity, '') = 'valid') AS valid,
  group_concat(DISTINCT limited_by) AS limited_by, sum(ok) AS ok, sum(others) AS others, sum(absent) AS absent,
  sum(duplicate) AS duplicate, sum(unknown) AS unknown, sum(aborted) AS aborted
FROM counted GROUP BY run_id, phase, step;

DROP VIEW IF EXISTS operation_summary;
CREATE VIEW operation_summary AS
WITH sums AS (
  SELECT run_id, step, trial, phase, operation, timing,
    coalesce(sum(samples) FILTER (WHERE outcome = 'ok'), 0) AS samples,
    coalesce(sum(samples) FILTER (WHERE outcome NOT IN ('ok', 'absent', 'duplicate')), 0) AS errors,
    coalesce(sum(in_time) FILTER (WHERE outcome = 'ok'), 0) AS ok_in_time,
    sum(samples) AS operations, coalesce(sum(samples) FILTER (WHERE outcome = 'absent'), 0) AS absent,
    coalesce(sum(samples) FILTER (WHERE outcome = 'duplicate'), 0) AS duplicate,
    coalesce(sum(samples) FILTER (WHERE outcome = 'unknown'), 0) AS unknown,
    coalesce(sum(samples) FILTER (WHERE outcome = 'aborted'), 0) AS aborted
  FROM outcome_total
  GROUP BY run_id, step, trial, phase, operation, timing
),
latency AS (
  SELECT run_id, step, trial, phase, operation, timing, max(cumulative) AS n,
    sum(1.0 * count * (lowest_ns + (value_ns - lowest_ns + 1) / 2)) / max(cumulative) AS mean_ns,
    min(lowest_ns) AS min_ns, max(value_ns) AS max_ns
  FROM bucket
  WHERE outcome = 'ok'
  GROUP BY run_id, step, trial, phase, operation, timing
)
SELECT s.run_id, s.step, s.trial, s.phase, s.operation, s.timing, s.samples, s.errors, l.mean_ns, l.min_ns,
  CASE WHEN l.n >= 5 THEN (SELECT value_ns FROM bucket b
    WHERE b.run_id = s.run_id AND b.step = s.step AND b.trial = s.trial AND b.phase = s.phase
      AND b.operation = s.operation AND b.timing = s.timing AND b.outcome = 'ok'
      AND b.cumulative >= (l.n * 500000 + 999999) / 1000000
    ORDER BY b.cumulative LIMIT 1) END AS p50_ns,
  CASE WHEN l.n >= 29 THEN (SELECT value_ns FROM bucket b
    WHERE b.run_id = s.run_id AND b.step = s.step AND b.trial = s.trial AND b.phase = s.phase
      AND b.operation = s.operation AND b.timing = s.timing AND b.outcome = 'ok'
      AND b.cumulative >= (l.n * 900000 + 999999) / 1000000
    ORDER BY b.cumulative LIMIT 1) END AS p90_ns,
  CASE WHEN l.n >= 59 THEN (SELECT value_ns FROM bucket b
    WHERE b.run_id = s.run_id AND b.step = s.step AND b.trial = s.trial AND b.phase = s.phase
      AND b.operation = s.operation AND b.timing = s.timing AND b.outcome = 'ok'
      AND b.cumulative >= (l.n * 950000 + 999999) / 1000000
    ORDER BY b.cumulative LIMIT 1) END AS p95_ns,
  CASE WHEN l.n >= 299 THEN (SELECT value_ns FROM bucket b
    WHERE b.run_id = s.run_id AND b.step = s.step AND b.trial = s.trial AND b.phase = s.phase
      AND b.operation = s.operation AND b.timing = s.timing AND b.outcome = 'ok'
      AND b.cumulative >= (l.n * 990000 + 999999) / 1000000
    ORDER BY b.cumulative LIMIT 1) END AS p99_ns,
  CASE WHEN l.n >= 2995 THEN (SELECT value_ns FROM bucket b
    WHERE b.run_id = s.run_id AND b.step = s.step AND b.trial = s.trial AND b.phase = s.phase
      AND b.operation = s.operation AND b.timing = s.timing AND b.outcome = 'ok'
      AND b.cumulative >= (l.n * 999000 + 999999) / 1000000
    ORDER BY b.cumulative LIMIT 1) END AS p999_ns,
  CASE WHEN l.n >= 29956 THEN (SELECT value_ns FROM bucket b
    WHERE b.run_id = s.run_id AND b.step = s.step AND b.trial = s.trial AND b.phase = s.phase
      AND b.operation = s.operation AND b.timing = s.timing AND b.outcome = 'ok'
      AND b.cumulative >= (l.n * 999900 + 999999) / 1000000
    ORDER BY b.cumulative LIMIT 1) END AS p9999_ns,
  l.max_ns,
  CASE WHEN p.start_ns > 0 AND p.measured_until_ns > p.start_ns THEN
    s.ok_in_time * 1e9 / coalesce((SELECT t.measured_ns FROM turn_time t WHERE t.run_id = p.run_id AND t.step = p.step
      AND t.trial = p.trial AND t.phase = p.phase AND t.stream = substr(s.operation, 1, instr(s.operation, ' ') - 1)),
      p.measured_until_ns - p.start_ns) END AS throughput_per_s,
  CASE WHEN l.n >= 3 THEN (SELECT value_ns FROM bucket b
    WHERE b.run_id = s.run_id AND b.step = s.step AND b.trial = s.trial AND b.phase = s.phase
      AND b.operation = s.operation AND b.timing = s.timing AND b.outcome = 'ok'
      AND b.cumulative >= (l.n * 250000 + 999999) / 1000000
    ORDER BY b.cumulative LIMIT 1) END AS p25_ns,
  CASE WHEN l.n >= 11 THEN (SELECT value_ns FROM bucket b
    WHERE b.run_id = s.run_id AND b.step = s.step AND b.trial = s.trial AND b.phase = s.phase
      AND b.operation = s.operation AND b.timing = s.timing AND b.outcome = 'ok'
      AND b.cumulative >= (l.n * 750000 + 999999) / 1000000
    ORDER BY b.cumulative LIMIT 1) END AS p75_ns,
  s.operations, s.absent + s.duplicate AS others, s.absent, s.duplicate, s.unknown, s.aborted
FROM sums s
  JOIN phase p ON p.run_id = s.run_id AND p.step = s.step AND p.trial = s.trial AND p.phase = s.phase
  LEFT JOIN latency l ON l.run_id = s.run_id AND l.step = s.step AND l.trial = s.trial AND l.phase = s.phase
    AND l.operation = s.operation AND l.timing = s.timing
WHERE p.state <> 'abandoned';

-- The life of an operation: its stages, and service time, which is the whole. share_of_service is the time of all samples of a
-- stage by that of service; NULL for lease, which ends before service begins.
DROP VIEW IF EXISTS stage_summary;
CREATE VIEW stage_summary AS
SELECT o.run_id, o.step, o.trial, o.phase, o.operation, o.timing AS stage, o.samples, o.mean_ns, o.min_ns, o.p25_ns, o.p50_ns,
  o.p75_ns, o.p90_ns, o.p99_ns, o.p999_ns, o.p9999_ns, o.max_ns,
  CASE WHEN o.timing <> 'lease' THEN round(o.mean_ns * o.samples / (
    SELECT nullif(sum(1.0 * b.count * (b.lowest_ns + (b.value_ns - b.lowest_ns + 1) / 2)), 0) FROM bucket b
    WHERE b.run_id = o.run_id AND b.step = o.step AND b.trial = o.trial AND b.phase = o.phase
      AND b.operation = o.operation AND b.timing = 'service' AND b.outcome = 'ok'), 12) END AS share_of_service
FROM operation_summary o
WHERE o.timing <> 'response' AND o.mean_ns IS NOT NULL;

-- The same by powers of two: count samples from low_ns to below high_ns. No bucket spans two of them.
DROP VIEW IF EXISTS stage_histogram;
CREATE VIEW stage_histogram AS
WITH RECURSIVE power(low_ns, high_ns) AS (
  SELECT 0, 1 UNION ALL SELECT high_ns, 2 * high_ns FROM power WHERE high_ns < 4398046511104
)
SELECT b.run_id, b.step, b.trial, b.phase, b.operation, b.timing AS stage, w.low_ns, w.high_ns, sum(b.count) AS count
FROM bucket b JOIN power w ON b.lowest_ns >= w.low_ns AND b.lowest_ns < w.high_ns
  JOIN phase p ON p.run_id = b.run_id AND p.step = b.step AND p.trial = b.trial AND p.phase = b.phase
WHERE b.outcome = 'ok' AND b.timing <> 'response' AND p.state <> 'abandoned'
GROUP BY b.run_id, b.step, b.trial, b.phase, b.operation, b.timing, w.low_ns, w.high_ns;

DROP VIEW IF EXISTS interval_summary;
CREATE VIEW interval_summary AS
WITH bounded AS (
  SELECT i.*, p.start_ns, i.unix_second - p.start_ns / 1000000000 AS second,
    min(p.measured_until_ns, (i.unix_second + 1) * 1000000000) - max(p.start_ns, i.unix_second * 1000000000) AS width_ns
  FROM interval i JOIN phase p USING (run_id, step, trial, phase)
  WHERE p.state <> 'abandoned'
)
SELECT run_id, step, trial, phase, second, operation, operations, errors,
  CASE WHEN width_ns > 0 THEN ok_in_time * 1e9 / width_ns END AS throughput_per_s, p50_ns, p99_ns, max_ns,
  ok, operations - ok - errors AS others, absent, duplicate, unknown, aborted
FROM bounded;

DROP VIEW IF EXISTS outcome_summary;
CREATE VIEW outcome_summary AS
SELECT t.run_id, t.step, t.trial, t.phase, t.operation, t.outcome, t.samples AS count,
  nullif(t.first_message, '') AS first_message,
  CASE WHEN t.outcome = 'ok' THEN 'ok' WHEN t.outcome IN ('absent', 'duplicate') THEN 'other' ELSE 'error' END AS kind
FROM outcome_total t JOIN phase p USING (run_id, step, trial, phase)
WHERE t.timing = 'service' AND p.state <> 'abandoned';

DROP VIEW IF EXISTS check_summary;
CREATE VIEW check_summary AS
SELECT run_id, step, trial, kind, name, expected, observed, passed, worker, reason
FROM check_result v
WHERE NOT EXISTS (SELECT 1 FROM phase p
  WHERE p.run_id = v.run_id AND p.step = v.step AND p.trial = v.trial AND p.state = 'abandoned');

DROP VIEW IF EXISTS jmeter_summary;
CREATE VIEW jmeter_summary AS
WITH measured AS (
  SELECT run_id, step, trial, phase, measured_until_ns - start_ns AS duration_ns
  FROM phase
  WHERE kind = 'measure' AND state <> 'abandoned' AND start_ns > 0
),
sums AS (
  SELECT run_id, step, trial, operation, sum(samples) AS samples, sum(in_time) AS in_time,
    sum(bytes_received) AS bytes_received,
    coalesce(sum(samples) FILTER (WHERE outcome NOT IN ('ok', 'absent', 'duplicate')), 0) AS errors
  FROM measured JOIN outcome_total USING (run_id, step, trial, phase)
  WHERE timing = 'service'
  GROUP BY run_id, step, trial, operation
),
services AS (
  SELECT run_id, step, trial, operation, value_ns, min(lowest_ns) AS lowest_ns, sum(count) AS count
  FROM measured JOIN bucket USING (run_id, step, trial, phase)
  WHERE timing = 'service'
  GROUP BY run_id, step, trial, operation, value_ns
),
ranked AS (
  SELECT run_id, step, trial, operation, value_ns, lowest_ns, count,
    sum(count) OVER (PARTITION BY run_id, step, trial, operation ORDER BY value_ns) AS cumulative,
    sum(count) OVER (PARTITION BY run_id, step, trial, operation) AS n
  FROM services
),
latency AS (
  SELECT run_id, step, trial, operation,
    sum(1.0 * count * (lowest_ns + (value_ns - lowest_ns + 1) / 2)) / sum(count) AS mean_ns,
    min(value_ns) FILTER (WHERE n >= 5 AND cumulative >= (n * 500000 + 999999) / 1000000) AS p50_ns,
    min(value_ns) FILTER (WHERE n >= 29 AND cumulative >= (n * 900000 + 999999) / 1000000) AS p90_ns,
    min(lowest_ns) AS min_ns, max(value_ns) AS max_ns
  FROM ranked
  GROUP BY run_id, step, trial, operation
),
-- The time of the phases in which a label was executed, not of all.
durations AS (
  SELECT run_id, step, trial, operation, nullif(sum(coalesce((SELECT t.measured_ns FROM turn_time t
    WHERE t.run_id = measured.run_id AND t.step = measured.step AND t.trial = measured.trial AND t.phase = measured.phase
      AND t.stream = substr(operation, 1, instr(operation, ' ') - 1)), duration_ns)), 0) AS duration_ns
  FROM measured JOIN (SELECT DISTINCT run_id, step, trial, phase, operation FROM outcome_total WHERE timing = 'service')
    USING (run_id, step, trial, phase)
  GROUP BY run_id, step, trial, operation
)
SELECT s.run_id, s.step, s.trial, s.operation AS label, s.samples, l.mean_ns / 1e6 AS average_ms,
  l.p50_ns / 1e6 AS median_ms, l.p90_ns / 1e6 AS p90_ms, l.min_ns / 1e6 AS min_ms, l.max_ns / 1e6 AS max_ms,
  s.errors * 100.0 / nullif(s.samples, 0) AS error_percent, s.in_time * 1e9 / d.duration_ns AS throughput_per_s,
  s.bytes_received / 1024.0 * 1e9 / d.duration_ns AS kb_per_s
FROM sums s
  JOIN durations d ON d.run_id = s.run_id AND d.step = s.step AND d.trial = s.trial AND d.operation = s.operation
  LEFT JOIN latency l ON l.run_id = s.run_id AND l.step = s.step AND l.trial = s.trial AND l.operation = s.operation;

DROP VIEW IF EXISTS coverage_summary;
CREATE VIEW coverage_summary AS
SELECT p.run_id, p.step, p.trial, p.phase, p.planned, p.covered,
  CASE WHEN p.finished THEN coalesce((SELECT sum(c.count) FROM coverage c
    WHERE c.run_id = p.run_id AND c.step = p.step AND c.trial = p.trial AND c.phase = p.phase
      AND c.kind = 'missing'), 0) END AS missing,
  coalesce((SELECT sum(t.samples) FROM outcome_total t
    WHERE t.run_id = p.run_id AND t.step = p.step AND t.trial = p.trial AND t.phase = p.phase
      AND t.timing = 'service' AND t.operation <> 'transaction' AND t.operation NOT LIKE '% transaction' AND instr(t.operation, '.') = 0), 0) AS counted,
  CASE WHEN p.finished THEN p.executed_again END AS executed_again, p.quarantined
FROM phase p
WHERE p.state <> 'abandoned';

-- The loads of a phase; stream is '' where it has one. The books of each: planned = covered + missing, and counted = covered.
-- Indexes of stream n begin at n * 2^48. An operation belongs to the stream that stands before its name.
DROP VIEW IF EXISTS stream_summary;
CREATE VIEW stream_summary AS
WITH counted AS (
  SELECT s.run_id, s.step, s.trial, s.phase, s.stream, sum(o.samples) AS operations, sum(o.elements) AS elements,
    coalesce(sum(o.samples) FILTER (WHERE o.outcome NOT IN ('ok', 'absent', 'duplicate')), 0) AS errors,
    coalesce(sum(o.in_time) FILTER (WHERE o.outcome = 'ok'), 0) AS ok_in_time,
    coalesce(sum(o.samples) FILTER (WHERE o.outcome = 'ok'), 0) AS ok,
    coalesce(sum(o.samples) FILTER (WHERE o.outcome = 'absent'), 0) AS absent,
    coalesce(sum(o.samples) FILTER (WHERE o.outcome = 'duplicate'), 0) AS duplicate,
    coalesce(sum(o.samples) FILTER (WHERE o.outcome = 'unknown'), 0) AS unknown,
    coalesce(sum(o.samples) FILTER (WHERE o.outcome = 'aborted'), 0) AS aborted
  FROM stream s JOIN outcome_total o USING (run_id, step, trial, phase)
  WHERE o.timing = 'service' AND o.operation <> 'transaction'
    AND (s.name = '' OR substr(o.operation, 1, length(s.name) + 1) = s.name || ' ')
  GROUP BY s.run_id, s.step, s.trial, s.phase, s.stream
),
responses AS (
  SELECT s.run_id, s.step, s.trial, s.phase, s.stream, b.value_ns, sum(b.count) AS count
  FROM stream s JOIN bucket b USING (run_id, step, trial, phase)
  WHERE b.timing = 'response' AND b.outcome = 'ok' AND b.operation <> 'transaction'
    AND (s.name = '' OR substr(b.operation, 1, length(s.name) + 1) = s.name || ' ')
  GROUP BY s.run_id, s.step, s.trial, s.phase, s.stream, b.value_ns
),
ranked AS (
  SELECT run_id, step, trial, phase, stream, value_ns,
    sum(count) OVER (PARTITION BY run_id, step, trial, phase, stream ORDER BY value_ns) AS cumulative,
    sum(count) OVER (PARTITION BY run_id, step, trial, phase, stream) AS n
  FROM responses
),
latency AS (
  SELECT run_id, step, trial, phase, stream,
    min(value_ns) FILTER (WHERE n >= 5 AND cumulative >= (n * 500000 + 999999) / 1000000) AS p50_ns,
    min(value_ns) FILTER (WHERE n >= 299 AND cumulative >= (n * 990000 + 999999) / 1000000) AS p99_ns,
    min(value_ns) FILTER (WHERE n >= 2995 AND cumulative >= (n * 999000 + 999999) / 1000000) AS p999_ns,
    max(value_ns) AS max_ns
  FROM ranked
  GROUP BY run_id, step, trial, phase, stream
)
SELECT s.run_id, s.step, s.trial, s.phase, s.name AS stream, s.clients, nullif(s.rate_per_s, 0) AS rate, s.planned,
  CASE WHEN p.finished THEN coalesce((SELECT sum(c.count) FROM coverage c WHERE c.run_id = s.run_id AND c.step = s.step
    AND c.trial = s.trial AND c.phase = s.phase AND c.kind = 'covered' AND c.first >> 48 = s.stream), 0) END AS covered,
  CASE WHEN p.finished THEN coalesce((SELECT sum(c.count) FROM coverage c WHERE c.run_id = s.run_id AND c.step = s.step
    AND c.trial = s.trial AND c.phase = s.phase AND c.kind = 'missing' AND c.first >> 48 = s.stream), 0) END AS missing,
  coalesce(c.operations, 0) AS counted, coalesce(c.operations, 0) AS operations, coalesce(c.elements, 0) AS elements,
  coalesce(c.ok, 0) AS ok, coalesce(c.errors, 0) AS errors, coalesce(c.absent + c.duplicate, 0) AS others,
  coalesce(c.absent, 0) AS absent, coalesce(c.duplicate, 0) AS duplicate, coalesce(c.unknown, 0) AS unknown,
  coalesce(c.aborted, 0) AS aborted,
  CASE WHEN p.start_ns > 0 AND p.measured_until_ns > p.start_ns THEN
    coalesce(c.ok_in_time, 0) * 1e9 / coalesce((SELECT t.measured_ns FROM turn_time t WHERE t.run_id = s.run_id
      AND t.step = s.step AND t.trial = s.trial AND t.phase = s.phase AND t.stream = s.name), p.measured_until_ns - p.start_ns)
    END AS throughput_per_s,
  l.p50_ns, l.p99_ns, l.p999_ns, l.max_ns
FROM stream s JOIN phase p USING (run_id, step, trial, phase)
  LEFT JOIN counted c USING (run_id, step, trial, phase, stream)
  LEFT JOIN latency l USING (run_id, step, trial, phase, stream)
WHERE p.state <> 'abandoned';

-- What each worker completed, summed from its snapshots: counts and throughput of a phase add up to those of step_summary. Sessions of
-- one name on one host are one worker. in_time as in outcome_total: completed before the end, and in the measured part of a turn.
DROP VIEW IF EXISTS worker_summary;
CREATE VIEW worker_summary AS
WITH series AS (
  SELECT r.run_id, r.step, r.trial, r.phase, r.session, s.value ->> 0 AS operation, s.value ->> 1 AS outcome,
    s.value ->> 2 AS samples, s.value ->> 3 AS elements,
    (p.set_end_ns = 0 OR r.start_ns < min(p.set_end_ns, p.measured_until_ns))
      AND coalesce((SELECT max(r.start_ns >= w.from_ns AND r.start_ns < w.to_ns)
        FROM turn_window w JOIN stream t USING (run_id, step, trial, phase, stream)
        WHERE w.run_id = r.run_id AND w.step = r.step AND w.trial = r.trial AND w.phase = r.phase
          AND t.name <> '' AND t.name = substr(s.value ->> 0, 1, instr(s.value ->> 0, ' ') - 1)), 1) AS in_time
  FROM snapshot_batch r JOIN phase p USING (run_id, step, trial, phase), json_each(r.series, '$.service') s
  WHERE r.accepted
),
sums AS (
  SELECT run_id, step, trial, phase, session, sum(samples) AS operations, sum(elements) AS elements,
    sum(samples) FILTER (WHERE outcome NOT IN ('ok', 'absent', 'duplicate')) AS errors,
    sum(samples) FILTER (WHERE outcome = 'ok' AND in_time) AS ok_in_time,
    sum(samples) FILTER (WHERE outcome = 'ok') AS ok,
    sum(samples) FILTER (WHERE outcome = 'absent') AS absent,
    sum(samples) FILTER (WHERE outcome = 'duplicate') AS duplicate,
    sum(samples) FILTER (WHERE outcome = 'unknown') AS unknown,
    sum(samples) FILTER (WHERE outcome = 'aborted') AS aborted
  FROM series
  WHERE operation <> 'transaction' AND operation NOT LIKE '% transaction' AND instr(operation, '.') = 0
  GROUP BY run_id, step, trial, phase, session
),
by_worker AS (
  SELECT w.run_id, w.step, w.trial, w.phase, w.worker, w.host, w.language, count(*) AS sessions,
    coalesce(sum(s.operations), 0) AS operations, coalesce(sum(s.elements), 0) AS elements, coalesce(sum(s.errors), 0) AS errors,
    coalesce(sum(s.ok_in_time), 0) AS ok_in_time, coalesce(sum(s.ok), 0) AS ok, coalesce(sum(s.absent), 0) AS absent,
    coalesce(sum(s.duplicate), 0) AS duplicate, coalesce(sum(s.unknown), 0) AS unknown, coalesce(sum(s.aborted), 0) AS aborted
  FROM worker w LEFT JOIN sums s USING (run_id, step, trial, phase, session)
  GROUP BY w.run_id, w.step, w.trial, w.phase, w.worker, w.host, w.language
)
SELECT w.run_id, w.step, w.trial, w.phase, w.worker, w.host, w.language, w.sessions, w.operations, w.elements, w.errors,
  CASE WHEN p.start_ns > 0 AND p.measured_until_ns > p.start_ns THEN
    w.ok_in_time * 1e9 / coalesce((SELECT sum(t.measured_ns) FROM turn_time t WHERE t.run_id = p.run_id
      AND t.step = p.step AND t.trial = p.trial AND t.phase = p.phase), p.measured_until_ns - p.start_ns) END AS throughput_per_s,
  w.operations * 1.0 / (SELECT nullif(sum(o.samples), 0) FROM outcome_total o WHERE o.run_id = w.run_id AND o.step = w.step
    AND o.trial = w.trial AND o.phase = w.phase AND o.timing = 'service' AND o.operation <> 'transaction'
    AND o.operation NOT LIKE '% transaction' AND instr(o.operation, '.') = 0) AS share_of_operations,
  w.ok, w.absent + w.duplicate AS others, w.absent, w.duplicate, w.unknown, w.aborted
FROM by_worker w JOIN phase p USING (run_id, step, trial, phase)
WHERE p.state <> 'abandoned';

-- The checksum of what a phase read. SQLite's own sum does not wrap, so the halves are summed apart.
DROP VIEW IF EXISTS content_summary;
CREATE VIEW content_summary AS
SELECT run_id, step, trial, phase, indexes, elements, bytes_received,
  printf('%08x%08x', (high + (low >> 32)) & 4294967295, low & 4294967295) AS checksum
FROM (SELECT r.run_id, r.step, r.trial, r.phase, sum(r.operations) AS indexes,
    sum(r.content & 4294967295) AS low, sum((r.content >> 32) & 4294967295) AS high,
    (SELECT sum(t.elements) FROM outcome_total t WHERE t.run_id = r.run_id AND t.step = r.step AND t.trial = r.trial
      AND t.phase = r.phase AND t.timing = 'service' AND t.operation <> 'transaction' AND t.operation NOT LIKE '% transaction' AND instr(t.operation, '.') = 0) AS elements,
    (SELECT sum(t.bytes_received) FROM outcome_total t WHERE t.run_id = r.run_id AND t.step = r.step AND t.trial = r.trial
      AND t.phase = r.phase AND t.timing = 'service') AS bytes_received
  FROM snapshot_batch r JOIN phase p USING (run_id, step, trial, phase)
  WHERE r.accepted AND p.state <> 'abandoned' GROUP BY r.run_id, r.step, r.trial, r.phase);

-- The slowest requests of each worker and interval. operation_index is the index that the operation is made from.
DROP VIEW IF EXISTS slow_operation;
CREATE VIEW slow_operation AS
SELECT r.run_id, r.step, r.trial, r.phase, r.worker, r.session, r.seq,
  json_extract(s.value, '$[0]') AS operation, json_extract(s.value, '$[1]') AS operation_index, json_extract(s.value, '$[2]') AS outcome,
  json_extract(s.value, '$[3]') AS end_ns, json_extract(s.value, '$[4]') AS service_ns, json_extract(s.value, '$[5]') AS response_ns, r.accepted
FROM snapshot_batch r, json_each(r.slow) s;

-- Single operations of measured phases, one of sampled_every, picked by index. stages_json: nanoseconds by stage.
DROP VIEW IF EXISTS operation_sample;
CREATE VIEW operation_sample AS
SELECT r.run_id, r.step, r.trial, r.phase, r.worker, r.session, r.seq,
  json_extract(s.value, '$[0]') AS operation, json_extract(s.value, '$[1]') AS operation_index, json_extract(s.value, '$[2]') AS outcome,
  json_extract(s.value, '$[3]') AS start_ns, json_extract(s.value, '$[3]') - p.start_ns AS since_start_ns,
  json_extract(s.value, '$[4]') AS service_ns, json_extract(s.value, '$[5]') AS response_ns,
  json_extract(s.value, '$[6]') AS stages_json, r.sampled_every, r.accepted
FROM snapshot_batch r JOIN phase p USING (run_id, step, trial, phase), json_each(r.samples) s
WHERE r.sampled_every > 0 AND p.state <> 'abandoned';

-- Answers of operations that read. answered: those whose rows were counted; empty: those of them without a row; both NULL in older
-- files. compared: with a reference; wrong ones are an outcome, wrongAnswer.
DROP VIEW IF EXISTS answer_summary;
CREATE VIEW answer_summary AS
SELECT r.run_id, r.step, r.trial, r.phase, json_extract(c.value, '$[0]') AS operation,
  sum(json_extract(c.value, '$[1]')) AS compared, sum(json_extract(c.value, '$[2]')) AS unchecked,
  coalesce((SELECT t.samples FROM outcome_total t WHERE t.run_id = r.run_id AND t.step = r.step AND t.trial = r.trial
    AND t.phase = r.phase AND t.operation = json_extract(c.value, '$[0]') AND t.timing = 'service'
    AND t.outcome = 'wrongAnswer'), 0) AS wrong,
  sum(json_extract(c.value, '$[3]')) AS answered, sum(json_extract(c.value, '$[4]')) AS empty,
  100.0 * sum(json_extract(c.value, '$[4]')) / nullif(sum(json_extract(c.value, '$[3]')), 0) AS empty_percent
FROM snapshot_batch r JOIN phase p USING (run_id, step, trial, phase), json_each(r.answers, '$.counts') c
WHERE r.accepted AND r.answers <> '{}' AND p.state <> 'abandoned'
GROUP BY r.run_id, r.step, r.trial, r.phase, json_extract(c.value, '$[0]');

-- The first answers of each worker that differed from the reference. difference has a line a row, with - or + before it.
DROP VIEW IF EXISTS wrong_answer;
CREATE VIEW wrong_answer AS
SELECT r.run_id, r.step, r.trial, r.phase, r.worker, r.session, r.seq,
  json_extract(w.value, '$[0]') AS operation, json_extract(w.value, '$[1]') AS operation_index,
  json_extract(w.value, '$[2]') AS parameters, json_extract(w.value, '$[3]') AS expected_rows,
  json_extract(w.value, '$[4]') AS observed_rows, json_extract(w.value, '$[5]') AS difference, r.accepted
FROM snapshot_batch r, json_each(r.answers, '$.wrong') w
WHERE r.answers <> '{}';

-- What statements without parameters answered, the first time in a phase: rows is their number, answer has a line a row.
DROP VIEW IF EXISTS first_answer;
CREATE VIEW first_answer AS
SELECT r.run_id, r.step, r.trial, r.phase, json_extract(s.value, '$[0]') AS operation,
  json_extract(s.value, '$[2]') AS rows, json_extract(s.value, '$[3]') AS answer, r.worker, min(r.end_ns) AS end_ns
FROM snapshot_batch r JOIN phase p USING (run_id, step, trial, phase), json_each(r.answers, '$.seen') s
WHERE r.accepted AND r.answers <> '{}' AND p.state <> 'abandoned'
GROUP BY r.run_id, r.step, r.trial, r.phase, json_extract(s.value, '$[0]');

-- One row an operation, timing and outcome of a report; histogram is HdrHistogram's V2 compressed encoding. stream is the name of
-- the load within the phase, '' where there is one. full_operation is the name that other views have: "STREAM OPERATION".
DROP VIEW IF EXISTS snapshot;
CREATE VIEW snapshot AS
SELECT r.run_id, r.step, r.trial, r.phase, coalesce(l.name, '') AS stream,
  r.worker, r.session, r.epoch, r.seq,
  iif(coalesce(l.name, '') = '', json_extract(s.value, '$[0]'), substr(json_extract(s.value, '$[0]'), length(l.name) + 2)) AS operation,
  t.key AS timing, json_extract(s.value, '$[1]') AS outcome,
  r.start_ns, r.end_ns,
  json_extract(s.value, '$[2]') AS samples, json_extract(s.value, '$[3]') AS elements, json_extract(s.value, '$[4]') AS bytes_sent,
  json_extract(s.value, '$[5]') AS bytes_received, json_extract(s.value, '$[6]') AS retries, json_extract(s.value, '$[7]') AS clamped,
  r.accepted, substr(r.histograms, json_extract(s.value, '$[8]'), json_extract(s.value, '$[9]')) AS histogram,
  json_extract(s.value, '$[0]') AS full_operation
FROM snapshot_batch r LEFT JOIN stream l USING (run_id, step, trial, phase, stream), json_each(r.series) t,
  json_each(t.value) s;

-- A gauge or sum of a process, such as cpu_ns, at a time. Sessions below 0 are nobody's: what is observed beside workers and
-- coordinator, by kind. -1 to -3 were read by the coordinator, -4 to -6 by the first observer, and so on.
DROP VIEW IF EXISTS resource;
CREATE VIEW resource AS
SELECT r.run_id, r.step, r.trial, r.phase, r.session, r.seq, v.key AS name, r.worker, r.end_ns, v.value,
  CASE WHEN r.session > 0 THEN 'worker' WHEN r.session = 0 THEN 'coordinator' WHEN -r.session % 3 = 1 THEN 'server'
    WHEN -r.session % 3 = 2 THEN 'host' ELSE 'metrics' END AS kind
FROM resource_reading r, json_each(r.values_json) v
UNION ALL
SELECT r.run_id, r.step, r.trial, r.phase, r.session, r.seq, v.key AS name, r.worker, r.end_ns, v.value, 'worker'
FROM snapshot_batch r, json_each(r.resources) v;

-- Sums only grow, so what a process used in a phase is the difference of their ends. Standalone is one process: its
-- processor time stands in the row of session 0.
DROP VIEW IF EXISTS process_summary;
CREATE VIEW process_summary AS
WITH used AS (
  SELECT run_id, step, trial, phase, session, max(worker) AS worker,
    max(value) FILTER (WHERE name = 'cpu_ns') - min(value) FILTER (WHERE name = 'cpu_ns') AS cpu_ns,
    max(value) FILTER (WHERE name = 'loop_cpu_ns') - min(value) FILTER (WHERE name = 'loop_cpu_ns') AS loop_cpu_ns,
    max(value) FILTER (WHERE name = 'lease_wait_ns') - min(value) FILTER (WHERE name = 'lease_wait_ns')
      AS lease_wait_ns,
    max(value) FILTER (WHERE name = 'encode_ns') - min(value) FILTER (WHERE name = 'encode_ns') AS encode_ns,
    max(value) FILTER (WHERE name = 'send_ns') - min(value) FILTER (WHERE name = 'send_ns') AS send_ns,
    max(value) FILTER (WHERE name = 'commits') - min(value) FILTER (WHERE name = 'commits') AS commits,
    max(value) FILTER (WHERE name = 'commit_ns') - min(value) FILTER (WHERE name = 'commit_ns') AS commit_ns,
    max(value) FILTER (WHERE name = 'commit_cpu_ns') - min(value) FILTER (WHERE name = 'commit_cpu_ns')
      AS commit_cpu_ns,
    max(value) FILTER (WHERE name = 'frames_sent') - min(value) FILTER (WHERE name = 'frames_sent') AS frames_sent,
    max(value) FILTER (WHERE name = 'frames_received') - min(value) FILTER (WHERE name = 'frames_received')
      AS frames_received,
    max(value) FILTER (WHERE name = 'sent_bytes') - min(value) FILTER (WHERE name = 'sent_bytes') AS sent_bytes,
    max(value) FILTER (WHERE name = 'received_bytes') - min(value) FILTER (WHERE name = 'received_bytes')
      AS received_bytes
  FROM resource
  WHERE session >= 0
  GROUP BY run_id, step, trial, phase, session
)
SELECT u.run_id, u.step, u.trial, u.phase,
  CASE WHEN u.session = 0 AND r.mode = 'cluster' THEN 'coordinator' WHEN u.session = 0 THEN r.mode ELSE u.worker END
    AS process,
  u.session, c.operations,
  CASE WHEN u.session = 0 OR r.mode = 'cluster' THEN u.cpu_ns END AS cpu_ns,
  CASE WHEN u.session = 0 OR r.mode = 'cluster' THEN u.cpu_ns * 1.0 / c.operations END AS cpu_per_operation_ns,
  u.loop_cpu_ns, u.lease_wait_ns, u.encode_ns, u.send_ns, u.commits, u.commit_ns, u.commit_cpu_ns,
  u.frames_sent, u.frames_received, u.sent_bytes, u.received_bytes
FROM used u JOIN run r ON r.run_id = u.run_id
  JOIN phase p ON p.run_id = u.run_id AND p.step = u.step AND p.trial = u.trial AND p.phase = u.phase
  JOIN (SELECT run_id, step, trial, phase, nullif(sum(samples), 0) AS operations FROM outcome_total
      WHERE timing = 'service' AND operation <> 'transaction' AND operation NOT LIKE '% transaction' AND instr(operation, '.') = 0 GROUP BY run_id, step, trial, phase) c
    ON c.run_id = u.run_id AND c.step = u.step AND c.trial = u.trial AND c.phase = u.phase
WHERE p.state <> 'abandoned';

-- What each observed server, and its host, used in each phase, from the first reading to the last. Cores are
-- processor time by time: 1.5 is one and a half cores all the while. host rows have the columns of the host only.
DROP VIEW IF EXISTS server_summary;
CREATE VIEW server_summary AS
WITH span AS (
  SELECT r.run_id, r.step, r.trial, r.phase, r.session, min(r.seq) AS first, max(r.seq) AS last
  FROM resource_reading r JOIN phase p USING (run_id, step, trial, phase)
  WHERE r.session < 0 AND -r.session % 3 > 0 AND p.state <> 'abandoned' AND r.end_ns <= p.measured_until_ns + 100000000
  GROUP BY r.run_id, r.step, r.trial, r.phase, r.session
), pair AS (
  SELECT s.run_id, s.step, s.trial, s.phase, s.session, l.worker, f.values_json AS f, l.values_json AS l,
    (l.end_ns - f.end_ns) * 1.0 AS ns
  FROM span s JOIN resource_reading f USING (run_id, step, trial, phase, session)
    JOIN resource_reading l USING (run_id, step, trial, phase, session)
  WHERE f.seq = s.first AND l.seq = s.last AND s.last > s.first
)
SELECT run_id, step, trial, phase, iif(-session % 3 = 1, 'server', 'host') AS kind, worker AS name, ns / 1e9 AS seconds,
  ((l ->> 'user_ns') - (f ->> 'user_ns')) / ns AS user_cores,
  ((l ->> 'system_ns') - (f ->> 'system_ns')) / ns AS system_cores,
  ((l ->> 'iowait_ns') - (f ->> 'iowait_ns')) / ns AS iowait_cores,
  ((l ->> 'steal_ns') - (f ->> 'steal_ns')) / ns AS steal_cores,
  ((l ->> 'idle_ns') - (f ->> 'idle_ns')) / ns AS idle_cores,
  ((l ->> 'run_queue_wait_ns') - (f ->> 'run_queue_wait_ns')) / ns AS waited_cores,
  coalesce(l ->> 'resident_bytes', l ->> 'available_bytes') AS memory_bytes,
  l ->> 'heap_used_bytes' AS heap_used_bytes,
  ((l ->> 'gc_ns') - (f ->> 'gc_ns')) / ns AS gc_share,
  (coalesce(l ->> 'read_bytes', l ->> 'disk_read_bytes') - coalesce(f ->> 'read_bytes', f ->> 'disk_read_bytes')) * 1e9 / ns AS read_bytes_per_s,
  (coalesce(l ->> 'written_bytes', l ->> 'disk_written_bytes') - coalesce(f ->> 'written_bytes', f ->> 'disk_written_bytes')) * 1e9 / ns
    AS written_bytes_per_s,
  ((l ->> 'disk_flushes') - (f ->> 'disk_flushes')) * 1e9 / ns AS flushes_per_s,
  ((l ->> 'network_received_bytes') - (f ->> 'network_received_bytes')) * 1e9 / ns AS received_bytes_per_s,
  ((l ->> 'context_switches') - (f ->> 'context_switches')) * 1e9 / ns AS context_switches_per_s,
  l ->> 'threads' AS threads, l ->> 'open_files' AS open_files
FROM pair;

-- Starts of the server that a plan names. seconds is the time to stop the one before, copy and start. load_seconds is what the loads
-- of this run took on average where their data were copied.
DROP VIEW IF EXISTS server_start_summary;
CREATE VIEW server_start_summary AS
WITH load AS (
  SELECT p.run_id, p.step, p.trial, sum(p.measured_until_ns - p.start_ns) / 1e9 AS seconds
  FROM phase p JOIN server_start c USING (run_id, step, trial)
  WHERE p.kind = 'load' AND p.state <> 'abandoned' AND c.data = 'copied' GROUP BY p.run_id, p.step, p.trial
)
SELECT s.run_id, s.step, s.trial, s.name, s.version, s.pid, s.cpus, s.heap, s.settings_json, s.data, s.bytes,
  (s.stop_ns + s.copy_ns + s.start_ns) / 1e9 AS seconds, s.stop_ns / 1e9 AS stop_seconds, s.copy_ns / 1e9 AS copy_seconds,
  s.start_ns / 1e9 AS start_seconds,
  CASE s.data WHEN 'restored' THEN (SELECT avg(l.seconds) FROM load l WHERE l.run_id = s.run_id) END AS load_seconds
FROM server_start s;

-- Crashes of the server. rpo_ns: age of the oldest lost write, at most; rto_ns: from the crash to the first ok; recovery_ns: to 90 % of
-- the throughput before.
DROP VIEW IF EXISTS crash_summary;
CREATE VIEW crash_summary AS
SELECT c.run_id, c.step, c.trial, c.phase, s.parameters_json, c.how, c.crash_ns, c.before_per_s, c.acknowledged, c.lost,
  CASE WHEN c.lost > 0 THEN c.oldest_lost_ns END AS rpo_ns, c.down_ns - c.crash_ns AS stop_ns, c.ready_ns - c.crash_ns AS ready_ns,
  c.first_ok_ns - c.crash_ns AS rto_ns, c.recovered_ns - c.crash_ns AS recovery_ns, c.unknown, c.unknown_kept, c.refused,
  c.phantoms, c.half_transactions, c.unjudged
FROM crash c JOIN step s USING (run_id, step)
  JOIN phase p USING (run_id, step, trial, phase) WHERE p.state <> 'abandoned';
