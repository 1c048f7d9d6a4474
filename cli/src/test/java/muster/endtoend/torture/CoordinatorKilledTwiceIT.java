package muster.endtoend.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.endtoend.Background;
import muster.endtoend.Farm;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The coordinator is killed, and the one that replaces it again, while that still waits for the workers of the first; one
 * worker is stopped all the while. What it holds is its own if it comes back in time, and another's if not, never both's.
 */
@Tag("server")
@Tag("nightly")
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
class CoordinatorKilledTwiceIT {
    private static final long OPERATIONS = 4_000;

    private TortureDatabase database;
    private TortureLedger ledger;
    private Farm farm;

    @BeforeAll
    void start() {
        database = TortureDatabase.start("falkordb");
        ledger = database.ledger(0);
    }

    @AfterAll
    void stop() {
        ledger.close();
        database.close();
    }

    @BeforeEach
    void prepare(@TempDir Path folder) {
        farm = new Farm(folder);
    }

    @AfterEach
    void end() {
        farm.close();
    }

    @Test
    void a_worker_that_wakes_within_the_grace_period_keeps_what_it_holds() throws IOException {
        Stored stored = killedTwice(() -> {});
        // On a busy machine either worker may come back too late: then its operations are executed again.
        if (lost(stored) == 0) {
            assertThat(stored.coverage().again()).isZero();
            assertThat(stored.coverage().quarantined()).isZero();
        }
    }

    @Test
    void what_a_worker_did_that_wakes_after_the_grace_period_is_done_again_and_counted_once() throws IOException {
        Stored stored = killedTwice(() -> Background.until(() -> lost(farm.stored(1)) > 0));
        assertThat(stored.coverage().again()).isPositive();
    }

    /** @param asleep what is waited for before the stopped worker goes on */
    private Stored killedTwice(Runnable asleep) throws IOException {
        ledger.begin();
        Background.One first = farm.coordinator();
        farm.worker("awake");
        Background.One asleepOne = farm.worker("asleep");
        Background.One run = farm.submit(plan(), 2);
        Background.until(() -> reportedBy("awake") > 0 && reportedBy("asleep") > 0);
        asleepOne.signal("STOP");
        first.signal("KILL").result();
        Background.One second = farm.coordinator().awaitLine("awake rejoined phase");
        second.signal("KILL").result();
        farm.coordinator();
        asleep.run();
        asleepOne.signal("CONT");
        Farm.ended(run.result());
        assertThat(new TortureVerdict(farm.stored(1), ledger).violations(OPERATIONS))
                .isEmpty();
        return farm.stored(1);
    }

    private Path plan() throws IOException {
        return Files.writeString(farm.folder.resolve("inserted.yaml"), """
                name: inserted
                target: {%s, retries: 0}
                workload: {kind: batch-insert, vertices: %d, edges: 0, vertexBatch: 1, seed: 1}
                state: fresh
                phases:
                  - {kind: measure, part: vertices, clients: 8, think: 20ms}
                """.formatted(database.target(0), OPERATIONS));
    }

    private long reportedBy(String worker) {
        Stored stored = farm.stored(1);
        return stored.reported() == 0
                ? 0
                : stored.number("select count(*) from snapshot_batch where accepted = 1 and worker = '" + worker + "'");
    }

    /** Sessions whose operations were given to others. */
    private static long lost(Stored stored) {
        return stored.number("select count(*) from worker where left_reason like 'lost%'");
    }
}
