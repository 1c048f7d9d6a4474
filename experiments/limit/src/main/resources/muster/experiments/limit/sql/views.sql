-- Searches for the highest rate within a bound; run_id is the first run of each.
DROP VIEW IF EXISTS limit_summary;
CREATE VIEW limit_summary AS
SELECT l.run_id, p.name AS plan, r.target, l.slo, strftime('%Y-%m-%dT%H:%M:%SZ', l.started_ns / 1000000000, 'unixepoch') AS started_at,
  l.rate, l.low, l.high, (SELECT count(*) FROM limit_step s WHERE s.search_ns = l.started_ns) AS steps, l.limited_by, l.ended, l.sentence
FROM limit_search l JOIN run r USING (run_id) JOIN plan p USING (run_id);
