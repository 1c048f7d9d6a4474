package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.model.OutcomeCounts;
import org.junit.jupiter.api.Test;

class ArmDoubtsTest {
    private static final ArmSpec ARM = new ArmSpec("a", ArmSpec.Clients.STANDALONE, 0, "noop", List.of(), false);

    private static Restart restart(long ok, long failed) {
        return restart(new OutcomeCounts(ok, failed, 0, 0, 0, 0));
    }

    private static Restart restart(OutcomeCounts counts) {
        return new Restart(List.of(), Map.of("a", ArmLatency.of(counts)));
    }

    @Test
    void an_arm_that_answers_fast_because_it_fails_is_named() {
        assertThat(ArmDoubts.errors(List.of(ARM), List.of(restart(900, 100))))
                .singleElement()
                .asString()
                .contains("10.0 % of the operations of a failed or were answered wrongly");
        assertThat(ArmDoubts.errors(List.of(ARM), List.of(restart(9_995, 5)))).isEmpty();
    }

    @Test
    void an_arm_that_answers_fast_because_it_finds_nothing_is_named() {
        OutcomeCounts counts = new OutcomeCounts(900, 0, 100, 0, 0, 0);
        assertThat(ArmDoubts.others(List.of(ARM), List.of(restart(counts), restart(counts))))
                .containsExactly("not all operations of a were ok (2,000 operations: 1,800 ok, 0 errors, 200 absent);"
                        + " turns count them as completed");
        assertThat(ArmDoubts.others(List.of(ARM), List.of(restart(new OutcomeCounts(991, 0, 9, 0, 0, 0)))))
                .isEmpty();
    }

    @Test
    void an_arm_that_finds_less_than_its_plan_asks_for_answers_wrongly() {
        OutcomeCounts counts = new OutcomeCounts(850, 0, 150, 0, 0, 0);
        assertThat(ArmDoubts.wrong(List.of(ARM), List.of(restart(counts, 101))))
                .containsExactly("10.1 % of the operations of a found nothing: its database does not hold what the plan"
                        + " loads and writes");
        assertThat(ArmDoubts.wrong(List.of(ARM), List.of(restart(counts, 100)))).isEmpty();
    }

    private static Restart restart(OutcomeCounts counts, long unexpected) {
        return new Restart(List.of(), Map.of("a", new ArmLatency(counts, unexpected, 1, 1, 1)));
    }

    @Test
    void an_arm_whose_compilers_are_busier_than_those_of_the_first_is_named() {
        long coreNs = Runtime.getRuntime().availableProcessors() * 100_000_000L;
        assertThat(ArmDoubts.cold(List.of(comparison(coreNs / 10, coreNs / 20)), 0.01))
                .singleElement()
                .asString()
                .startsWith("clients still warm up: compilers of the JVM used ")
                .contains(" in the turns of b and ", " in those of a; up to 5.0 % of throughput may be theirs");
        assertThat(ArmDoubts.cold(List.of(comparison(coreNs / 20, coreNs / 10)), 0.01))
                .hasSize(1);
        assertThat(ArmDoubts.cold(List.of(comparison(coreNs / 10, coreNs / 11)), 0.01))
                .isEmpty();
    }

    private static InterleavedComparison comparison(long compilerNs, long compilerNsOfFirst) {
        List<TurnRow> turns = List.of(
                new TurnRow(1, 1, "a", 0, 0, 100_000_000, 100, 150_000_000, compilerNsOfFirst, -1),
                new TurnRow(2, 1, "b", 0, 0, 100_000_000, 100, 150_000_000, compilerNs, -1));
        return InterleavedComparison.of(List.of(new Restart(turns, Map.of())), "a", "b");
    }
}
