package muster.endtoend.torture;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.endtoend.Background;
import muster.workloads.operation.EntityId;

/** FalkorDB: which vertices are there, and by Redis's MONITOR how often each of them was asked for. */
final class FalkorDbLedger implements TortureLedger {
    private static final Pattern INSERT =
            Pattern.compile("\\bfirst=(\\d+)\\b.*OPTIONAL MATCH \\(d:Vertex \\{id: \\$first}\\)");

    private final String graph;
    private final RedisConnection questions;
    private final RedisConnection monitor;
    private final Thread watching;
    private final ConcurrentHashMap<Long, Integer> executions = new ConcurrentHashMap<>();
    /** Other ledgers have marks in the same stream. */
    private volatile String mark = UUID.randomUUID().toString();

    private volatile boolean markSeen;

    FalkorDbLedger(String uri, String graph) {
        this.graph = graph;
        this.questions = new RedisConnection(uri);
        this.monitor = new RedisConnection(uri);
        monitor.ask("MONITOR");
        watching = Thread.ofPlatform().daemon().name("monitor-" + graph).start(this::watch);
    }

    /** A line has the time, the client, and the words of a command, each in quotes. */
    private void watch() {
        try {
            while (true) {
                take(monitor.answer().toString());
            }
        } catch (UncheckedIOException closed) {
            // Whoever waits for a mark sees that nobody watches.
        }
    }

    private void take(String line) {
        if (line.contains(mark)) {
            markSeen = true;
        } else if (line.contains("\"" + graph + "\"")) {
            Matcher insert = INSERT.matcher(line);
            if (insert.find()) {
                executions.merge(EntityId.index(Long.parseLong(insert.group(1))), 1, Integer::sum);
            }
        }
    }

    @Override
    public void begin() {
        seenAll();
        executions.clear();
    }

    /** All that was executed before this call is in the books after it. */
    private void seenAll() {
        markSeen = false;
        mark = UUID.randomUUID().toString();
        questions.ask("ECHO", mark);
        Background.until(() -> {
            if (!watching.isAlive()) {
                throw new AssertionError("Redis ended the MONITOR of " + graph);
            }
            return markSeen;
        });
    }

    /** @throws AssertionError if a vertex is there that nobody was seen to insert: then the books are worth nothing */
    @Override
    public Inserted inserted() {
        seenAll();
        Inserted inserted = Inserted.of(
                rows("MATCH (v:Vertex) RETURN v.id").map(Long::valueOf).toList());
        inserted.indexes().stream().mapToObj(Long::valueOf).forEach(index -> {
            if (!executions.containsKey(index)) {
                throw new AssertionError("index " + index + " was inserted unseen");
            }
        });
        return inserted;
    }

    @Override
    public OptionalLong executedAgain() {
        seenAll();
        return OptionalLong.of(
                executions.values().stream().mapToLong(times -> times - 1).sum());
    }

    @Override
    public void deleteOne() {
        rows("MATCH (v:Vertex) WITH v LIMIT 1 DELETE v");
    }

    /** Of one column. An answer has a header, rows, and statistics; without rows to return the statistics only. */
    private Stream<String> rows(String cypher) {
        List<?> answer = (List<?>) questions.ask("GRAPH.QUERY", graph, cypher);
        return answer.size() < 3
                ? Stream.empty()
                : ((List<?>) answer.get(1))
                        .stream().map(row -> ((List<?>) row).get(0).toString());
    }

    @Override
    public void close() {
        monitor.close();
        questions.close();
    }
}
