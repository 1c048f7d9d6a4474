-- A warning never counts as passed, so that it is shown wherever what failed is. Only a run that completed has verdicts.
UPDATE verdict SET passed = 0 WHERE kind = 'warning';
UPDATE run SET validity = NULL, thresholds = NULL WHERE state <> 'complete';
UPDATE run SET state = 'failed' WHERE state = 'stopped' AND run_id NOT IN (SELECT run_id FROM phase);
