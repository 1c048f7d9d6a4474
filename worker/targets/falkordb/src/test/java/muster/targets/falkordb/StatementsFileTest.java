package muster.targets.falkordb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import muster.targets.support.Algorithm;
import muster.targets.support.GraphityTexts;
import muster.workloads.operation.OperationKind;
import org.junit.jupiter.api.Test;

/**
 * The file from which Python workers take their Cypher is what this side sends: one definition of what is measured. Run
 * main with the file to write it again.
 */
class StatementsFileTest {
    private static final Path FILE = Path.of("../../python/src/muster_worker/targets/falkordb-statements.json");
    /** Stands for the k of a feed; no query holds it otherwise. */
    private static final int K = 987_654_321;

    public static void main(String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[0]), text());
    }

    @Test
    void the_file_of_the_python_workers_is_what_this_side_sends() throws IOException {
        assertThat(Files.readString(FILE)).isEqualTo(text());
    }

    private static String text() {
        Map<String, String> statements = new TreeMap<>();
        statements.put("names", Names.OWN);
        statements.put("addUser", GraphityCypher.ADD_USER);
        statements.put("loadUser", GraphityCypher.LOAD_USERS);
        statements.put("insertVertices", InsertCypher.VERTICES);
        statements.put("insertEdges", InsertCypher.EDGES);
        for (Algorithm algorithm : Algorithm.values()) {
            put(algorithm, statements);
        }
        return statements.entrySet().stream()
                .map(statement -> "  \"" + statement.getKey() + "\": \"" + escaped(statement.getValue()) + '"')
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }

    private static void put(Algorithm algorithm, Map<String, String> into) {
        String prefix = algorithm.name().toLowerCase(Locale.ROOT) + ".";
        GraphityTexts cypher = GraphityCypher.of(algorithm);
        into.put(prefix + "loadFollows", cypher.of(OperationKind.LOAD_FOLLOWS));
        into.put(prefix + "post", cypher.of(OperationKind.POST));
        into.put(prefix + "follow", cypher.of(OperationKind.FOLLOW));
        into.put(prefix + "unfollow", cypher.of(OperationKind.UNFOLLOW));
        into.put(prefix + "feed", cypher.feed(K).replace(Integer.toString(K), "%k%"));
        if (algorithm == Algorithm.GRAPHITY) {
            into.put(prefix + "loadChain", cypher.of(OperationKind.LOAD_CHAIN));
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
