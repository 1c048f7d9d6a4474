package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.experiments.turns.ArmSpec.Clients;
import org.junit.jupiter.api.Test;

class ArmSpecTest {
    @Test
    void an_arm_passes_whole_to_another_process() {
        ArmSpec arm = new ArmSpec(
                "a b",
                Clients.cluster(3, 100).costing(0.02),
                2,
                "plan.yaml",
                List.of("x.y=[1, 2]", "uri=a://b?c=d"),
                true);
        assertThat(ArmSpec.decode(arm.encode())).isEqualTo(arm);
        ArmSpec bare = new ArmSpec("", Clients.STANDALONE, 0, "noop", List.of(), false);
        assertThat(ArmSpec.decode(bare.encode())).isEqualTo(bare);
    }
}
