package muster.workloads.golden;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.WorkloadProvider;
import muster.workloads.WorkloadSettings;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.Providers;

/** The golden vectors of operations: "workload" as in a plan, "phase", some operations, and the digest of many. */
final class GoldenOperations {
    private static final long DIGESTED = 2000;

    private final List<Map<String, Object>> cases = new ArrayList<>();
    private final Path folder;

    private GoldenOperations(Path folder) {
        this.folder = folder;
    }

    /** Data files are read from the folder. */
    static String text(Path folder) {
        GoldenOperations operations = new GoldenOperations(folder);
        operations.synthetic();
        operations.mixes();
        operations.data();
        operations.inserts();
        operations.streams();
        operations.queries();
        operations.creations();
        operations.parts();
        operations.journeys();
        operations.namespaces();
        operations.dataFiles();
        operations.add(Map.of("kind", "noop"), new PhaseKey(42, 0, "", 0, 1, -1), 0, 1, 1_000_000_007);
        return Json.lines(operations.cases);
    }

    private void synthetic() {
        Map<String, Object> settings = Map.of(
                "kind", "graphity", "users", 300, "algorithm", "graphity", "postsPerUser", 2, "messageLength", 20);
        add(settings, new PhaseKey(42, 0, "vertices", 0, 2, -1), 0, 1, 299);
        add(settings, new PhaseKey(42, 1, "edges", 0, 2, 0), 0, 1, 2, 3, 299);
        add(settings, new PhaseKey(42, 2, "chains", 0, 2, 0), 0, 1, 2, 3, 299);
        add(settings, new PhaseKey(42, 3, "", 0, 2, 0), LongStream.range(0, 40).toArray());
        add(settings, new PhaseKey(-7, 4, "", 1, 2, 0), 0, 1, 199, 200, 1_000_000);
    }

    private void mixes() {
        Map<String, Object> mix = Map.of("follow", 30, "unfollow", 30.5, "post", 9.25, "addUser", 10.25, "feed", 20);
        Map<String, Object> settings = Map.of(
                "kind",
                "graphity",
                "users",
                1000,
                "mix",
                mix,
                "horizon",
                300,
                "followeeExponent",
                1.2,
                "k",
                7,
                "profile",
                "wikipedia-2004",
                "messageLength",
                9);
        add(
                settings,
                new PhaseKey(1, 2, "", 0, 1, 0),
                LongStream.range(0, 60).map(i -> i * i * 7).toArray());
        Map<String, Object> dense = Map.of("kind", "graphity", "users", 100, "degreeFactor", 8, "messageLength", 9);
        add(dense, new PhaseKey(42, 1, "edges", 0, 1, 0), 0);
    }

    private void data() {
        Map<String, Object> edges = Map.of("kind", "graphity", "data", "edges.tsv", "messageLength", 9, "horizon", 10);
        add(edges, new PhaseKey(42, 1, "edges", 0, 1, 0), 0, 1, 2);
        add(edges, new PhaseKey(42, 2, "", 0, 1, 0), LongStream.range(0, 20).toArray());
        Map<String, Object> log = Map.of("kind", "graphity", "data", "log.tsv", "format", "log", "messageLength", 9);
        add(log, new PhaseKey(42, 1, "", 0, 1, 0), 0, 1, 2, 3);
    }

    private void streams() {
        Map<String, Object> settings = Map.of("kind", "property-stream", "partitions", 3, "graph", "g", "dimension", 8);
        add(settings, new PhaseKey(42, 1, "edges", 0, 2, 0), 0, 1);
        add(settings, new PhaseKey(42, 2, "projection", 0, 2, 0), 0);
        add(settings, new PhaseKey(42, 2, "embedding", 0, 2, 0), 0);
        add(settings, new PhaseKey(42, 3, "check", 0, 2, 0), 0, 1, 2, 3, 7);
        add(settings, new PhaseKey(42, 4, "", 1, 2, 0), 0, 5, 1_000_000_007);
    }

