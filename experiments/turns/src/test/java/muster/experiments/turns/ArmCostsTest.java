package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArmCostsTest {
    @Test
    void costs_pass_whole_to_another_process() {
        ArmCosts odd = new ArmCosts(1 / 3.0, 8, 2, Math.PI, 0, 1e-9, 5, 1e12, Double.MIN_VALUE);
        assertThat(ArmCosts.decode(odd.encode())).isEqualTo(odd);
    }

    @Test
    void a_slot_is_a_client_that_gets_on() {
        assertThat(new ArmCosts(10e6, 8, 2, 0, 0, 0, 0, 0, 0).slotNs()).isEqualTo(200);
        assertThat(new ArmCosts(10e6, 1, 2, 0, 0, 0, 0, 0, 0).slotNs()).isEqualTo(100);
    }
}
