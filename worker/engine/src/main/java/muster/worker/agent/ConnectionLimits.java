package muster.worker.agent;

import java.util.List;
import muster.host.ProcFiles;
import muster.workloads.target.TargetException;

/**
 * Whether this process may hold the connections of its clients. A limit that is in the way is named before clients open
 * theirs: later it would be the error of some client.
 */
final class ConnectionLimits {
    /** Files and sockets that a worker opens beside its connections. */
    private static final long OTHERS = 100;

    private final ProcFiles proc;

    ConnectionLimits(ProcFiles proc) {
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
        long files = ProcFiles.number(proc.words("self/limits", "Max open files"), 0);
        long opened = proc.names("self/fd").size();
        if (files > 0 && connections + opened + OTHERS > files) {
            throw new TargetException(
                    "%s, and the hard limit of this worker's open files is %,d, %,d of which are open: raise it (as root ulimit -n %4$d, or LimitNOFILE=%4$d in a systemd unit), or use more workers"
                            .formatted(need, files, opened, 2 * (connections + opened + OTHERS)));
        }
        List<String> range = proc.words("sys/net/ipv4/ip_local_port_range", "");
        long ports = range.size() < 2 ? 0 : ProcFiles.number(range, 1) - ProcFiles.number(range, 0) + 1;
        if (ports > 0 && connections > ports) {
            throw new TargetException(
                    "%s, and this host has %,d ports for connections to one address: sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\", or workers on more hosts"
                            .formatted(need, ports));
        }
    }
}
