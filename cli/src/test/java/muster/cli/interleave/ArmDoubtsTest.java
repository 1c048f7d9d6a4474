package muster.cli.interleave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.store.analysis.interleave.ArmLatency;
import muster.store.analysis.interleave.Restart;
import org.junit.jupiter.api.Test;

class ArmDoubtsTest {
    private static final ArmSpec ARM = new ArmSpec("a", ArmSpec.Source.STANDALONE, 0, "noop", List.of(), false);

    private static Restart restart(long ok, long failed) {
        return new Restart(List.of(), Map.of("a", new ArmLatency(ok, failed, 1, 1, 1)));
    }

    @Test
    void an_arm_that_answers_fast_because_it_fails_is_named() {
        assertThat(ArmDoubts.errors(List.of(ARM), List.of(restart(900, 100))))
                .singleElement()
                .asString()
                .contains("10.0 % of the operations of a failed or were answered wrongly");
        assertThat(ArmDoubts.errors(List.of(ARM), List.of(restart(9_995, 5)))).isEmpty();
    }
}
