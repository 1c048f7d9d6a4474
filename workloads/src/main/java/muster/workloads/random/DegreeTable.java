package muster.workloads.random;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Out-degrees of a social network, drawn from a committed table. Its file {@code degrees-PROFILE.txt} holds the
 * weight of each degree, from 0 on, separated by spaces and ends of lines; their sum is 2<sup>32</sup>. Comments begin with #. Python
 * reads the same files, by a link.
 */
public final class DegreeTable {
    /** The shapes of the German Wikipedia's link graph in two years. */
    public static final List<String> PROFILES = List.of("wikipedia-2011", "wikipedia-2004");

    private final WeightTable table;
    private final int factor;

    private DegreeTable(WeightTable table, int factor) {
        this.table = table;
        this.factor = factor;
    }

    /** Reads the table of one of {@link #PROFILES}. */
    public static DegreeTable of(String profile) {
        String file = "degrees-" + profile + ".txt";
        try (InputStream in = DegreeTable.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("no such profile: " + profile);
            }
            return new DegreeTable(parse(new String(in.readAllBytes(), StandardCharsets.UTF_8)), 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same table, each degree of which is {@code factor} times as large. */
    public DegreeTable times(int factor) {
        return new DegreeTable(table, factor);
    }

    /** The smallest d whose weight, with those of all below, is more than the high 32 bits of the hash; times the factor. */
    public int draw(long hash) {
        return factor * table.find(hash >>> 32);
    }

    /** The largest degree there is. */
    public int most() {
        return factor * (table.size() - 1);
    }

    /** The mean of all draws, where larger ones count as {@code most}. */
    public double mean(int most) {
        double sum = 0;
        for (int degree = 0; degree < table.size(); degree++) {
            sum += (double) Math.min(factor * degree, most) * table.weight(degree) / table.total();
        }
        return sum;
    }

    private static WeightTable parse(String text) {
        return WeightTable.of(text.lines()
                .filter(line -> !line.startsWith("#"))
                .flatMap(line -> Stream.of(line.split(" ", -1)))
                .mapToLong(Long::parseLong)
                .toArray());
    }
}
