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