    private void queries() {
        Map<String, Object> parameters = Map.of(
                "all", Map.of("csv", "people.csv", "draw", "shuffle"),
                "colour", Map.of("choice", List.of("red", "grün", true, 2.5, 7)),
                "next", Map.of("integer", List.of(-3, 3), "draw", "sequential"),
                "people", Map.of("csv", "people.csv", "draw", "zipf", "exponent", 0.9),
                "since", Map.of("integer", List.of(0, 86_400)));
        Map<String, Object> with =
                Map.of("a", "people.id", "b", "people.name", "c", "people.untyped", "d", "people.mixed", "e", 3);
        Map<String, Object> settings = Map.of(
                "kind",
                "query",
                "parameters",
                parameters,
                "operations",
                Map.of(
                        "first", Map.of("weight", 60, "cypher", "RETURN 1", "with", with),
                        "rare", Map.of("weight", 0.5, "gremlin", "g", "with", Map.of("c", "colour", "n", "next")),
                        "second", Map.of("sql", "s", "write", true, "with", Map.of("s", "since", "x", "all.score")),
                        "third", Map.of("cypher", "RETURN 1", "with", Map.of("t", "all.active", "z", true))));
        add(settings, new PhaseKey(42, 0, "", 0, 1, -1), LongStream.range(0, 40).toArray());
        add(settings, new PhaseKey(-7, 3, "", 1, 2, 0), 0, 1, 2, 125, 126, 1_000_000_007L);
        Map<String, Object> isolated = new TreeMap<>(settings);
        isolated.put("isolate", "rare");
        add(isolated, new PhaseKey(42, 0, "", 0, 1, -1), 0, 1, 2);
    }

    /** Parameters from files that key "data" loads. */
    private void dataFiles() {
        Map<String, Object> parameters = Map.of(
                "persons", Map.of("csv", "persons.csv", "draw", "sequential"),
                "knows", Map.of("csv", "knows.csv", "draw", "sequential"));
        Map<String, Object> with = Map.of(
                "a",
                "persons.id",
                "b",
                "persons.name",
                "c",
                "persons.score",
                "d",
                "persons.active",
                "e",
                "persons.note",
                "f",
                "persons.age",
                "g",
                "knows.START_ID",
                "h",
                "knows.END_ID",
                "i",
                "knows.since",
                "j",
                "knows.kind");
        Map<String, Object> settings = Map.of(
                "kind",
                "query",
                "parameters",
                parameters,
                "operations",
                Map.of("read", Map.of("cypher", "RETURN 1", "with", with)));
        add(settings, new PhaseKey(42, 0, "", 0, 1, -1), 0, 1, 2, 3, 4);
    }

    private void creations() {
        Map<String, Object> parameters = Map.of(
                "new", Map.of("id", "new"),
                "old", Map.of("integer", List.of(-7, 90, 9)),
                "item", Map.of("created", "item", "otherwise", "old"),
                "reply", Map.of("created", "reply", "otherwise", "old.value"));
        Map<String, Object> operations = Map.of(
                "vote", Map.of("weight", 50, "cypher", "c", "with", Map.of("a", "item", "b", "reply", "c", "old")),
                "item", Map.of("weight", 30, "cypher", "c", "with", Map.of("id", "new"), "mustFind", true),
                "reply", Map.of("weight", 20, "cypher", "c", "with", Map.of("id", "new", "to", "item")));
        Map<String, Object> settings =
                Map.of("kind", "query", "horizon", 25, "parameters", parameters, "operations", operations, "seed", 3);
        add(settings, new PhaseKey(42, 5, "", 0, 1, -1), LongStream.range(0, 60).toArray());
        add(settings, new PhaseKey(3, 1, "", 0, 1, -1), 1_000_000_007L);
    }

