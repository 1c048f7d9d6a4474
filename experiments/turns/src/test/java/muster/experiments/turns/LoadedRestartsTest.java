package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.experiments.turns.ArmSpec.Clients;
import org.junit.jupiter.api.Test;

class LoadedRestartsTest {
    private static ArmSpec arm(String plan, Clients clients) {
        return new ArmSpec(plan, clients, 0, plan, List.of(), false);
    }

    /** L: loads, w: only warms up, P: begins in a new process. */
    private static String lived(ArmSpec... arms) {
        LoadedRestarts loaded = LoadedRestarts.of(List.of(arms));
        List<String> seen = new ArrayList<>();
        while (!loaded.spent()) {
            assertThat(loaded.next()).isEqualTo(seen.size());
            seen.add((loaded.loads() ? "L" : "") + (loaded.warmsUp() ? "w" : "") + (loaded.startsProcess() ? "P" : ""));
            loaded.begin();
        }
        assertThat(loaded.anew().loads()).isTrue();
        return String.join(" ", seen).replaceAll("( P){7}", " 7P").replaceAll(" {7}", " 7");
    }

    @Test
    void arms_that_share_compiled_code_have_all_restarts_in_one_process() {
        assertThat(lived(arm("noop", Clients.STANDALONE), arm("noop", Clients.STANDALONE)))
                .isEqualTo("LwP 7");
    }

    @Test
    void other_arms_have_a_process_a_restart_and_load_once_for_eight() {
        assertThat(lived(
                        arm("graphity-read-heavy", Clients.STANDALONE),
                        arm("graphity-read-heavy", Clients.cluster(1, 0))))
                .isEqualTo("LwP 7P");
    }

    @Test
    void where_nothing_is_loaded_and_code_differs_each_restart_is_counted() {
        assertThat(lived(arm("noop", Clients.STANDALONE), arm("noop", Clients.cluster(1, 0))))
                .isEqualTo("LP");
    }
}
