-- Searches for the highest rate within a bound; run_id is the first run of each.
DROP VIEW IF EXISTS limit_summary;
CREATE VIEW limit_summary AS
SELECT l.run_id, p.name AS plan, r.target, l.slo, strftime('%Y-%m-%dT%H:%M:%SZ', l.started_ns / 1000000000, 'unixepoch') AS started_at,
  l.rate, l.low, l.high, (SELECT count(*) FROM limit_step s WHERE s.search_ns = l.started_ns) AS steps, l.limited_by, l.ended, l.sentence
FROM limit_search l JOIN run r USING (run_id) JOIN plan p USING (run_id);
-- Targets that were compared, best first.
DROP VIEW IF EXISTS limit_target_summary;
CREATE VIEW limit_target_summary AS
SELECT t.comparison_ns, t.position, t.name, s.run_id, s.plan, s.target, s.slo, s.started_at, s.rate, s.low, s.high, t.latency, t.latency_ns,
  t.ratio, t.ratio_low, t.ratio_high, s.steps, s.limited_by, s.ended, s.sentence
FROM limit_target t JOIN limit_summary s USING (run_id) ORDER BY t.comparison_ns, t.position;
