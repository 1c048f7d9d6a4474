package muster.workloads.plan.rule;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.text.Json;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Trees;

/** Reads "[OPERATION] [service|response] METRIC COMPARATOR VALUE". */
public final class ThresholdReader {
    private static final Pattern TEXT = Pattern.compile("([^<>=]+?)\\s*(<=|>=|==|<|>)\\s*(\\S+)");
    private static final Pattern VALUE = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)(ns|us|ms|s|/s|%)?");
    private static final Pattern PERCENTILE = Pattern.compile("p\\d{1,2}(\\.\\d{1,6})?");
    private static final String FORM =
            "[OPERATION] [service|response] METRIC COMPARATOR VALUE, such as post p99 < 50ms";
    private static final List<String> COUNTS = List.of("throughput", "errors", "errors%");
    private static final List<String> LATENCIES = List.of("mean", "min", "max");
    private static final List<String> TIMINGS = List.of("service", "response");

    private final String text;
    private final String place;
    private final List<String> operations;

    private ThresholdReader(String text, String place, List<String> operations) {
        this.text = text;
        this.place = place;
        this.operations = operations;
    }

    /**
     * All of "thresholds".
     *
     * @param operations names that each may begin with
     */
    public static List<Threshold> read(TreeSettings root, List<String> operations) {
        String right = "a list of texts, each " + FORM;
        List<Threshold> thresholds = new ArrayList<>();
        for (Tree item : root.items("thresholds", right)) {
            String text = Trees.leaf(item, String.class).orElseThrow(() -> root.wrong("thresholds", right));
            String place = item.where() + ": thresholds[" + thresholds.size() + "]: " + Json.write(text);
            thresholds.add(read(text, place, operations));
        }
        return List.copyOf(thresholds);
    }

    /**
     * One threshold.
     *
     * @param place what messages begin with
     * @param operations names that it may begin with
     */
    static Threshold read(String text, String place, List<String> operations) {
        return new ThresholdReader(text, place, operations).read();
    }

    private Threshold read() {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw wrong(FORM);
        }
        List<String> words = new ArrayList<>(List.of(matcher.group(1).strip().split("\\s+")));
        String metric = metric(words.removeLast());
        Optional<String> timing = Optional.of(words)
                .filter(w -> !w.isEmpty() && TIMINGS.contains(w.getLast()))
                .map(List::removeLast);
        if (timing.isPresent() && COUNTS.contains(metric)) {
            throw wrong("no " + timing.get() + " with " + metric + ", which is not a time");
        }
        String operation = operation(words);
        double value = value(metric, matcher.group(3));
        return new Threshold(text, operation, timing.orElse("response"), metric, matcher.group(2), value);
    }

    private String metric(String word) {
        boolean percentile = PERCENTILE.matcher(word).matches() && Double.parseDouble(word.substring(1)) > 0;
        if (percentile || LATENCIES.contains(word) || COUNTS.contains(word)) {
            return word;
        }
        List<String> names = Stream.concat(COUNTS.stream(), LATENCIES.stream()).toList();
        throw wrong("a metric in place of " + word + "; " + ClosestName.hint(word, names, "there are p50, p99.9 and"));
    }

    private String operation(List<String> words) {
        if (words.isEmpty()) {
            return "";
        }
        String name = String.join(" ", words);
        if (!operations.contains(name)) {
            throw wrong("an operation in place of " + name + "; " + ClosestName.hint(name, operations, "there are"));
        }
        return name;
    }

    private double value(String metric, String word) {
        Matcher matcher = VALUE.matcher(word);
        if (!matcher.matches()) {
            throw wrong(FORM);
        }
        String unit = matcher.group(2) == null ? "" : matcher.group(2);
        BigDecimal number = new BigDecimal(matcher.group(1));
        if (COUNTS.contains(metric)) {
            return plain(metric, number, unit);
        }
        if (unit.isEmpty() || unit.equals("%") || unit.equals("/s")) {
            throw wrong("a time with ns, us, ms or s for " + metric);
        }
        return number.multiply(BigDecimal.valueOf(Durations.nanos(unit))).doubleValue();
    }

    private double plain(String metric, BigDecimal number, String unit) {
        String own = metric.equals("throughput") ? "/s" : metric.equals("errors%") ? "%" : "";
        if (!unit.isEmpty() && !unit.equals(own)) {
            throw wrong("a plain number" + (own.isEmpty() ? "" : " or one with " + own) + " for " + metric);
        }
        return number.doubleValue();
    }

    private PlanException wrong(String right) {
        return new PlanException(place + ": expected " + right);
    }
}
