package muster.workloads.dataset.csv;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import muster.workloads.random.Mix;

/**
 * Finds keys that two rows share. Hashes of all keys are sorted, 8 bytes a row; only where two are equal is the file read
 * again.
 */
final class KeyCheck {
    private static final int HALF = 32;

    private KeyCheck() {}

    /** Throws {@link muster.workloads.plan.language.PlanException} with the line of the second row. */
    static void check(CsvTable<?> table) {
        long[] hashes = new long[Math.toIntExact(table.file().index().rows())];
        int size = 0;
        for (long batch = 0; batch < table.batches(); batch++) {
            for (Object[] row : table.rows(batch)) {
                hashes[size++] = hash(row[0]);
            }
        }
        Arrays.sort(hashes);
        Set<Long> twice = new HashSet<>();
        for (int i = 1; i < size; i++) {
            if (hashes[i] == hashes[i - 1]) {
                twice.add(hashes[i]);
            }
        }
        if (!twice.isEmpty()) {
            name(table, twice);
        }
    }

    private static void name(CsvTable<?> table, Set<Long> twice) {
        Set<Object> seen = new HashSet<>();
        for (long batch = 0; batch < table.batches(); batch++) {
            table.each(batch, (row, place) -> {
                if (twice.contains(hash(row[0])) && !seen.add(row[0])) {
                    throw place.wrong(
                            table.columns().getFirst().name() + ": " + row[0] + ": a row before it has this key");
                }
            });
        }
    }

    private static long hash(Object key) {
        if (!(key instanceof String text)) {
            return Mix.mix(key.hashCode(), key instanceof Long number ? number : 0);
        }
        List<String> halves = List.of(text.substring(0, text.length() / 2), text.substring(text.length() / 2));
        return Mix.mix((long) halves.get(0).hashCode() << HALF ^ halves.get(1).hashCode(), text.length());
    }
}
