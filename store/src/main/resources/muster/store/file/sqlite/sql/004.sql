-- series had been [[operation, timing, outcome, ...], ...]. By timing, a query for one timing reads no other.
UPDATE snapshot_batch SET series = (
  SELECT json_group_object(timing, json(of_timing)) FROM (
    SELECT json_extract(s.value, '$[1]') AS timing, json_group_array(json_remove(s.value, '$[1]')) AS of_timing
    FROM json_each(series) s GROUP BY 1));
