package muster.benchmarks.bottlenecks;

import java.util.Locale;

/** What is made the limit of a run, on purpose: the rows of the matrix. */
public enum Bottleneck {
    GENERATOR_CPU(
            "generator out of CPU",
            "worker pinned to one core, fast server on another",
            Stage.fast().onOneCore()),
    ONE_CARRIER(
            "one carrier thread",
            "worker whose virtual threads share one carrier thread",
            Stage.fast()
                    .withJvm("-Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1")),
    GIL("GIL", "Python worker of one process", Stage.fast().inPython()),
    GC(
            "garbage collection",
            "worker that collects garbage half of the time",
            Stage.server(0, 5_000, 0).ballast(96)),
    COMPETITOR(
            "competing process (steal)",
            "worker pinned to one core together with four busy processes",
            Stage.fast().onOneCore().competitors(4)),
    COMPETITOR_PYTHON(
            "competing process, Python",
            "Python worker pinned to one core together with four busy processes",
            Stage.fast().inPython().onOneCore().competitors(4)),
    SERVER_CPU("server out of CPU", "1 ms of processor time a request, one core", Stage.server(1_000, 0, 0)),
    SERVER_DELAY("server with a fixed delay", "200 ms a request without work", Stage.server(0, 200_000, 0)),
    NETWORK("network delay", "100 to 300 ms each way, by a proxy", Stage.fast().network(200_000)),
    POOL(
            "connection pool too small",
            "four connections, 5 ms a request",
            Stage.server(0, 5_000, 0).withConnections(4)),
    LOCK("lock in the database", "one lock, held for 2 ms by each request", Stage.server(0, 0, 2_000));

    final String title;
    final String staged;

    @SuppressWarnings("ImmutableEnumChecker") // A record of numbers and a text.
    final Stage stage;

    Bottleneck(String title, String staged, Stage stage) {
        this.title = title;
        this.staged = staged;
        this.stage = stage;
    }

    /** By its label; throws IllegalArgumentException if there is none. */
    static Bottleneck of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** As in --only. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the generator is what falls short, where the load is enough to show it. */
    boolean generator() {
        return compareTo(COMPETITOR_PYTHON) <= 0;
    }
}
