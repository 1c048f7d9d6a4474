package muster.coordinator.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import muster.coordinator.core.event.ServerUse;
import muster.model.PhaseAt;
import muster.model.ResourceRow;
import muster.protocol.ResourceSample;
import muster.protocol.ThreadTime;
import org.junit.jupiter.api.Test;

/** A phase that starts at second 100; samples come once a second. */
class ObserverSamplesTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");
    private static final long S = 1_000_000_000;

    private final List<ResourceRow> rows = new ArrayList<>();
    private final ObserverSamples samples = new ObserverSamples(AT, 100 * S, rows::add);

    /** @param cores that the process has used on average since second 90 */
    private static ResourceSample.Builder sample(long second, String server, double cores) {
        long usedNs = Math.round((second - 90) * cores * S);
        return ResourceSample.newBuilder()
                .setReadAtNs(second * S)
                .setServer(server)
                .putAllProcess(Map.of("cpu_ns", usedNs, "threads_in_fsync", second % 2))
                .putAllHost(Map.of("cores", 4L, "idle_ns", (second - 90) * S, "io_pressure_ns", second * S / 4))
                .setAllowedCores(2)
                .addThreads(ThreadTime.newBuilder()
                        .setThread(1)
                        .setName("bolt-1")
                        .setRanNs(usedNs)
                        .setWaitedNs(usedNs / 2));
    }

    private void from(String observer, String server, double cores) {
        for (long second = 98; second <= 110; second++) {
            samples.add(observer, "db-host", sample(second, server, cores).build());
        }
    }

    private ServerUse use() {
        return Objects.requireNonNull(samples.use(AT, 110 * S));
    }

    @Test
    void what_was_used_in_the_phase_is_the_difference_of_its_first_and_last_sample() {
        from("db1", "neo4j (process 7)", 1.5);
        ServerUse use = use();
        assertThat(use.name()).isEqualTo("neo4j (process 7) on db-host");
        assertThat(use.seconds()).isEqualTo(10);
        assertThat(use.cpuCores()).isEqualTo(1.5);
        assertThat(use.busiestThread() + " " + use.busiestThreadCores()).isEqualTo("bolt-1 1.5");
        assertThat(use.runnableThreadCores()).isEqualTo(2.25);
        assertThat(use.allowedCores() + " of " + use.hostCores()).isEqualTo("2.0 of 4.0");
        assertThat(use.hostIdleCores()).isEqualTo(1);
        assertThat(use.diskPressure()).isEqualTo(0.25);
        assertThat(use.threadsInFsync()).isBetween(0.4, 0.6);
    }

    @Test
    void rows_are_of_the_phase_only_and_say_whose_they_are() {
        samples.add(
                "db1",
                "h",
                sample(99, "neo4j (process 7)", 1).putMetrics("x", 0.5).build());
        samples.add(
                "db1",
                "h",
                sample(101, "neo4j (process 7)", 1).putMetrics("x", 0.5).build());
        samples.add("db2", "g", sample(101, "neo4j (process 8)", 1).build());
        assertThat(rows)
                .extracting(row -> row.session() + " " + row.worker())
                .containsExactly(
                        "-4 neo4j (process 7) on h",
                        "-5 host h",
                        "-6 metrics of neo4j (process 7) on h",
                        "-7 neo4j (process 8) on g",
                        "-8 host g");
        assertThat(rows.get(2).values()).isEqualTo(Map.of("x", 0.5));
        assertThat(rows).allMatch(row -> row.endNs() == 101 * S && row.seq() == 0);
    }

    @Test
    void of_several_servers_the_one_with_least_left_is_judged() {
        from("db1", "neo4j (process 7)", 0.5);
        from("db2", "neo4j (process 8)", 1.9);
        from("db3", "neo4j (process 9)", 0.1);
        assertThat(use().name()).startsWith("neo4j (process 8)");
    }

    @Test
    void one_that_was_started_again_is_judged_from_then_on() {
        for (long second = 100; second <= 110; second++) {
            ResourceSample.Builder sample = second < 105
                    ? sample(second, "neo4j (process 7)", 1)
                    : sample(second, "neo4j (process 8)", 0.5).putProcess("cpu_ns", (second - 105) * S / 2);
            samples.add("db1", "h", sample.build());
        }
        assertThat(use().name()).startsWith("neo4j (process 8)");
        assertThat(use().cpuCores()).isEqualTo(0.5);
        assertThat(use().seconds()).isEqualTo(5);
    }

    @Test
    void a_server_that_ends_is_known_until_then_and_its_host_until_the_end() {
        for (long second = 100; second <= 110; second++) {
            ResourceSample.Builder sample = sample(second, "neo4j (process 7)", 1);
            samples.add(
                    "db1",
                    "h",
                    second <= 103
                            ? sample.build()
                            : sample.clearProcess().clearThreads().build());
        }
        assertThat(use().seconds()).isEqualTo(3);
        assertThat(rows).filteredOn(row -> row.session() == -5).hasSize(11);
        assertThat(rows).filteredOn(row -> row.session() == -4).hasSize(4);
    }

    @Test
    void another_phase_and_a_single_sample_say_nothing() {
        samples.add("db1", "h", sample(101, "neo4j (process 7)", 1).build());
        assertThat(samples.use(AT, 110 * S)).isNull();
        from("db1", "neo4j (process 7)", 1);
        assertThat(samples.use(new PhaseAt(1, 1, 2, "measure"), 110 * S)).isNull();
    }

    /** An hour and more: the readings between are dropped, their gauges are not. */
    @Test
    void the_means_of_a_long_phase_are_over_all_of_it() {
        for (long second = 100; second <= 100_100; second++) {
            ResourceSample.Builder sample =
                    sample(second, "s", 1).putProcess("threads_in_fsync", second <= 50_100 ? 1 : 0);
            samples.add("db1", "h", sample.build());
        }
        ServerUse use = Objects.requireNonNull(samples.use(AT, 100_100 * S));
        assertThat(use.threadsInFsync()).isCloseTo(0.5, within(0.001));
        assertThat(use.seconds()).isEqualTo(100_000);
    }
}
