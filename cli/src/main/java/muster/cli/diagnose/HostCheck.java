package muster.cli.diagnose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import muster.cli.diagnose.Finding.Level;
import muster.cli.host.ExistingFolder;
import muster.cli.host.KernelFiles;
import muster.cli.host.TimerProbe;

/**
 * What of a machine would spoil a benchmark or keep a cluster from growing. The bounds: docs/many-machines.md.
 *
 * @param seconds how long to watch the timer and what the hypervisor takes
 * @param folder whose volume gets results
 */
record HostCheck(KernelFiles kernel, double seconds, Path folder) {
    private static final int MIN_JAVA = 21;
    private static final int PORT = 5557;
    private static final long MB = 1_000_000;
    private static final Set<String> FAST_CLOCKS =
            Set.of("tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page", "xen");
    private static final String UNKNOWN = "not known here";

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.add(jdk(Runtime.version().feature()));
        findings.add(openFiles());
        findings.add(backlog());
        findings.add(ephemeralPorts());
        findings.add(clockSource());
        findings.add(governor());
        findings.add(sessions());
        List<String> before = kernel.fields("proc/stat", "cpu ");
        findings.add(timer(TimerProbe.measure(seconds)));
        findings.add(steal(before, kernel.fields("proc/stat", "cpu ")));
        findings.add(disk());
        findings.add(temporary());
        findings.add(port());
        return findings;
    }

    static Finding jdk(int feature) {
        Level level = feature >= MIN_JAVA ? Level.OK : Level.BAD;
        return Finding.of("jdk", level, "Java " + Runtime.version(), "older than 21", "install a JDK 21 or newer");
    }

    private Finding openFiles() {
        List<String> limits = kernel.fields("proc/self/limits", "Max open files");
        if (limits.isEmpty()) {
            return Finding.ok("open files", UNKNOWN);
        }
        String soft = limits.getFirst();
        long files = soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
        return Finding.of(
                "open files",
                atLeast(files, 8_192, 1_024),
                soft,
                "each worker, and each connection to the database, takes one",
                "ulimit -n 65536, or LimitNOFILE=65536 in the systemd unit");
    }

    private Finding backlog() {
        OptionalLong found = kernel.number("proc/sys/net/core/somaxconn");
        if (found.isEmpty()) {
            return Finding.ok("backlog", UNKNOWN);
        }
        long connections = found.getAsLong();
        return Finding.of(
                "backlog",
                atLeast(connections, 4_096, 128),
                Long.toString(connections),
                "many workers that start at once would be turned away",
                "sysctl -w net.core.somaxconn=4096");
    }

    private Finding ephemeralPorts() {
        List<String> range = kernel.fields("proc/sys/net/ipv4/ip_local_port_range", "");
        if (range.size() != 2) {
            return Finding.ok("ports", UNKNOWN);
        }
        long ports = Long.parseLong(range.get(1)) - Long.parseLong(range.get(0)) + 1;
        return Finding.of(
                "ports",
                atLeast(ports, 20_000, 2_000),
                String.join("-", range),
                "a plan that opens a connection for each request runs out of them",
                "sysctl -w net.ipv4.ip_local_port_range='10240 65535'");
    }

    private static Level atLeast(long value, long good, long poor) {
        return value >= good ? Level.OK : value >= poor ? Level.WARN : Level.BAD;
    }

    private Finding clockSource() {
        String source = kernel.text("sys/devices/system/clocksource/clocksource0/current_clocksource");
        Level level = source.isEmpty() || FAST_CLOCKS.contains(source) ? Level.OK : Level.BAD;
        return Finding.of(
                "clock",
                level,
                source.isEmpty() ? UNKNOWN : source,
                "each read of this clock takes a system call or a slow device, and each operation reads it twice",
                "boot with clocksource=tsc if the processor's is stable");
    }

    private Finding governor() {
        String governor = kernel.text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        boolean steady = governor.isEmpty() || governor.equals("performance");
        return Finding.of(
                "governor",
                steady ? Level.OK : Level.WARN,
                governor.isEmpty() ? "none, the host of this machine decides" : governor,
                "the processor changes its speed while it is measured",
                "cpupower frequency-set -g performance");
    }

    private Finding sessions() {
        String used = kernel.text("proc/sys/kernel/sched_autogroup_enabled");
        return Finding.of(
                "sessions",
                used.equals("1") ? Level.WARN : Level.OK,
                used.equals("1") ? "get processors before threads do" : "no scheduling groups",
                "next to a server of another session clients wake tens of milliseconds late",
                "start both from one terminal, or sysctl -w kernel.sched_autogroup_enabled=0");
    }

    private static Finding timer(Map<String, Double> probe) {
        double p99Ms = probe.getOrDefault("timer_slack_p99_ns", probe.getOrDefault("hiccup_max_ns", 0.0)) / 1e6;
        Level level = p99Ms < 1 ? Level.OK : p99Ms < 20 ? Level.WARN : Level.BAD;
        return Finding.of(
                "timer",
                level,
                String.format(Locale.ROOT, "1 in 100 wakes %.2f ms late or more", p99Ms),
                "arrivals of the open load model are that late",
                "stop other programs on this machine; see steal");
    }

    /** User, nice, system, idle, iowait, irq, softirq, steal: of the time watched or, if none passed, since the boot. */
    static Finding steal(List<String> before, List<String> after) {
        if (after.size() < 8) {
            return Finding.ok("steal", UNKNOWN);
        }
        double total = sum(after) - sum(before);
        double stolen = stolen(after) - stolen(before);
        double percent = 100 * (total > 0 ? stolen / total : stolen(after) / Math.max(1, sum(after)));
        Level level = percent < 1 ? Level.OK : percent < 5 ? Level.WARN : Level.BAD;
        return Finding.of(
                "steal",
                level,
                String.format(Locale.ROOT, "%.1f %%", percent),
                "the hypervisor gives cores of this machine to others",
                "use a machine with dedicated cores");
    }

    private static double sum(List<String> fields) {
        return fields.stream().limit(8).mapToDouble(Double::parseDouble).sum();
    }

    private static double stolen(List<String> fields) {
        return fields.size() < 8 ? 0 : Double.parseDouble(fields.get(7));
    }

    private Finding disk() {
        Path there = ExistingFolder.of(folder);
        try {
            long free = Files.getFileStore(there).getUsableSpace();
            return disk(there, free);
        } catch (IOException e) {
            return new Finding("disk", Level.WARN, there.toString(), String.valueOf(e.getMessage()), "");
        }
    }

    static Finding disk(Path folder, long free) {
        return Finding.of(
                "disk",
                atLeast(free, 2_000 * MB, 200 * MB),
                free / MB + " MB free for " + folder,
                "the results of a long run may not fit",
                "make room, or name another volume with --store");
    }

    private static Finding temporary() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            return temporary(folder, Files.getFileStore(folder).getUsableSpace());
        } catch (IOException e) {
            return new Finding("temporary", Level.BAD, folder.toString(), String.valueOf(e.getMessage()), "");
        }
    }

    static Finding temporary(Path folder, long free) {
        return Finding.of(
                "temporary",
                atLeast(free, 200 * MB, 20 * MB),
                free / MB + " MB free in " + folder,
                "drivers unpack libraries there, and the data files of plans are kept there",
                "make room, or name another folder with MUSTER_JAVA_OPTS=-Djava.io.tmpdir=FOLDER");
    }

    /** In state listening (0A), on any address. */
    private Finding port() {
        String suffix = String.format(Locale.ROOT, ":%04X", PORT);
        boolean taken = List.of("proc/net/tcp", "proc/net/tcp6").stream()
                .flatMap(file -> kernel.text(file).lines())
                .map(line -> line.strip().split("\\s+"))
                .anyMatch(line -> line.length > 3 && line[1].endsWith(suffix) && line[3].equals("0A"));
        return Finding.of(
                "port " + PORT,
                taken ? Level.WARN : Level.OK,
                taken ? "in use" : "free",
                "a coordinator cannot use its default port, or one is running here",
                "./muster status, or --bind another");
    }
}
