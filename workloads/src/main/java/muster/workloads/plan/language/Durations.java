package muster.workloads.plan.language;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as text: a number and a unit, such as "20s", "250ms" or "1.5h". */
public final class Durations {
    private static final Map<String, Long> UNITS = units();
    private static final Pattern TEXT = Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?) ?(ns|us|ms|s|m|h)");
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private Durations() {}

    /** Throws {@link PlanException} if the text is not a number and a unit, or not a whole number of nanoseconds. */
    public static Duration parse(String text) {
        return Duration.ofNanos(find(text)
                .orElseThrow(() -> new PlanException("\"" + text + "\" is not a duration, such as 20s or 250ms")));
    }

    /** The shortest exact text: the largest unit of which this is a whole number. 0 is "0s". */
    public static String format(Duration duration) {
        return format(duration.toNanos());
    }

    /** As {@link #format(Duration)}, of nanoseconds. */
    public static String format(long ns) {
        if (ns == 0) {
            return "0s";
        }
        List<String> names = new ArrayList<>(UNITS.keySet()).reversed();
        String unit =
                names.stream().filter(name -> ns % nanos(name) == 0).findFirst().orElseThrow();
        return ns / nanos(unit) + unit;
    }

    /** Nanoseconds, or nothing where {@link #parse} would throw. */
    static Optional<Long> find(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return whole(new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(nanos(matcher.group(2)))));
    }

    /** The length of a unit in nanoseconds; the unit is one of ns, us, ms, s, m, h. */
    public static long nanos(String unit) {
        Long nanos = UNITS.get(unit);
        if (nanos == null) {
            throw new IllegalArgumentException(unit);
        }
        return nanos;
    }

    private static Optional<Long> whole(BigDecimal value) {
        boolean fits = value.stripTrailingZeros().scale() <= 0 && value.compareTo(MAX) <= 0;
        return fits ? Optional.of(value.longValueExact()) : Optional.empty();
    }

    private static Map<String, Long> units() {
        Map<String, Long> units = new LinkedHashMap<>();
        units.put("ns", 1L);
        units.put("us", 1_000L);
        units.put("ms", 1_000_000L);
        units.put("s", 1_000_000_000L);
        units.put("m", 60_000_000_000L);
        units.put("h", 3_600_000_000_000L);
        return units;
    }
}
