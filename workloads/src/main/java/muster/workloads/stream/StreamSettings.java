package muster.workloads.stream;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.workloads.plan.language.Settings;

/**
 * Which property of which nodes is streamed, and in how many parts.
 *
 * @param graph the name of the graph in the library's catalog
 * @param labels of the nodes; "*" alone for all
 * @param partitions that the stream is divided into, each an operation
 * @param dimension of the vectors that a load makes
 */
public record StreamSettings(String graph, String property, List<String> labels, int partitions, int dimension) {
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.-]{0,99}");
    private static final String NAME_RIGHT = "a name of letters, digits, _, . and -";

    /** Reads and checks. Throws PlanException. */
    public static StreamSettings of(Settings workload) {
        return new StreamSettings(
                name(workload, "graph"),
                name(workload, "property"),
                labels(workload),
                (int) workload.integer("partitions"),
                (int) workload.integer("dimension"));
    }

    private static String name(Settings workload, String key) {
        String name = workload.text(key);
        if (!NAME.matcher(name).matches()) {
            throw workload.wrong(key, NAME_RIGHT);
        }
        return name;
    }

    private static List<String> labels(Settings workload) {
        String text = workload.text("labels");
        List<String> labels = Stream.of(text.split(",", -1)).map(String::strip).toList();
        if (!text.equals("*")
                && !labels.stream().allMatch(label -> NAME.matcher(label).matches())) {
            throw workload.wrong("labels", "\"*\" for all nodes, or labels such as \"User, Post\"");
        }
        return labels;
    }
}
