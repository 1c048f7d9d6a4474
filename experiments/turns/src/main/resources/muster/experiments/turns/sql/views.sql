DROP VIEW IF EXISTS overhead_summary;
CREATE VIEW overhead_summary AS
SELECT o.overhead_id, o.series, o.plan, CASE o.lease WHEN 0 THEN 'auto' ELSE o.lease || '' END AS lease, o.workers,
  o.pairs, o.seed, strftime('%Y-%m-%dT%H:%M:%SZ', o.started_ns / 1000000000, 'unixepoch') AS started_at,
  t.standalone AS standalone_per_s, t.cluster AS cluster_per_s, t.ratio AS throughput_ratio,
  t.ratio_low AS throughput_low, t.ratio_high AS throughput_high,
  (SELECT f.ratio FROM overhead_figure f WHERE f.overhead_id = o.overhead_id AND f.kind = 'figure' AND f.name = 'p50')
    AS p50_ratio,
  (SELECT f.ratio FROM overhead_figure f WHERE f.overhead_id = o.overhead_id AND f.kind = 'figure' AND f.name = 'p99')
    AS p99_ratio,
  (SELECT f.ratio FROM overhead_figure f WHERE f.overhead_id = o.overhead_id AND f.kind = 'figure' AND f.name = 'p999')
    AS p999_ratio,
  (SELECT f.ratio FROM overhead_figure f
    WHERE f.overhead_id = o.overhead_id AND f.kind = 'figure' AND f.name = 'cpu_per_operation') AS cpu_ratio,
  o.verdict
FROM overhead o
  LEFT JOIN overhead_figure t ON t.overhead_id = o.overhead_id AND t.kind = 'figure' AND t.name = 'throughput';

DROP VIEW IF EXISTS comparison_summary;
CREATE VIEW comparison_summary AS
SELECT c.comparison_id, c.kind, strftime('%Y-%m-%dT%H:%M:%SZ', c.started_ns / 1000000000, 'unixepoch') AS started_at,
  b.arm AS base_arm, a.arm, c.restarts, t.base AS base_per_s, t.value AS per_s, t.ratio AS throughput_ratio,
  t.ratio_low AS throughput_low, t.ratio_high AS throughput_high, p.ratio AS p50_ratio, p.ratio_low AS p50_low,
  p.ratio_high AS p50_high, q.ratio AS p99_ratio, q.ratio_low AS p99_low, q.ratio_high AS p99_high, u.ratio AS cpu_ratio,
  u.ratio_low AS cpu_low, u.ratio_high AS cpu_high, c.verdict, c.decided
FROM comparison c
  JOIN comparison_arm b ON b.comparison_id = c.comparison_id AND b.position = 0
  JOIN comparison_arm a ON a.comparison_id = c.comparison_id AND a.position > 0
  LEFT JOIN comparison_figure t ON t.comparison_id = c.comparison_id AND t.restarts = c.restarts AND t.arm = a.arm
    AND t.name = 'throughput'
  LEFT JOIN comparison_figure p ON p.comparison_id = c.comparison_id AND p.restarts = c.restarts AND p.arm = a.arm
    AND p.name = 'p50'
  LEFT JOIN comparison_figure q ON q.comparison_id = c.comparison_id AND q.restarts = c.restarts AND q.arm = a.arm
    AND q.name = 'p99'
  LEFT JOIN comparison_figure u ON u.comparison_id = c.comparison_id AND u.restarts = c.restarts AND u.arm = a.arm
    AND u.name = 'cpu_per_operation';

-- Measured windows of arms that took turns in a phase, a row for each operation that the arm executed; operation is named without the arm.
DROP VIEW IF EXISTS turn_summary;
CREATE VIEW turn_summary AS
WITH executed AS (SELECT DISTINCT run_id, step, trial, phase, stream, operation FROM turn_figure)
SELECT w.run_id, w.step, w.trial, w.phase, s.name AS arm, e.operation, w.turn, w.block, w.from_ns, w.to_ns, coalesce(f.ok, 0) AS ok,
  coalesce(f.ok, 0) * 1e9 / (w.to_ns - w.from_ns) AS throughput_per_s, f.mean_ns
FROM turn_window w JOIN stream s USING (run_id, step, trial, phase, stream)
  JOIN phase p USING (run_id, step, trial, phase)
  JOIN executed e USING (run_id, step, trial, phase, stream)
  LEFT JOIN turn_figure f USING (run_id, step, trial, phase, stream, turn, operation)
WHERE p.state <> 'abandoned' AND w.to_ns > w.from_ns AND w.to_ns <= p.measured_until_ns;
