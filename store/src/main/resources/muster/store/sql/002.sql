-- One row a report instead of one for each of its histograms: with a thousand workers most of the store's time went into
-- rows and their keys. series is [[operation, timing, outcome, samples, elements, bytes_sent, bytes_received, retries,
-- clamped, from, length], ...], where histograms holds the blob of each at from (1 is the first byte) for length bytes.
-- The view snapshot takes them apart. resources is {"cpu_ns": 17, ...}, which was a row of resource_report.
ALTER TABLE report ADD COLUMN resources TEXT NOT NULL DEFAULT '{}';
ALTER TABLE report ADD COLUMN series TEXT NOT NULL DEFAULT '[]';
ALTER TABLE report ADD COLUMN histograms BLOB NOT NULL DEFAULT x'';

CREATE TEMP TABLE packed AS
SELECT run_id, step, trial, phase, session, seq,
  json_group_array(json_array(operation, timing, outcome, samples, elements, bytes_sent, bytes_received, retries, clamped,
    until - length(histogram) + 1, length(histogram))) AS series,
  unhex(group_concat(hex(histogram), '')) AS histograms
FROM (
  SELECT *, sum(length(histogram)) OVER (PARTITION BY run_id, step, trial, phase, session, seq ORDER BY rowid) AS until
  FROM snapshot ORDER BY run_id, step, trial, phase, session, seq, rowid)
GROUP BY run_id, step, trial, phase, session, seq;

UPDATE report SET series = p.series, histograms = p.histograms FROM packed p
WHERE p.run_id = report.run_id AND p.step = report.step AND p.trial = report.trial AND p.phase = report.phase
  AND p.session = report.session AND p.seq = report.seq;

UPDATE report SET resources = r.values_json FROM resource_report r
WHERE r.run_id = report.run_id AND r.step = report.step AND r.trial = report.trial AND r.phase = report.phase
  AND r.session = report.session AND r.seq = report.seq;

DELETE FROM resource_report WHERE EXISTS (
  SELECT 1 FROM report r WHERE r.run_id = resource_report.run_id AND r.step = resource_report.step
    AND r.trial = resource_report.trial AND r.phase = resource_report.phase
    AND r.session = resource_report.session AND r.seq = resource_report.seq);

DROP TABLE packed;
DROP TABLE snapshot;
CREATE INDEX report_by_time ON report (run_id, step, trial, phase, start_ns);
