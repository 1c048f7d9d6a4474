package muster.servers;

import static org.assertj.core.api.Assertions.assertThat;

import muster.servers.host.StopOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ProcessIdentityTest {
    @Test
    void a_process_is_known_again_and_gone_once_it_ended() throws Exception {
        Process sleeper = new ProcessBuilder("sleep", "60").start();
        ProcessIdentity identity = ProcessIdentity.of(sleeper.pid()).orElseThrow();
        assertThat(identity.isAlive()).isTrue();

        assertThat(ProcessStopper.end(identity, "TERM")).isEqualTo(StopOutcome.STOPPED);

        assertThat(sleeper.waitFor()).isNotZero();
        assertThat(identity.isAlive()).isFalse();
        assertThat(ProcessStopper.end(identity, "TERM")).isEqualTo(StopOutcome.WAS_NOT_RUNNING);
    }

    @Test
    void a_foreign_process_that_inherited_the_number_is_not_ended() throws Exception {
        Process foreign = new ProcessBuilder("sleep", "60").start();
        ProcessIdentity recorded = new ProcessIdentity(foreign.pid(), "an earlier birth");
        try {
            assertThat(recorded.isAlive()).isFalse();
            assertThat(ProcessStopper.end(recorded, "TERM")).isEqualTo(StopOutcome.WAS_NOT_RUNNING);
            assertThat(foreign.isAlive()).isTrue();
        } finally {
            foreign.destroyForcibly();
        }
    }

    @Test
    @Timeout(100)
    void the_dead_child_that_nobody_has_reaped_does_not_count_as_alive() throws Exception {
        // The shell replaces itself by a process that never waits for the child it started.
        Process parent = new ProcessBuilder("sh", "-c", "sleep 0 & echo $!; exec sleep 60").start();
        try {
            long zombie = Long.parseLong(parent.inputReader().readLine());
            while (ProcessIdentity.of(zombie).isPresent()) {
                Thread.onSpinWait();
            }
            assertThat(ProcessIdentity.of(zombie)).isEmpty();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void this_process_is_alive() {
        assertThat(ProcessIdentity.ofThisProcess().isAlive()).isTrue();
    }
}
