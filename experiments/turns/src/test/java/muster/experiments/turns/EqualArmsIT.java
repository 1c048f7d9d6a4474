package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import muster.endtoend.Cli;
import muster.endtoend.TestHttpServer;
import muster.report.sweep.SweepAnswer;
import muster.report.sweep.SweepStep;
import muster.statistics.Best;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sweeps of three equal arms on a server that slows down with each request: how many name a best one. 200 of them with
 * {@code -Dmuster.equalArms.sweeps=200}; {@code -Dmuster.equalArms.seed=N} repeats the orders of an earlier run.
 */
@Tag("nightly")
class EqualArmsIT {
    private static final int SWEEPS = Integer.getInteger("muster.equalArms.sweeps", 20);
    private static final long SEED =
            Long.getLong("muster.equalArms.seed", ThreadLocalRandom.current().nextInt(1, 1_000_000));

    private static final long SERVICE_NS = 3_000_000;
    private static final long SLOWER_NS = 40_000;

    @TempDir
    private Path folder;

    private static TestHttpServer slowingDown() {
        AtomicLong served = new AtomicLong();
        return new TestHttpServer(
                () -> Thread.sleep(Duration.ofNanos(SERVICE_NS + SLOWER_NS * served.getAndIncrement())));
    }

    private void sweep(long seed) throws IOException {
        try (TestHttpServer server = slowingDown()) {
            Path plan = folder.resolve("equal.yaml");
            Files.writeString(plan, """
                    name: equal
                    target: {kind: http, uri: "%1$s"}
                    workload: {kind: noop}
                    phases:
                      - {kind: measure, operations: 25, clients: 1}
                    sweep:
                      target.uri: ["%1$sa", "%1$sb", "%1$sc"]
                    """.formatted(server.uri()));
            Cli.run(
                    "standalone",
                    plan.toString(),
                    "--trials",
                    "4",
                    "--order-seed",
                    Long.toString(seed),
                    "--store",
                    store().toString());
        }
    }

    private Path store() {
        return folder.resolve("equal.db");
    }

    @Test
    void equal_arms_on_a_server_that_drifts_are_told_apart_in_at_most_5_of_100_sweeps() throws IOException {
        int named = 0;
        int judged = 0;
        int trends = 0;
        for (int run = 1; run <= SWEEPS; run++) {
            sweep(SEED + run);
            try (Query query = Query.open(store())) {
                SweepAnswer answer = SweepAnswer.read(query::table, run, null).getFirst();
                boolean usable = answer.steps().stream().allMatch(SweepStep::valid);
                boolean best = answer.best().kind() == Best.Kind.DECIDED;
                judged += usable ? 1 : 0;
                named += best ? 1 : 0;
                trends += answer.trend().shown() ? 1 : 0;
                if (best) {
                    System.out.printf("--order-seed %d: %s%n", SEED + run, answer.sentence());
                }
            }
        }
        System.out.printf(
                "%d sweeps of equal arms, %d valid, %d with a trend: %d name a best one (seed %d)%n",
                SWEEPS, judged, trends, named, SEED);
        assertThat(named).as("seed %d", SEED).isLessThanOrEqualTo(Math.max(1, SWEEPS / 20));
        assertThat(judged).as("valid sweeps").isPositive();
    }
}
