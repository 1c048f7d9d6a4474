package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArmSpecTest {
    @Test
    void an_arm_passes_whole_to_another_process() {
        ArmSpec arm = new ArmSpec(
                "a b", ArmSpec.Source.CLUSTER, 2, "plan.yaml", List.of("x.y=[1, 2]", "uri=a://b?c=d"), true, 0.02);
        assertThat(ArmSpec.decode(arm.encode())).isEqualTo(arm);
        ArmSpec bare = new ArmSpec("", ArmSpec.Source.STANDALONE, 0, "noop", List.of(), false);
        assertThat(ArmSpec.decode(bare.encode())).isEqualTo(bare);
    }
}
