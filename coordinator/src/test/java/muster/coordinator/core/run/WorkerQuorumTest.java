package muster.coordinator.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.WorkerSession;
import muster.coordinator.core.run.WorkerQuorum.Answer;
import muster.protocol.Hello;
import org.junit.jupiter.api.Test;

class WorkerQuorumTest {
    private static final long S = 1_000_000_000;

    private final WorkerQuorum quorum =
            new WorkerQuorum(new Submission(1, "", "cluster", 2, 60 * S, 0, 0, "", "", List.of(), false), 0);

    private static List<WorkerSession> workers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new WorkerSession(i + 1, Hello.getDefaultInstance(), new Peer("w" + i), 0))
                .toList();
    }

    @Test
    void all_workers_are_waited_for_and_the_line_says_how_many_are_here() {
        assertThat(quorum.of(workers(1), false, 20 * S))
                .isEqualTo(new Answer.Waiting("waiting for workers: 1 of 2 connected, 40 s left"));
        assertThat(quorum.of(workers(2), false, 21 * S)).isEqualTo(new Answer.Met());
    }

    @Test
    void after_the_timeout_the_run_fails_and_says_what_to_do() {
        assertThat(quorum.of(workers(1), false, 60 * S)).isInstanceOf(Answer.Waiting.class);
        assertThat(quorum.of(workers(1), false, 60 * S + 1))
                .isEqualTo(new Answer.Failed(
                        "1 of 2 workers connected within 60 s; start more, or raise --worker-timeout"));
    }

    @Test
    void processes_that_are_alive_are_waited_for_without_a_limit() {
        quorum.workersAlive(2);
        assertThat(quorum.of(List.of(), false, 500 * S))
                .isEqualTo(
                        new Answer.Waiting("waiting for workers: 0 of 2 connected, none of their processes has ended"));
        quorum.workersAlive(1);
        assertThat(quorum.of(List.of(), false, 561 * S)).isInstanceOf(Answer.Failed.class);
    }

    @Test
    void once_all_were_here_one_is_enough() {
        quorum.of(workers(2), false, S);
        assertThat(quorum.of(workers(1), false, 2 * S)).isEqualTo(new Answer.Met());
    }

    @Test
    void a_run_without_any_worker_fails_after_the_timeout_but_a_phase_watches_its_members_itself() {
        quorum.of(workers(2), false, S);
        assertThat(quorum.of(List.of(), false, 11 * S))
                .isEqualTo(new Answer.Waiting("waiting for workers: no worker is left, 50 s left"));
        assertThat(quorum.of(List.of(), true, 30 * S)).isEqualTo(new Answer.Met());
        assertThat(quorum.of(List.of(), false, 91 * S)).isEqualTo(new Answer.Failed("no worker was left for 60 s"));
    }

    @Test
    void a_run_of_an_earlier_incarnation_had_all_its_workers() {
        quorum.assume();
        assertThat(quorum.gathered()).isTrue();
        assertThat(quorum.of(workers(1), false, S)).isEqualTo(new Answer.Met());
    }
}
