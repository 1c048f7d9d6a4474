package muster.experiments.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.coordinator.core.event.ExitCode;
import org.junit.jupiter.api.Test;

class LimitRoundsTest {
    private final List<String> taken = new ArrayList<>();

    /** Takes so many steps; may fail or be interrupted in its last one. */
    private final class Scripted implements LimitTurns {
        private final String name;
        private final ExitCode end;
        private int left;
        private String why = "";
        private ExitCode exitCode = ExitCode.OK;

        Scripted(String name, int steps, ExitCode end) {
            this.name = name;
            this.left = steps;
            this.end = end;
        }

        @Override
        public boolean more() {
            return left > 0;
        }

        @Override
        public void advance() {
            taken.add(name);
            if (--left == 0) {
                exitCode = end;
            }
        }

        @Override
        public void stop(String because, ExitCode code) {
            left = 0;
            why = because;
            exitCode = code;
        }

        @Override
        public boolean interrupted() {
            return exitCode == ExitCode.ABORTED;
        }

        @Override
        public ExitCode exitCode() {
            return exitCode;
        }

        /** In its first step. */
        @Override
        public boolean failedAtOnce() {
            return exitCode == ExitCode.FAULT
                    && taken.stream().filter(name::equals).count() == 1;
        }
    }

    private String run(Scripted... searches) throws InterruptedException {
        new LimitRounds(List.of(searches)).run();
        return String.join("", taken);
    }

    @Test
    void every_second_round_has_the_reverse_order() throws InterruptedException {
        assertThat(run(
                        new Scripted("a", 4, ExitCode.OK),
                        new Scripted("b", 4, ExitCode.OK),
                        new Scripted("c", 4, ExitCode.OK)))
                .isEqualTo("abccbaabccba");
    }

    @Test
    void one_that_goes_on_for_longer_gets_all_of_the_time() throws InterruptedException {
        assertThat(run(new Scripted("a", 5, ExitCode.OK), new Scripted("b", 2, ExitCode.OK)))
                .isEqualTo("abbaaaa");
    }

    @Test
    void a_target_that_is_lost_after_some_steps_leaves_the_others_their_search() throws InterruptedException {
        assertThat(run(new Scripted("a", 2, ExitCode.FAULT), new Scripted("b", 4, ExitCode.OK)))
                .isEqualTo("abbabb");
    }

    @Test
    void where_fewer_than_two_can_be_compared_nothing_more_is_searched() throws InterruptedException {
        Scripted other = new Scripted("b", 4, ExitCode.OK);
        assertThat(run(new Scripted("a", 1, ExitCode.FAULT), other)).isEqualTo("a");
        assertThat(other.why).isEqualTo("another target failed");
        taken.clear();
        assertThat(run(
                        new Scripted("a", 1, ExitCode.FAULT),
                        new Scripted("b", 2, ExitCode.OK),
                        new Scripted("c", 2, ExitCode.OK)))
                .isEqualTo("abccb");
    }

    @Test
    void a_plan_that_is_refused_ends_all() throws InterruptedException {
        assertThat(run(
                        new Scripted("a", 1, ExitCode.BAD_INPUT),
                        new Scripted("b", 2, ExitCode.OK),
                        new Scripted("c", 2, ExitCode.OK)))
                .isEqualTo("a");
    }

    @Test
    void ctrl_c_ends_all_with_what_was_found() throws InterruptedException {
        Scripted other = new Scripted("b", 4, ExitCode.OK);
        assertThat(run(new Scripted("a", 2, ExitCode.ABORTED), other)).isEqualTo("abba");
        assertThat(other.why).isEqualTo("interrupted");
        assertThat(other.exitCode).isEqualTo(ExitCode.ABORTED);
    }

    @Test
    void a_single_target_that_fails_is_all_there_is() throws InterruptedException {
        assertThat(run(new Scripted("a", 1, ExitCode.FAULT))).isEqualTo("a");
    }
}
