package muster.coordinator.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads Prometheus' text format (version 0.0.4, and OpenMetrics as far as samples go): one sample a line. */
final class PrometheusText {
    /** A name, labels in braces, whose values may hold escaped quotes, and a value; a time stamp or an exemplar may follow. */
    private static final Pattern SAMPLE = Pattern.compile(
            "\\s*([a-zA-Z_:][a-zA-Z0-9_:.]*)\\s*(\\{(?:[^\"{}]|\"(?:[^\"\\\\]|\\\\.)*+\")*+\\})?\\s+(\\S+)(?:\\s.*)?");

    private PrometheusText() {}

    /**
     * Values by name and labels, as they are written: {@code connections{state="idle"}}. Comments, lines that are no
     * samples, and values that are not finite are left out.
     */
    static Map<String, Double> parse(String text) {
        Map<String, Double> samples = new LinkedHashMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                double value = value(sample.group(3));
                if (Double.isFinite(value)) {
                    samples.put(name(sample), value);
                }
            }
        });
        return samples;
    }

    private static String name(Matcher sample) {
        String labels = sample.group(2);
        return labels == null || labels.equals("{}") ? sample.group(1) : sample.group(1) + labels;
    }

    /** NaN for what is no number; Go, which most endpoints are written in, prints +Inf. */
    private static double value(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
