package muster.workloads.oracle;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import muster.workloads.graphity.Fingerprint;

/** The fingerprint that the graph must have, with bounds where an outcome is not known. */
final class Expected {
    private static final String[] SUMS = {"vertices", "posts", "edges"};

    private final Bounds vertices = new Bounds();
    private final Bounds edges = new Bounds();
    private final Bounds[] sums = {new Bounds(), new Bounds(), new Bounds()};
    private final Degrees degrees = new Degrees();

    void vertex(long id, Effect effect) {
        vertices.add(effect, 1);
        sums[0].add(effect, Fingerprint.weight(id));
        degrees.vertex(id, effect);
    }

    void post(long id, Effect effect) {
        vertices.add(effect, 1);
        sums[1].add(effect, Fingerprint.weight(id));
    }

    void edge(long source, long target, Effect effect) {
        edges.add(effect, 1);
        sums[2].add(effect, Fingerprint.weight(source, target));
        degrees.edge(source, effect);
    }

    /** Against what {@link muster.workloads.target.Target#fingerprint} brought. */
    List<Finding> compare(Map<String, String> observed) {
        return List.of(
                count("vertices", vertices, observed),
                count("edges", edges, observed),
                degrees(observed.getOrDefault("degrees", "")),
                ids(observed.getOrDefault("ids", "")));
    }

    private static Finding count(String name, Bounds expected, Map<String, String> observed) {
        String text = observed.getOrDefault(name, "none");
        return Finding.of(
                name,
                expected.toString(),
                text,
                isNumber(text) && expected.allows(Long.parseLong(text)),
                "the database holds " + text + " " + name + ", the answers that it gave make " + expected);
    }

    private static boolean isNumber(String text) {
        return text.matches("\\d{1,18}");
    }

    private Finding degrees(String observed) {
        SortedMap<Long, Bounds> expected = degrees.histogram();
        SortedMap<Long, Long> counts = counts(observed);
        TreeSet<Long> all = new TreeSet<>(expected.keySet());
        all.addAll(counts.keySet());
        String wrong = "";
        for (long degree : all) {
            Bounds right = expected.getOrDefault(degree, new Bounds());
            long count = counts.getOrDefault(degree, 0L);
            if (!right.allows(count) && wrong.isEmpty()) {
                wrong = count + " vertices have " + degree + " outgoing edges, not " + right;
            }
        }
        return Finding.of("degrees", text(expected), observed, wrong.isEmpty(), wrong);
    }

    /** "0:12 1:7 15:1"; what is not so stands for a degree that no vertex has. */
    private static SortedMap<Long, Long> counts(String observed) {
        SortedMap<Long, Long> counts = new TreeMap<>();
        for (String entry :
                observed.isBlank() ? new String[0] : observed.strip().split("\\s+", -1)) {
            int colon = entry.indexOf(':');
            boolean right = colon > 0 && isNumber(entry.substring(0, colon)) && isNumber(entry.substring(colon + 1));
            counts.put(
                    right ? Long.parseLong(entry.substring(0, colon)) : -1L,
                    right ? Long.parseLong(entry.substring(colon + 1)) : 1L);
        }
        return counts;
    }

    private static String text(SortedMap<Long, Bounds> histogram) {
        StringBuilder text = new StringBuilder();
        histogram.forEach((degree, count) -> text.append(text.isEmpty() ? "" : " ")
                .append(degree)
                .append(':')
                .append(count));
        return text.toString();
    }

    private Finding ids(String observed) {
        String[] parts = observed.split(" ", -1);
        String wrong = parts.length == sums.length ? "" : "three sums were expected";
        for (int i = 0; i < sums.length && wrong.isEmpty(); i++) {
            boolean right = isNumber(parts[i]) && sums[i].allows(Long.parseLong(parts[i]));
            wrong = right ? "" : "other " + SUMS[i] + " are there than those that were answered for";
        }
        return Finding.of("ids", sums[0] + " " + sums[1] + " " + sums[2], observed, wrong.isEmpty(), wrong);
    }
}
