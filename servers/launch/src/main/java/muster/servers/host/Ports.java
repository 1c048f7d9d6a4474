package muster.servers.host;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** The ports of one server on the loopback interface, by role, the main one first. */
public record Ports(SequencedMap<String, Integer> byRole) {
    public static final String HOST = "127.0.0.1";

    public Ports {
        byRole = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(byRole));
    }

    /** The number of the port with this role. */
    public int of(String role) {
        Integer port = byRole.get(role);
        if (port == null) {
            throw new IllegalArgumentException("no port has the role " + role + " among " + byRole.keySet());
        }
        return port;
    }

    /** Where to listen or connect. */
    public static InetSocketAddress loopback(int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(HOST, new byte[] {127, 0, 0, 1}), port);
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are always an address", e);
        }
    }

    /** Host and port, for example {@code 127.0.0.1:7687}. */
    public String address(String role) {
        return HOST + ":" + of(role);
    }

    @Override
    public String toString() {
        return byRole.entrySet().stream().map(Ports::describe).collect(Collectors.joining(", "));
    }

    private static String describe(Map.Entry<String, Integer> port) {
        return port.getKey() + " " + port.getValue();
    }
}
