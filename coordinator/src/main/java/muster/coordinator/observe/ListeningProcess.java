package muster.coordinator.observe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import muster.host.ProcFiles;

/** Finds the process of this host that listens at an address. */
final class ListeningProcess {
    private static final String LISTEN = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private final ProcFiles proc;

    ListeningProcess(ProcFiles proc) {
        this.proc = proc;
    }

    /** Empty if the address is of another host, names no port, or its process may not be looked at. */
    OptionalLong find(String uri) {
        int port = portHere(uri);
        return port <= 0 ? OptionalLong.empty() : find(port);
    }

    /** As {@link #find(String)}; empty also if it is this very process. */
    OptionalLong findAnother(String uri) {
        OptionalLong pid = find(uri);
        boolean own =
                pid.isPresent() && pid.getAsLong() == ProcessHandle.current().pid();
        return own ? OptionalLong.empty() : pid;
    }

    private static int portHere(String uri) {
        try {
            URI parsed = URI.create(uri);
            return parsed.getHost() != null && isHere(parsed.getHost()) ? parsed.getPort() : -1;
        } catch (IllegalArgumentException | IOException e) {
            return -1;
        }
    }

    private static boolean isHere(String host) throws IOException {
        InetAddress address = InetAddress.getByName(host);
        return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    }

    OptionalLong find(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            proc.lines(table).forEach(line -> add(ProcFiles.split(line), port, sockets));
        }
        return proc.names("").stream()
                .filter(name -> Character.isDigit(name.charAt(0)))
                .filter(pid -> holds(pid, sockets))
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    private static void add(List<String> words, int port, Set<String> sockets) {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        if (words.size() > INODE
                && words.get(LOCAL_ADDRESS).endsWith(suffix)
                && words.get(STATE).equals(LISTEN)) {
            sockets.add("socket:[" + words.get(INODE) + "]");
        }
    }

    private boolean holds(String pid, Set<String> sockets) {
        return !sockets.isEmpty()
                && proc.names(pid + "/fd").stream().anyMatch(file -> sockets.contains(proc.link(pid + "/fd/" + file)));
    }
}
