-- The answers of searches that older versions wrote.
INSERT OR IGNORE INTO experiment_answer
SELECT l.run_id, 'limit', coalesce((SELECT max(t.run_id) FROM limit_step t WHERE t.search_ns = l.started_ns), l.run_id) - l.run_id + 1,
  l.sentence
FROM limit_search l;
