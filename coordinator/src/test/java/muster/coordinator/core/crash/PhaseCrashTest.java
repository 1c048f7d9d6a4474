package muster.coordinator.core.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CrashTask;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.membership.Outbox;
import muster.model.CrashRow;
import muster.model.IndexRange;
import muster.model.IntervalFigures;
import muster.model.IntervalFigures.Window;
import muster.model.PhaseAt;
import muster.model.SampledOperations;
import muster.model.Series;
import muster.protocol.CrashFindings;
import muster.protocol.LostWrites;
import muster.protocol.PhaseKnown;
import muster.workloads.plan.section.CrashSpec;
import org.junit.jupiter.api.Test;

class PhaseCrashTest {
    private static final long S = 1_000_000_000;
    private static final long TENTH = S / 10;
    private static final long START = 100 * S;
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");

    private final Outbox outbox = new Outbox(1);
    private PhaseCrash crash = of("");

    private PhaseCrash of(String process) {
        return new PhaseCrash(AT, new CrashSpec(5 * S, CrashSpec.How.KILL, process, 0, 60 * S), outbox);
    }

    /** Ten operations in a tenth of a second, which begins then. */
    private void snapshot(long startNs, long ok) {
        Series series = new Series(new Series.Key("post", "service", "ok"), ok, Series.Counters.NONE, "", new byte[0]);
        Window window = new Window(startNs, startNs + TENTH, 0, 0);
        long first = (startNs - START) / TENTH * 10;
        crash.covered(
                new IntervalFigures(window, List.of(series), 0, 0, List.of(), SampledOperations.NONE),
                List.of(new IndexRange(first, 10, 1)));
    }

    private void crashed(long crashNs, long readyNs) {
        crash.tick(START, crashNs);
        CrashTask task = outbox.take().stream()
                .flatMap(action ->
                        action instanceof Action.CrashServer server ? Stream.of(server.task()) : Stream.empty())
                .findFirst()
                .orElseThrow();
        assertThat(crash.underWay()).isTrue();
        crash.answered(new Event.ServerCrashed(task, new CrashTask.Times(crashNs, crashNs + 1, readyNs), ""));
    }

    @Test
    void the_server_is_crashed_once_and_not_before_its_time() {
        crash.tick(START, START + 5 * S - 1);
        assertThat(outbox.take()).isEmpty();
        crash.tick(START, START + 5 * S);
        assertThat(outbox.take()).anyMatch(Action.CrashServer.class::isInstance);
        crash.tick(START, START + 6 * S);
        assertThat(outbox.take()).isEmpty();
    }

    @Test
    void times_are_those_of_the_first_ok_and_of_the_first_second_with_nine_tenths_of_the_throughput() {
        for (long ns = START; ns < START + 5 * S; ns += TENTH) {
            snapshot(ns, 10);
        }
        crashed(START + 5 * S, START + 7 * S);
        for (long ns = START + 5 * S; ns < START + 8 * S; ns += TENTH) {
            snapshot(ns, 0);
        }
        for (long ns = START + 8 * S; ns < START + 10 * S; ns += TENTH) {
            snapshot(ns, 5);
        }
        for (long ns = START + 10 * S; ns < START + 12 * S; ns += TENTH) {
            snapshot(ns, 10);
        }
        CrashRow row = crash.judge(CrashFindings.getDefaultInstance());
        assertThat(row.beforePerS()).isEqualTo(100);
        assertThat(row.firstOkNs()).isEqualTo(START + 8 * S + TENTH);
        // Eight tenths with 10 and two with 5.
        assertThat(row.recoveredNs()).isEqualTo(START + 10 * S + 8 * TENTH);
    }

    @Test
    void the_age_of_a_lost_write_lies_within_the_interval_it_was_acknowledged_in() {
        for (long ns = START; ns < START + 5 * S; ns += TENTH) {
            snapshot(ns, 10);
        }
        crashed(START + 5 * S, START + 6 * S);
        assertThat(crash.complete(PhaseKnown.getDefaultInstance()).getBeforeCrashList())
                .containsExactly(0L, 500L);
        CrashRow row = crash.judge(CrashFindings.newBuilder()
                .setAcknowledged(500)
                .addLost(LostWrites.newBuilder().setOperation("post").addAllRuns(List.of(480L, 2L, 8L, 1L)))
                .build());
        assertThat(row.lost()).isEqualTo(3);
        assertThat(row.oldestLostNs()).isEqualTo(2 * TENTH);
        Action.WriteCrash written = outbox.take().stream()
                .filter(Action.WriteCrash.class::isInstance)
                .map(Action.WriteCrash.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(written.lost()).extracting("index").containsExactly(480L, 481L, 490L);
        assertThat(written.lost().getLast().leastAgeNs()).isZero();
        assertThat(written.lost().getLast().mostAgeNs()).isEqualTo(TENTH);
    }

    @Test
    void an_answer_that_a_slow_client_took_after_the_crash_was_given_before_it() {
        snapshot(START + 5 * S - TENTH, 10);
        crashed(START + 5 * S, START + 8 * S);
        snapshot(START + 5 * S + 2 * TENTH, 10);
        snapshot(START + 8 * S, 10);
        assertThat(crash.complete(PhaseKnown.getDefaultInstance()).getBeforeCrashList())
                .containsExactly(490L, 10L, 20L, 10L);
        assertThat(crash.judge(CrashFindings.getDefaultInstance()).firstOkNs()).isEqualTo(START + 8 * S + TENTH);
    }

    @Test
    void what_the_other_processes_of_a_server_answer_is_acknowledged_too() {
        crash = of("cassandra-3");
        snapshot(START + 5 * S - TENTH, 10);
        crashed(START + 5 * S, START + 8 * S);
        snapshot(START + 5 * S + 2 * TENTH, 10);
        snapshot(START + 8 * S, 10);
        assertThat(crash.complete(PhaseKnown.getDefaultInstance()).getBeforeCrashList())
                .containsExactly(490L, 10L, 20L, 10L, 270L, 10L);
        CrashRow row = crash.judge(CrashFindings.newBuilder()
                .setAcknowledged(30)
                .addLost(LostWrites.newBuilder().setOperation("post").addAllRuns(List.of(800L, 1L)))
                .build());
        assertThat(row.how()).isEqualTo("kill of cassandra-3");
        assertThat(row.firstOkNs()).isEqualTo(START + 5 * S + 3 * TENTH);
        assertThat(row.lost()).isEqualTo(1);
        assertThat(row.oldestLostNs()).isZero();
    }

    @Test
    void what_never_came_back_has_no_times() {
        snapshot(START, 10);
        crashed(START + 5 * S, START + 6 * S);
        CrashRow row = crash.judge(CrashFindings.getDefaultInstance());
        assertThat(row.firstOkNs()).isZero();
        assertThat(row.recoveredNs()).isZero();
    }
}
