package muster.cli.host;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What a figure of this process depends on: versions, JVM, CPU, memory, kernel, calibration. Never a secret. */
public final class Machine {
    private Machine() {}

    public static Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("muster.version", Version.number());
        facts.put("muster.revision", Version.revision());
        facts.put("java.version", Runtime.version().toString());
        facts.put("java.vm", System.getProperty("java.vm.name", ""));
        facts.put("jvm.flags", jvmFlags());
        facts.put("jvm.collectors", collectors());
        facts.put("jvm.heap_max_bytes", String.valueOf(Runtime.getRuntime().maxMemory()));
        facts.put("host", host());
        facts.put("host.addresses", addresses());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        facts.put("kernel", System.getProperty("os.version", ""));
        facts.put("cpu", first("/proc/cpuinfo", "model name"));
        facts.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.put("memory", first("/proc/meminfo", "MemTotal"));
        facts.put("clock.source", read("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
        facts.put("cpu.governor", read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
        facts.put("kernel.autogroup", autogroup(new KernelFiles(Path.of("/"))));
        facts.putAll(Calibration.facts(Calibration.file(), facts));
        return facts;
    }

    /** The options of this JVM; system properties are left out, as one could hold a secret. */
    private static String jvmFlags() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> !argument.startsWith("-D"))
                .collect(Collectors.joining(" "));
    }

    private static String collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(bean -> bean.getName())
                .collect(Collectors.joining(", "));
    }

    public static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    /** Of all interfaces but loopback: whether a database is on this machine is seen from them. */
    private static String addresses() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress())
                    .map(address -> address.getHostAddress().replaceAll("%.*", ""))
                    .collect(Collectors.joining(" "));
        } catch (SocketException e) {
            return "";
        }
    }

    /** The scheduling group of this process's session; "" where the kernel has none, or does not use them. */
    static String autogroup(KernelFiles kernel) {
        boolean used = kernel.text("proc/sys/kernel/sched_autogroup_enabled").equals("1");
        return used ? kernel.text("proc/self/autogroup").split(" ", 2)[0] : "";
    }

    private static String first(String file, String key) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(key))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
