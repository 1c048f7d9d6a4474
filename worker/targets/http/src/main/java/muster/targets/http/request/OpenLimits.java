package muster.targets.http.request;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The limits of this process and machine that many connections meet first. */
public final class OpenLimits {
    private static final Path PORTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    private OpenLimits() {}

    /** What stands in the way where no more connections can be opened, and how it is raised. */
    public static String hint() {
        return "; open files: " + files() + " of at most " + mostFiles()
                + " (raise with ulimit -n), client ports to one address: " + ports()
                + " (net.ipv4.ip_local_port_range); or use more workers on more machines";
    }

    private static long files() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : -1;
    }

    private static long mostFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : -1;
    }

    private static String ports() {
        try {
            String[] range = Files.readString(PORTS).strip().split("\\s+", -1);
            return Integer.toString(Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1);
        } catch (IOException | RuntimeException notLinux) {
            return "unknown";
        }
    }
}
