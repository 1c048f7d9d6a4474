package muster.experiments.turns.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.experiments.turns.ArmLatency;
import muster.experiments.turns.InterleavedComparison;
import muster.experiments.turns.Restart;
import muster.experiments.turns.TurnRow;
import muster.model.OutcomeCounts;
import muster.text.Json;
import org.junit.jupiter.api.Test;

class AbTextTest {
    private static final OutcomeCounts FAST = new OutcomeCounts(57, 0, 414, 0, 0, 0);
    private static final OutcomeCounts SLOW = new OutcomeCounts(450, 12, 0, 0, 2, 10);

    private static Ab.Answer answer() {
        List<TurnRow> turns = List.of(
                new TurnRow(1, 1, "fast", 0, 0, 100_000_000, 471, 1, 0, -1),
                new TurnRow(2, 1, "slow", 0, 0, 100_000_000, 462, 1, 0, -1));
        Restart restart = new Restart(turns, Map.of("fast", ArmLatency.of(FAST), "slow", ArmLatency.of(SLOW)));
        InterleavedComparison comparison = InterleavedComparison.of(List.of(restart), "fast", "slow");
        return new Ab.Answer(
                List.of("fast", "slow"),
                List.of(comparison),
                comparison.outcomes(),
                List.of("undecided"),
                List.of("client CPU an operation alike"),
                List.of(),
                false,
                true,
                false,
                false,
                "undecided",
                1,
                1,
                42,
                Path.of("ab.db"));
    }

    @Test
    void the_outcomes_of_each_arm_add_up_to_its_operations() {
        assertThat(AbText.of(answer()).text())
                .containsPattern("\\nok +57 +450\\nerrors +0 +12\\nabsent +414 +0\\n")
                .startsWith("undecided\nclient CPU an operation alike\n")
                .doesNotContain("duplicate", "server CPU");
        assertThat(Json.write(AbText.map(answer())))
                .contains("\"outcomes\": {\"fast\": {\"operations\": 471, \"ok\": 57, \"errors\": 0, \"others\": 414,")
                .contains("\"slow\": {\"operations\": 462, \"ok\": 450, \"errors\": 12, \"others\": 0,");
    }
}
