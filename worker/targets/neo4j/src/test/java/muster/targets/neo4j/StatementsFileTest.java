package muster.targets.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import muster.targets.neo4j.cypher.Dialects;
import muster.targets.neo4j.cypher.GraphityCypher;
import org.junit.jupiter.api.Test;

/**
 * The file from which Python workers take their Cypher is what this side sends: one definition of what is measured. Run
 * main with the file to write it again.
 */
class StatementsFileTest {
    private static final Path FILE = Path.of("../../python/src/muster_worker/targets/neo4j-statements.json");
    /** Stands for the k of a feed; no statement holds it otherwise. */
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
        statements.put("addUser", Dialects.NEO4J.graphity("stou").addUser());
        statements.put("loadUser", Dialects.NEO4J.graphity("stou").loadUsers());
        statements.put("insertVertices", Dialects.NEO4J.inserts().vertices());
        statements.put("insertEdges", Dialects.NEO4J.inserts().edges());
        statements.put("projectGraph", StreamCypher.PROJECT);
        statements.put("embedNodes", StreamCypher.EMBED);
        statements.put("readStream", StreamCypher.READ);
        statements.put("readPartition", StreamCypher.READ_PARTITION);
        for (String algorithm : Dialects.NEO4J.algorithms()) {
            put(algorithm + ".", Dialects.NEO4J.graphity(algorithm), statements);
        }
        return statements.entrySet().stream()
                .map(statement -> "  \"" + statement.getKey() + "\": \"" + escaped(statement.getValue()) + '"')
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }

    private static void put(String prefix, GraphityCypher cypher, Map<String, String> into) {
        into.put(prefix + "loadFollows", cypher.loadFollows());
        into.put(prefix + "post", cypher.post());
        into.put(prefix + "follow.ascending", cypher.follow(true));
        into.put(prefix + "follow.descending", cypher.follow(false));
        into.put(prefix + "unfollow.ascending", cypher.unfollow(true));
        into.put(prefix + "unfollow.descending", cypher.unfollow(false));
        into.put(prefix + "feed", cypher.feed(K).replace(Integer.toString(K), "%k%"));
        if (prefix.equals("graphity.")) {
            into.put(prefix + "loadChain", cypher.loadChains());
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
