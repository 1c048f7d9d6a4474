package muster.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.cli.diagnose.Finding.Level;
import muster.cli.host.KernelFiles;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor on machines that are folders. */
class DoctorTest {
    @TempDir
    private Path root;

    @Test
    void a_good_machine_has_nothing_to_change() throws IOException {
        machine("65536", "4096", "10240 65535", "tsc", "performance", "cpu  100 0 50 1000 0 0 0 0 0 0", "0016");
        Shell.Result result = doctor();
        assertThat(lines(result, "ok")).hasSize(11);
        assertThat(result.outLines().getFirst()).startsWith("ok    jdk          Java ");
        assertThat(result.out()).contains("ok    steal        0.0 %");
    }

    @Test
    void each_finding_about_a_poor_machine_has_cause_and_cure() throws IOException {
        write("proc/sys/kernel/sched_autogroup_enabled", "1");
        machine("4096", "1024", "32768 45000", "tsc", "powersave", "cpu  100 0 50 1000 0 0 0 30 0 0", "15B5");
        Shell.Result result = doctor();
        assertThat(lines(result, "warn"))
                .contains(
                        "warn  open files   4096: each worker, and each connection to the database, takes one; ulimit -n"
                                + " 65536, or LimitNOFILE=65536 in the systemd unit",
                        "warn  backlog      1024: many workers that start at once would be turned away; sysctl -w"
                                + " net.core.somaxconn=4096",
                        "warn  ports        32768-45000: a plan that opens a connection for each request runs out of"
                                + " them; sysctl -w net.ipv4.ip_local_port_range='10240 65535'",
                        "warn  governor     powersave: the processor changes its speed while it is measured; cpupower"
                                + " frequency-set -g performance",
                        "warn  sessions     get processors before threads do: next to a server of another session clients"
                                + " wake tens of milliseconds late; start both from one terminal, or sysctl -w"
                                + " kernel.sched_autogroup_enabled=0",
                        "warn  steal        2.5 %: the hypervisor gives cores of this machine to others; use a machine"
                                + " with dedicated cores")
                .anyMatch(line -> line.startsWith("warn  port 5557    in use"));
    }

    @Test
    void a_bad_machine_is_an_exit_code() throws IOException {
        machine("256", "64", "60000 60999", "hpet", "performance", "cpu  100 0 50 100 0 0 0 60 0 0", "0016");
        Shell.Result result = doctor();
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(lines(result, "bad"))
                .extracting(line -> line.substring(6, 18).strip())
                .contains("open files", "backlog", "ports", "clock", "steal");
    }

    @Test
    void the_files_of_a_real_kernel_are_read_whole() throws Exception {
        Path real = Path.of("/proc/sys/net/core/somaxconn");
        Assumptions.assumeTrue(Files.exists(real), "this is no Linux");
        String whole = Shell.in(root).run("cat", real.toString()).out().strip();
        assertThat(new KernelFiles(Path.of("/")).text("proc/sys/net/core/somaxconn"))
                .isEqualTo(whole);
    }

    @Test
    void what_a_machine_does_not_tell_is_not_bad() {
        Shell.Result result = doctor();
        assertThat(result.out()).contains("ok    clock        not known here", "ok    steal        not known here");
    }

    @Test
    void json_has_the_same_lines() throws IOException {
        machine("256", "4096", "10240 65535", "tsc", "performance", "cpu  100 0 50 1000 0 0 0 0 0 0", "0016");
        Shell.Result result = Cli.run("doctor", "--root", root.toString(), "--seconds", "0.05", "--json");
        assertThat(result.out())
                .startsWith("[")
                .contains("\"check\": \"open files\"", "\"level\": \"bad\"", "\"change\": \"ulimit -n 65536");
    }

    @Test
    void steal_is_that_of_the_time_watched() {
        List<String> before = List.of("0", "0", "0", "1000", "0", "0", "0", "0");
        List<String> after = List.of("50", "0", "0", "1047", "0", "0", "0", "3");
        assertThat(HostCheck.steal(before, after).value()).isEqualTo("3.0 %");
        assertThat(HostCheck.steal(before, before).level()).isEqualTo(Level.OK);
    }

    @Test
    void a_volume_is_judged_by_what_is_free() {
        assertThat(HostCheck.disk(root, 50_000_000).level()).isEqualTo(Level.BAD);
        assertThat(HostCheck.disk(root, 500_000_000).level()).isEqualTo(Level.WARN);
        assertThat(HostCheck.disk(root, 5_000_000_000L).level()).isEqualTo(Level.OK);
        assertThat(HostCheck.temporary(root, 10_000_000).level()).isEqualTo(Level.BAD);
        assertThat(HostCheck.temporary(root, 100_000_000).level()).isEqualTo(Level.WARN);
        assertThat(HostCheck.temporary(root, 1_000_000_000).level()).isEqualTo(Level.OK);
    }

    @Test
    void clocks_are_apart_only_if_the_error_does_not_explain_it() {
        assertThat(CoordinatorCheck.offset(1_020_000_000, 30_000_000).level()).isEqualTo(Level.OK);
        assertThat(CoordinatorCheck.offset(-2_000_000_000L, 30_000_000).level()).isEqualTo(Level.WARN);
        assertThat(CoordinatorCheck.offset(0, 80_000_000).cause()).startsWith("the network is so slow");
        assertThat(CoordinatorCheck.version("0.2.0", "0.1.0").level()).isEqualTo(Level.WARN);
    }

    private Shell.Result doctor() {
        return Cli.run("doctor", "--root", root.toString(), "--seconds", "0.05", "--results", root.toString());
    }

    private static List<String> lines(Shell.Result result, String level) {
        return result.outLines().stream()
                .filter(line -> line.startsWith("%-5s ".formatted(level)))
                // How late the timer of this machine is, and what its disk has free, is its own matter.
                .filter(line -> !line.contains(" timer ") || level.equals("bad"))
                .toList();
    }

    private void machine(
            String files, String backlog, String ports, String clock, String governor, String stat, String listens)
            throws IOException {
        write("proc/self/limits", "Limit  Soft Limit\nMax open files            " + files + "  1048576  files\n");
        write("proc/sys/net/core/somaxconn", backlog);
        write("proc/sys/net/ipv4/ip_local_port_range", ports.replace(' ', '\t'));
        write("sys/devices/system/clocksource/clocksource0/current_clocksource", clock);
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", governor);
        write("proc/stat", stat + "\ncpu0 1 2 3\n");
        write("proc/net/tcp", "  sl  local_address\n   0: 0100007F:" + listens + " 00000000:0000 0A 0\n");
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }
}
