package muster.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import muster.workloads.target.TargetException;

/**
 * Whether this process may hold the connections of its clients. A limit that is in the way is named before clients open
 * theirs: later it would be the error of some client.
 */
final class ConnectionLimits {
    /** Files and sockets that a worker opens beside its connections. */
    private static final long OTHERS = 100;

    private final Path proc;

    /** @param proc /proc itself, but for tests */
    ConnectionLimits(Path proc) {
        this.proc = proc;
    }

    /**
     * Returns if there is room, or if nothing is known of it.
     *
     * @throws TargetException naming the limit, its value, and how to raise it
     */
    void check(int clients, int connections) throws TargetException {
        if (connections == 0) {
            return;
        }
        String need = "%,d clients need %s"
                .formatted(
                        clients,
                        connections == clients ? "a connection each" : "%,d connections".formatted(connections));
        // The JVM has raised the soft limit to the hard one (-XX:+MaxFDLimit).
        long files = number(lines("self/limits").filter(line -> line.startsWith("Max open files")), 3);
        long opened = opened();
        if (files > 0 && connections + opened + OTHERS > files) {
            throw new TargetException(
                    "%s, and the hard limit of this worker's open files is %,d, %,d of which are open: raise it (as root ulimit -n %4$d, or LimitNOFILE=%4$d in a systemd unit), or use more workers"
                            .formatted(need, files, opened, 2 * (connections + opened + OTHERS)));
        }
        List<String> range = lines("sys/net/ipv4/ip_local_port_range")
                .flatMap(line -> Stream.of(line.strip().split("\\s+")))
                .toList();
        long ports = range.size() < 2 ? 0 : Long.parseLong(range.getLast()) - Long.parseLong(range.getFirst()) + 1;
        if (ports > 0 && connections > ports) {
            throw new TargetException(
                    "%s, and this host has %,d ports for connections to one address: sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\", or workers on more hosts"
                            .formatted(need, ports));
        }
    }

    private long opened() {
        try (Stream<Path> files = Files.list(proc.resolve("self/fd"))) {
            return files.count();
        } catch (IOException e) {
            return 0;
        }
    }

    private Stream<String> lines(String file) {
        try {
            return Files.readAllLines(proc.resolve(file)).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /** The word at this place of the first line; 0 for none, and for "unlimited". */
    private static long number(Stream<String> lines, int at) {
        return lines.map(line -> line.split("\\s+", -1))
                .filter(words -> words.length > at && words[at].matches("\\d{1,18}"))
                .mapToLong(words -> Long.parseLong(words[at]))
                .findFirst()
                .orElse(0);
    }
}
