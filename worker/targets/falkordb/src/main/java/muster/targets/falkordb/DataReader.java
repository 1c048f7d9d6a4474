package muster.targets.falkordb;

import com.falkordb.Record;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.workloads.graphity.Fingerprint;
import muster.workloads.schema.GraphSchema;
import muster.workloads.schema.NodeType;
import muster.workloads.schema.ValueType;
import muster.workloads.target.TargetException;

/** Sums over a plan's own data. Of keys that are texts the length counts. */
final class DataReader {
    private static final String TYPES = "MATCH (m:MusterRun) RETURN m.data AS data";

    private DataReader() {}

    /** "Person id long" for nodes, "Person id long KNOWS Person id long" for edges: names have no spaces. */
    static Stream<String> types(GraphSchema schema) {
        return Stream.concat(
                schema.nodes().stream().map(DataReader::words),
                schema.edges().stream().map(type -> words(type.from()) + " " + type.label() + " " + words(type.to())));
    }

    private static String words(NodeType type) {
        return type.label() + " " + type.key().name() + " " + type.key().type().label();
    }

    static void add(FalkorDbTarget target, Fingerprint fingerprint) throws TargetException {
        List<String[]> types = types(target);
        List<String> queries = types.stream().map(DataReader::query).toList();
        List<List<Record>> answers = target.read(queries);
        for (int i = 0; i < answers.size(); i++) {
            long count = GraphReader.count(answers.get(i));
            long sum = GraphReader.sum(answers.get(i));
            if (types.get(i).length == 3) {
                fingerprint.users(count, sum);
            } else {
                fingerprint.follows(count, sum);
            }
        }
    }

    private static List<String[]> types(FalkorDbTarget target) throws TargetException {
        List<String[]> types = new ArrayList<>();
        for (Record mark : target.read(List.of(TYPES)).getFirst()) {
            if (mark.getValue("data") instanceof List<?> data) {
                data.forEach(type -> types.add(String.valueOf(type).split(" ")));
            }
        }
        return types;
    }

    private static String query(String[] words) {
        String from = "(a:`%s`)".formatted(words[0]);
        String source = number("a", words[1], words[2]);
        return words.length == 3
                ? GraphReader.sums(from, source, source, "a")
                : GraphReader.sums(
                        from + "-[e:`%s`]->(b:`%s`)".formatted(words[3], words[4]),
                        source,
                        number("b", words[5], words[6]),
                        "e");
    }

    private static String number(String variable, String key, String type) {
        String property = "%s.`%s`".formatted(variable, key);
        return type.equals(ValueType.STRING.label()) ? "size(" + property + ")" : property;
    }
}
