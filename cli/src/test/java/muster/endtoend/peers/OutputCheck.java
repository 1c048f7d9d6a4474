package muster.endtoend.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Whether an output of a given format does nothing but show hostile text, and how long it lets it be. */
final class OutputCheck {
    /** As many characters as a message of a peer may have, wherever it is shown. */
    private static final int MAX = 4_000;
    /** A line names several fields of a peer at most. */
    private static final int MAX_LINE = 16_000;

    private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cf}\\u2028\\u2029&&[^\\n\\t\\r]]");
    private static final Pattern TOO_LONG = Pattern.compile("(?<!A)A{" + (MAX + 1) + "}");
    private static final Pattern MARK = Pattern.compile("~([A-Za-z_]+(?:\\.[a-z0-9_]+)+)~");
    private static final String LABELS =
            "(?:\\{(?:[a-z_]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\"(?:,(?=[a-z])|(?=})))*})? [-+.eE0-9NaInf]+(?: [0-9.]+)?";
    private static final Pattern METRIC =
            Pattern.compile("# (?:TYPE|UNIT|HELP) muster_.*|# EOF|muster_[a-z_]+" + LABELS);

    private final Predicate<String> isJson;
    private final Map<String, Set<String>> shown = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();

    OutputCheck(Predicate<String> isJson) {
        this.isJson = isJson;
    }

    /** How an output is read. */
    enum Format {
        TERMINAL,
        JSON,
        EVENTS,
        CSV,
        HTML,
        METRICS,
        HLOG,
        VALUES
    }

    void check(String output, Format format, String text) {
        MARK.matcher(text)
                .results()
                .forEach(mark -> shown.computeIfAbsent(mark.group(1), field -> new TreeSet<>())
                        .add(output));
        find(output, "a character that is obeyed", UNSAFE, text);
        find(output, "more than " + MAX + " characters", TOO_LONG, text);
        switch (format) {
            case TERMINAL, HLOG -> lines(output, text);
            case JSON -> json(output, text);
            case EVENTS ->
                text.lines()
                        .filter(line -> line.startsWith("data: {") && line.endsWith("}"))
                        .forEach(line -> json(output, line.substring("data: ".length())));
            case CSV -> find(output, "a formula", Pattern.compile("(?m)(?:^|,)\"?[=@]"), text);
            case HTML -> html(output, text);
            case METRICS ->
                text.lines()
                        .filter(line -> !METRIC.matcher(line).matches())
                        .findFirst()
                        .ifPresent(line -> fault(output, "a line that is no metric", line));
            case VALUES -> find(output, "a carriage return", Pattern.compile("\\r"), text);
        }
    }

    private void lines(String output, String text) {
        find(output, "a line that it does not write", Pattern.compile("(?m)^muster_fake"), text);
        find(output, "a line of more than " + MAX_LINE, Pattern.compile("(?<![^\\n])[^\\n]{" + MAX_LINE + "}"), text);
    }

    private void html(String output, String text) {
        find(output, "markup", Pattern.compile("<script(?:>|&gt;)alert"), text);
        find(output, "a quote that ends an attribute", Pattern.compile("\"(?:'|&#39;)`"), text);
    }

    private void json(String output, String text) {
        if (!isJson.test(text)) {
            fault(output, "no JSON", text);
        }
    }

    private void find(String output, String what, Pattern pattern, String text) {
        pattern.matcher(text).results().findFirst().ifPresent(found -> {
            String near = text.substring(Math.max(0, found.start() - 80), found.start());
            fault(output, what, near);
        });
    }

    private void fault(String output, String what, String near) {
        String seen = near.substring(0, Math.min(near.length(), 120)).replaceAll("\\p{Cc}", "?");
        faults.add(output + ": " + what + " after " + seen);
    }

    List<String> faults() {
        return faults;
    }

    /** In which outputs the text of each field was found. */
    Map<String, Set<String>> shown() {
        return shown;
    }
}