    /** Those of streams: "part" as key "operations" of a stream, "stream" its number and slot. */
    private void parts() {
        Map<String, Object> graphity = Map.of("kind", "graphity", "users", 300, "messageLength", 9);
        PhaseKey phase = new PhaseKey(42, 3, "", 0, 3, 0);
        add(
                graphity,
                Map.of("follow", 50.0, "post", 25.0),
                phase,
                1,
                1,
                LongStream.range(0, 40).toArray());
        // Thirds, and remainders that are alike.
        add(graphity, Map.of("follow", 0.1, "unfollow", 0.1, "post", 0.1), phase, 2, 2, 0, 1, 2, 9_999, 10_000);
        add(graphity, Map.of("feed", 1.0), phase, 0, 0, 0, 1, 1_000_000);
        Map<String, Object> operations = Map.of(
                "item", Map.of("weight", 30, "cypher", "c", "with", Map.of("id", "new")),
                "other", Map.of("weight", 20, "cypher", "c", "with", Map.of("a", "number")),
                "vote", Map.of("weight", 50, "cypher", "c", "with", Map.of("a", "old", "b", "number")));
        Map<String, Object> parameters = Map.of(
                "new", Map.of("id", "new"),
                "number", Map.of("integer", List.of(-7, 90, 9)),
                "old", Map.of("created", "item", "otherwise", "number"));
        Map<String, Object> query =
                Map.of("kind", "query", "horizon", 25, "parameters", parameters, "operations", operations);
        add(
                query,
                Map.of("item", 0.5, "vote", 2.25),
                phase,
                1,
                1,
                LongStream.range(0, 40).toArray());
        add(query, Map.of("vote", 7.0), phase, 3, 2, 0, 1, 2, 1_000_000_007L);
    }

    private void journeys() {
        Map<String, Object> reads = Map.of(
                "weight",
                3,
                "parameters",
                Map.of(
                        "people", Map.of("csv", "people.csv", "draw", "zipf", "exponent", 0.9),
                        "since", Map.of("integer", List.of(0, 86_400))),
                "steps",
                Map.of(
                        "a", Map.of("cypher", "RETURN 1 AS id", "parameters", Map.of("name", "people.name")),
                        "b", Map.of("cypher", "RETURN 2", "parameters", Map.of("id", "a.rows[0].id"), "repeat", 2)));
        Map<String, Object> writes = Map.of(
                "parameters",
                Map.of(
                        "item", Map.of("created", "writes", "otherwise", "old"),
                        "new", Map.of("id", "new"),
                        "old", Map.of("integer", List.of(-7, 90, 9))),
                "steps",
                Map.of("c", Map.of("cypher", "RETURN 3", "write", true)));
        Map<String, Object> settings =
                Map.of("kind", "journey", "horizon", 25, "journeys", Map.of("reads", reads, "writes", writes));
        add(settings, new PhaseKey(42, 0, "", 0, 1, -1), LongStream.range(0, 40).toArray());
        add(settings, new PhaseKey(-7, 3, "", 1, 2, 0), 0, 1, 2, 1_000_000_007L);
    }

    private void namespaces() {
        Map<String, Object> mix = Map.of("follow", 30, "unfollow", 20, "post", 20, "addUser", 10, "feed", 20);
        Map<String, Object> settings = Map.of(
                "kind",
                "graphity",
                "users",
                300,
                "algorithm",
                "graphity",
                "namespace",
                3,
                "horizon",
                20,
                "mix",
                mix,
                "messageLength",
                9);
        add(settings, new PhaseKey(42, 3, "vertices", 0, 2, -1), 0, 299);
        add(settings, new PhaseKey(42, 4, "edges", 0, 2, 3), 0, 1, 299);
        add(settings, new PhaseKey(42, 5, "chains", 0, 2, 3), 1, 299);
        add(
                settings,
                Map.of("follow", 30.0, "unfollow", 20.0, "post", 20.0, "addUser", 10.0, "feed", 20.0),
                new PhaseKey(42, 6, "", 0, 2, 3),
                1,
                1,
                LongStream.range(0, 60).toArray());
        add(
                Map.of("kind", "graphity", "users", 50, "namespace", 15, "messageLength", 9),
                new PhaseKey(42, 0, "edges", 0, 1, -1),
                49);
    }

