package muster.experiments.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import muster.endtoend.Background;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.TestHttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator, a worker and an observer of a process whose load is known. */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class ObserveIT {
    /** Uses 0.4 of a core, whatever else runs: it catches up. */
    private static final String LOAD = """
            import time
            start = time.monotonic()
            while True:
                while time.process_time() < 0.4 * (time.monotonic() - start): sum(range(1000))
                time.sleep(0.005)
            """;

    private static final Duration DELAY = Duration.ofMillis(5);

    @TempDir
    private Path folder;

    private Farm farm;
    private Process load;

    @BeforeEach
    void start() throws IOException {
        farm = new Farm(folder);
        load = new ProcessBuilder("python3", "-c", LOAD).start();
    }

    @AfterEach
    void stop() {
        farm.close();
        load.destroyForcibly().onExit().join();
    }

    private String[] arguments(String... more) {
        return Stream.concat(
                        Stream.of(
                                "observe",
                                "--coordinator",
                                farm.address(),
                                "--name",
                                "db1",
                                "--pid",
                                Long.toString(load.pid())),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private Background.One observe(String... more) {
        return farm.background.start(arguments(more)).awaitLine("joined the coordinator as db1");
    }

    private Path plan(String uri) throws IOException {
        return Files.writeString(folder.resolve("p.yaml"), """
                name: p
                target: {kind: http, uri: "%s"}
                workload: {kind: noop}
                phases: [{kind: measure, duration: 6s, clients: 1}]
                """.formatted(uri));
    }

    /** User and system time of a process, read by hand. */
    private static double cpuNs(long pid) {
        String line;
        try {
            line = Files.readString(Path.of("/proc/" + pid + "/stat"));
        } catch (IOException ended) {
            throw new UncheckedIOException(ended);
        }
        String[] words = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(words[11]) + Long.parseLong(words[12])) * 1e7;
    }

    @Test
    void a_load_of_known_size_is_observed_as_proc_says_it_with_the_metrics_of_an_endpoint() throws IOException {
        farm.coordinator();
        farm.worker("w1");
        HttpServer metrics = metrics();
        try (TestHttpServer server = new TestHttpServer(DELAY)) {
            Background.One observer = observe(
                    "--prometheus", "http://127.0.0.1:" + metrics.getAddress().getPort() + "/", "--metrics", "^pool_");
            NavigableMap<Long, Double> byHand = new ConcurrentSkipListMap<>();
            ScheduledExecutorService reading = Executors.newSingleThreadScheduledExecutor();
            var unused = reading.scheduleAtFixedRate(() -> read(byHand), 0, 5, TimeUnit.MILLISECONDS);
            Farm.ended(farm.submit(plan(server.uri()), 1).result());
            reading.shutdownNow();
            List<Object> row = farm.stored(1)
                    .rows("select seconds, user_cores + system_cores, threads from server_summary where kind = 'server'"
                            + " and name like 'python3 (process " + load.pid() + ") on %'")
                    .getFirst();
            double seconds = (Double) row.getFirst();
            assertThat(seconds).isBetween(3.5, 6.1);
            // Ticks of 10 ms at both ends, beside the 2 %.
            double cores = cores(byHand, farm.stored(1));
            assertThat((Double) row.get(1)).isCloseTo(cores, within(0.02 * cores + 0.02 / seconds));
            assertThat(row.get(2)).isEqualTo(1L);
            onTheClockOfTheRun(farm.stored(1));
            assertThat(farm.stored(1).rows("select distinct name, value from resource where kind = 'metrics'"))
                    .containsExactly(List.of("pool_used{name=\"a\"}", 7.5));
            metrics.stop(0);
            observer.awaitLine("no metrics: ");
            load.destroyForcibly();
            Shell.Result ended = observer.result();
            assertThat(ended.exitCode()).isEqualTo(2);
            assertThat(ended.err()).contains("has ended; what was observed of it is kept");
        } finally {
            metrics.stop(0);
        }
    }

    /** One that was interrupted between the clock and the process is of no time. */
    private void read(NavigableMap<Long, Double> byHand) {
        long beforeNs = wallNs();
        double usedNs = cpuNs(load.pid());
        if (wallNs() - beforeNs < 2_000_000) {
            byHand.put(beforeNs, usedNs);
        }
    }

    /** Read by hand, from the first reading of the observer in the phase to its last one: a busy machine delays the load. */
    private static double cores(NavigableMap<Long, Double> byHand, Stored stored) {
        List<Object> span = stored.rows(
                        "select min(r.end_ns), max(r.end_ns) from resource r join phase p using (run_id, step, trial,"
                                + " phase) where r.worker like 'python3%' and r.name = 'cpu_ns' and r.end_ns <= p.measured_until_ns + 100000000")
                .getFirst();
        Map.Entry<Long, Double> from = byHand.ceilingEntry((Long) span.getFirst());
        Map.Entry<Long, Double> to = byHand.floorEntry((Long) span.getLast());
        return (to.getValue() - from.getValue()) / (to.getKey() - from.getKey());
    }

    /** As the coordinator's clock, which is that of this host. */
    private static long wallNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    private static HttpServer metrics() throws IOException {
        HttpServer metrics = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        metrics.createContext("/", exchange -> {
            byte[] body = "pool_used{name=\"a\"} 7.5\nother 1\n".getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        metrics.start();
        return metrics;
    }

    /** Readings are of the whole seconds of the coordinator's clock, within the phase. */
    private static void onTheClockOfTheRun(Stored stored) {
        assertThat(stored.rows(
                        "select count(*), min(r.end_ns) >= p.start_ns, max(r.end_ns) < p.measured_until_ns + 2e9,"
                                + " avg(r.end_ns % 1000000000) < 2e8 from resource r join phase p using (run_id, step, trial, phase)"
                                + " where r.worker like 'python3%' and r.name = 'cpu_ns'"))
                .singleElement()
                .satisfies(row -> {
                    assertThat((Long) row.getFirst()).isBetween(5L, 8L);
                    assertThat(row.subList(1, 4)).containsExactly(1L, 1L, 1L);
                });
    }

    /** Its clocks are a day ahead, as those of a host that was started a day earlier are. */
    @Tag("thorough")
    @Test
    void an_observer_with_another_clock_reports_on_the_clock_of_the_run() throws IOException {
        List<String> ahead =
                List.of("unshare", "--time", "--monotonic", "86400", "--boottime", "86400", "--fork", "--kill-child");
        assumeThat(Shell.in(folder)
                        .run(Stream.concat(ahead.stream(), Stream.of("true")).toArray(String[]::new))
                        .exitCode())
                .as("time namespaces")
                .isZero();
        farm.coordinator();
        farm.worker("w1");
        try (TestHttpServer server = new TestHttpServer(DELAY)) {
            farm.background.startBehind(ahead, arguments()).awaitLine("joined the coordinator as db1");
            Farm.ended(farm.submit(plan(server.uri()), 1).result());
            onTheClockOfTheRun(farm.stored(1));
        }
    }

    @Tag("thorough")
    @Test
    void a_coordinator_that_comes_late_or_again_is_joined_and_a_run_goes_on_without_its_observer() throws IOException {
        Background.One observer = farm.background.start(arguments()).awaitLine("nothing listens");
        Background.One first = farm.coordinator();
        observer.awaitLine("joined the coordinator as db1");
        first.signal("KILL").result();
        observer.awaitLine("coordinator unreachable");
        Background.One second = farm.coordinator().awaitLine("observer db1 joined");
        assertThat(farm.background
                        .start("status", "--coordinator", farm.address(), "--json")
                        .result()
                        .out())
                .contains("\"observers\"", "\"db1\"");
        farm.worker("w1");
        try (TestHttpServer server = new TestHttpServer(DELAY)) {
            Background.One run = farm.submit(plan(server.uri()), 1).awaitLine("operations");
            observer.signal("KILL").result();
            Farm.ended(run.result());
        }
        second.awaitLine("observer db1 left (silent for");
        assertThat(farm.stored(1).rows("select count(*) > 0 from resource where kind = 'server'"))
                .containsExactly(List.of(1L));
    }

    /** After a minute, as its code is compiled by then. */
    @Test
    @Tag("nightly")
    void observing_costs_less_than_a_hundredth_of_a_core() throws IOException, InterruptedException {
        farm.coordinator();
        long observer = observe().process().pid();
        TimeUnit.SECONDS.sleep(60);
        double usedNs = cpuNs(observer);
        long fromNs = System.nanoTime();
        TimeUnit.SECONDS.sleep(30);
        double cores = (cpuNs(observer) - usedNs) / (System.nanoTime() - fromNs);
        System.out.printf("observing costs %.4f of a core%n", cores);
        assertThat(cores).isLessThan(0.01);
    }
}
