package muster.endtoend.torture;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.endtoend.Stored;
import muster.workloads.operation.EntityId;

/**
 * The database as a ledger of its own: which operations have an effect there, asked past Muster. Each operation of the
 * plan creates the vertex whose id is its index, and one that exists already is refused by a constraint.
 */
final class TortureLedger implements AutoCloseable {
    private static final Pattern ROW = Pattern.compile("\\[(-?\\d+),(-?\\d+),(-?\\d+),(-?\\d+)]");

    private static final Pattern ID = Pattern.compile("\\[(-?\\d+)]");

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI commit;

    /** @param uri of Neo4j's HTTP interface */
    TortureLedger(String uri) {
        this.commit = URI.create(uri + "/db/neo4j/tx/commit");
    }

    /** What store and database say of a run whose every operation must have been executed, and counted once. */
    List<String> violations(Stored stored, long operations) {
        List<String> violations = new ArrayList<>();
        Stored.Coverage coverage = stored.coverage();
        if (!coverage.isWhole(operations)) {
            violations.add("not whole: " + coverage);
        }
        if (stored.countedTwice() > 0) {
            violations.add(stored.countedTwice() + " operations are counted twice");
        }
        long others = samples(stored, "not in ('ok', 'duplicate')");
        if (others > 0) {
            violations.add(others + " operations are neither ok nor duplicate");
        }
        // A duplicate found its vertex made by an execution before it.
        long duplicates = samples(stored, "= 'duplicate'");
        if (duplicates > coverage.again()) {
            violations.add(duplicates + " operations were executed again; coverage says " + coverage.again());
        }
        Vertices vertices = vertices();
        if (!vertices.equals(Vertices.of(operations))) {
            violations.add("the database has " + vertices + ", covered are " + Vertices.of(operations));
        }
        return violations;
    }

    /** Of a run all of whose workers were killed with its coordinator: what is counted is there, and counted once. */
    List<String> violationsOfInterrupted(Stored stored) {
        List<String> violations = new ArrayList<>();
        Stored.Coverage coverage = stored.coverage();
        if (coverage.covered() != coverage.counted() || stored.countedTwice() > 0) {
            violations.add("interrupted, and not sound: " + coverage + ", counted twice " + stored.countedTwice());
        }
        BitSet lacking = stored.covered();
        lacking.andNot(indexes());
        if (!lacking.isEmpty()) {
            violations.add("interrupted; covered, and not in the database: " + lacking);
        }
        return violations;
    }

    private BitSet indexes() {
        BitSet indexes = new BitSet();
        ID.matcher(ask("MATCH (v:Vertex) RETURN v.id"))
                .results()
                .forEach(row -> indexes.set(Math.toIntExact(EntityId.index(Long.parseLong(row.group(1))))));
        return indexes;
    }

    private static long samples(Stored stored, String outcome) {
        return stored.number("select coalesce(sum(samples), 0) from snapshot where accepted = 1 and run_id = "
                + stored.run() + " and timing = 'service' and outcome " + outcome);
    }

    /** So many vertices with so many ids between these are exactly the ids between them. */
    private record Vertices(long count, long ids, long least, long greatest) {
        static Vertices of(long operations) {
            return new Vertices(operations, operations, 0, operations - 1);
        }
    }

    private Vertices vertices() {
        String answer = ask("MATCH (v:Vertex) RETURN count(v), count(DISTINCT v.id), min(v.id), max(v.id)");
        Matcher row = ROW.matcher(answer.replace("null", "-1"));
        if (!row.find()) {
            throw new AssertionError("Neo4j answered " + answer);
        }
        return new Vertices(
                Long.parseLong(row.group(1)),
                Long.parseLong(row.group(2)),
                EntityId.index(Long.parseLong(row.group(3))),
                EntityId.index(Long.parseLong(row.group(4))));
    }

    String ask(String cypher) {
        HttpRequest request = HttpRequest.newBuilder(commit)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"statements\": [{\"statement\": \"" + cypher + "\"}]}"))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(cypher, e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
