package muster.coordinator.core;

import static muster.coordinator.core.TestCluster.plan;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.coordinator.core.event.Action;
import muster.model.CheckRow;
import muster.protocol.Envelope;
import muster.protocol.SetConcurrency;
import org.junit.jupiter.api.Test;

/** Clients whose number changes with time, divided among workers that are played. */
class ClientsProfileTest {
    private final TestCluster cluster = new TestCluster();

    private void run(String profile, int workers) {
        run(profile, "", workers);
    }

    private void run(String profile, String more, int workers) {
        for (int i = 0; i < workers; i++) {
            cluster.worker("abc".substring(i, i + 1));
        }
        cluster.expectWorkers = workers;
        cluster.submit(plan("{kind: measure, clients: " + profile + more + "}"));
        // The start is a fifth of a second ahead.
        cluster.pass(200);
    }

    private int clients() {
        return cluster.workers.stream().mapToInt(worker -> worker.clients).sum();
    }

    private List<Integer> eachSecond(int seconds) {
        List<Integer> clients = new ArrayList<>();
        for (int i = 0; i < seconds; i++) {
            clients.add(clients());
            cluster.pass(1_000);
        }
        return clients;
    }

    @Test
    void the_clients_of_all_workers_together_follow_the_profile() {
        run("{from: 2, stages: [{to: 10, in: 4s}, {hold: 2s}, {to: 1, in: 3s}]}", 3);
        assertThat(eachSecond(9)).containsExactly(2, 4, 6, 8, 10, 10, 10, 7, 4);
        assertThat(cluster.written(Action.WritePhase.class).getLast().row().clients())
                .as("the mean")
                .isEqualTo(7);
    }

    @Test
    void a_worker_begins_with_its_first_client() {
        run("{stages: [{hold: 1s}, {to: 1}, {hold: 1s}, {to: 2}, {hold: 1s}]}", 2);
        assertThat(cluster.workers).extracting(worker -> worker.clients).containsExactly(0, 0);
        assertThat(cluster.workers).extracting(worker -> worker.started).containsExactly(false, false);
        cluster.pass(1_000);
        assertThat(cluster.workers).extracting(worker -> worker.started).containsExactly(true, false);
        cluster.pass(1_000);
        assertThat(cluster.workers).extracting(worker -> worker.started).containsExactly(true, true);
        assertThat(clients()).isEqualTo(2);
    }

    @Test
    void workers_are_told_only_of_changes_and_at_most_every_quarter_second() {
        run("{from: 4, stages: [{hold: 2s}, {to: 44, in: 2s}, {hold: 2s}]}", 1);
        long before = told();
        cluster.pass(1_900);
        assertThat(told()).as("it holds").isEqualTo(before);
        cluster.pass(4_000);
        assertThat(told() - before).as("2 s of a rise, four times a second").isBetween(8L, 9L);
        assertThat(clients()).isEqualTo(44);
    }

    private long told() {
        return cluster.workers.getFirst().heard.stream()
                .filter(Envelope::hasSetConcurrency)
                .count();
    }

    @Test
    void none_grows_before_those_who_shrink_have_confirmed() {
        run("{from: 8, stages: [{hold: 1s}, {to: 2}, {hold: 1s}, {to: 8}, {hold: 3s}]}", 2);
        FakeWorker slow = cluster.workers.getFirst();
        slow.takesShares = false;
        cluster.pass(1_000);
        assertThat(cluster.workers.get(1).clients).isEqualTo(1);
        cluster.pass(1_500);
        assertThat(cluster.workers.get(1).clients)
                .as("the other one may still run its 4")
                .isEqualTo(1);
        SetConcurrency last = slow.heard.stream()
                .filter(Envelope::hasSetConcurrency)
                .map(Envelope::getSetConcurrency)
                .reduce((first, second) -> second)
                .orElseThrow();
        slow.confirmShare(last.getSerial());
        assertThat(clients()).isEqualTo(8);
    }

    @Test
    void one_that_joins_gets_its_part_of_what_runs_then() {
        run("{from: 2, stages: [{hold: 2s}, {to: 6}, {hold: 8s}]}", 1);
        cluster.worker("b");
        cluster.pass(1_000);
        assertThat(cluster.workers).extracting(worker -> worker.clients).containsExactly(1, 1);
        cluster.pass(1_500);
        assertThat(cluster.workers).extracting(worker -> worker.clients).containsExactly(3, 3);
    }

    @Test
    void a_profile_is_not_judged_to_be_steady_and_littles_law_says_nothing_of_it() {
        run("{from: 2, stages: [{to: 6, in: 10s}]}", 1);
        for (int second = 0; second < 12; second++) {
            cluster.workers.getFirst().execute(10 + 10 * second).report();
            cluster.pass(1_000);
        }
        List<CheckRow> rows = cluster.written(Action.WriteChecks.class).stream()
                .flatMap(checks -> checks.rows().stream())
                .toList();
        assertThat(rows)
                .filteredOn(row -> row.name().equals(CheckRow.STEADY))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.kind()).isEqualTo("fact");
                    assertThat(row.observed()).isEqualTo("not judged: the plan's profile changes the load");
                });
        assertThat(rows).noneMatch(row -> row.name().equals("Little's law"));
    }
}
