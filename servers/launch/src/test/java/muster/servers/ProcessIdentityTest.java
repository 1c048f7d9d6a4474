package muster.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import muster.servers.host.StopOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

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
        ProcessIdentity recorded = new ProcessIdentity(
                foreign.pid(),
                "an earlier birth",
                ProcessIdentity.ofThisProcess().place());
        try {
            assertThat(recorded.isAlive()).isFalse();
            assertThat(recorded.isGone()).isTrue();
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
        assertThat(ProcessIdentity.ofThisProcess().isGone()).isFalse();
    }

    @Test
    void a_process_of_another_container_or_host_is_not_known_to_be_gone() {
        ProcessIdentity here = ProcessIdentity.ofThisProcess();
        assertThat(new ProcessIdentity(here.pid(), "of its own clock", here.place()).isGone())
                .isTrue();
        assertThat(new ProcessIdentity(here.pid(), "of its own clock", "another host").isGone())
                .isFalse();
    }

    /** What looks from there takes this process for dead: its numbers and its clock are others. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void each_namespace_of_numbers_and_of_clocks_is_a_place_of_its_own() throws Exception {
        List<String> places = new ArrayList<>();
        for (List<String> in : List.of(
                List.<String>of(),
                List.of("unshare", "--time", "--boottime", "86400", "--fork"),
                List.of("unshare", "--pid", "--fork", "--mount-proc"))) {
            List<String> command = new ArrayList<>(in);
            command.addAll(List.of(
                    ProcessHandle.current().info().command().orElseThrow(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Place.class.getName()));
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            places.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
            // Not everyone may make namespaces.
            assumeThat(process.waitFor() == 0 || in.isEmpty())
                    .as(places.getLast())
                    .isTrue();
        }
        assertThat(places.getFirst()).isEqualTo(ProcessIdentity.ofThisProcess().place());
        assertThat(places).doesNotHaveDuplicates();
    }

    /** Prints where it runs. */
    static final class Place {
        private Place() {}

        public static void main(String[] args) {
            System.out.println(ProcessIdentity.ofThisProcess().place());
        }
    }
}