    private void inserts() {
        Map<String, Object> drawn =
                Map.of("kind", "batch-insert", "vertices", 50, "edges", 70, "vertexBatch", 4, "edgeBatch", 6);
        add(drawn, new PhaseKey(42, 0, "vertices", 0, 1, -1), 0, 12);
        add(drawn, new PhaseKey(42, 3, "edges", 0, 1, 0), 0, 1, 11);
        Map<String, Object> given = Map.of("kind", "batch-insert", "data", "edges.tsv", "vertexBatch", 3);
        add(given, new PhaseKey(42, 0, "vertices", 0, 1, -1), 0);
        add(given, new PhaseKey(42, 1, "edges", 0, 1, 0), 0);
    }

    private void add(Map<String, Object> settings, PhaseKey phase, long... indexes) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("workload", settings);
        one.put("phase", key(phase));
        add(one, workload(settings).operations(phase), indexes);
    }

    private void add(
            Map<String, Object> settings,
            Map<String, Double> part,
            PhaseKey phase,
            int stream,
            int slot,
            long... indexes) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("workload", settings);
        one.put("part", new TreeMap<>(part));
        one.put("phase", key(phase));
        one.put("stream", Map.of("number", stream, "slot", slot));
        add(one, workload(settings).of(part).operations(phase.ofStream(stream, slot)), indexes);
    }

    private void add(Map<String, Object> one, Operations operations, long... indexes) {
        long digested = Math.min(DIGESTED, operations.count());
        one.put("count", operations.count());
        one.put(
                "operations",
                Arrays.stream(indexes)
                        .mapToObj(i -> operation(i, operations.at(i)))
                        .toList());
        one.put("digested", digested);
        one.put(
                "digest",
                LongStream.range(0, digested)
                        .map(i -> operations.at(i).digest())
                        .sum());
        cases.add(one);
    }

    private Workload workload(Map<String, Object> settings) {
        WorkloadProvider provider = Providers.workload(String.valueOf(settings.get("kind")));
        return provider.create(WorkloadSettings.of(provider.kind(), settings), folder::resolve);
    }

    private static Map<String, Object> operation(long index, Operation operation) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("index", index);
        one.put("kind", operation.kind().label());
        one.put(
                "fields",
                switch (operation) {
                    case QueryOperation query -> values(query.bindings());
                    case JourneyOperation journey -> values(journey.bindings());
                    default -> fields((Record) operation);
                });
        one.put("digest", operation.digest());
        return one;
    }

    /** Each value with its type, since numbers are written as texts. */
    private static Map<String, Object> values(Map<String, Object> bindings) {
        Map<String, Object> values = new LinkedHashMap<>();
        bindings.forEach((name, value) -> values.put(name, typed(value)));
        return values;
    }

    private static List<Object> typed(Object value) {
        return value == null ? List.of() : List.of(value.getClass().getSimpleName(), value);
    }

    /** Without the ordinal of its draws, where that is its own. */
    static Map<String, Object> key(PhaseKey key) {
        Map<String, Object> fields = fields(key);
        fields.remove("drawn", fields.get("ordinal"));
        return fields;
    }

    static Map<String, Object> fields(Record value) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (var component : value.getClass().getRecordComponents()) {
            try {
                fields.put(component.getName(), plain(component.getAccessor().invoke(value)));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }
        return fields;
    }

    private static Object plain(Object value) {
        return switch (value) {
            case long[] numbers -> Arrays.stream(numbers).boxed().toList();
            case String[] texts -> List.of(texts);
            default -> value;
        };
    }
}
