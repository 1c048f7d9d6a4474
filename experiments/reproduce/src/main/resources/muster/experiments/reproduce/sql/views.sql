-- Published claims, each as it was judged last.
DROP VIEW IF EXISTS claim_summary;
CREATE VIEW claim_summary AS
SELECT claim_id, claims, position, name, sentence, unit, shape, verdict, estimate, low, high, note, quick, scale, rounds,
  strftime('%Y-%m-%dT%H:%M:%SZ', judged_ns / 1000000000, 'unixepoch') AS judged_at, source, conditions, flaws, machine
FROM claim c
WHERE claim_id = (SELECT max(l.claim_id) FROM claim l WHERE l.claims = c.claims AND l.name = c.name);
