package muster.servers.host;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ThreadLocalRandom;

/** How the ports of a server are chosen. */
public sealed interface PortChoice {
    /** The numbers that the server's documentation names. */
    record Usual() implements PortChoice {}

    /** Consecutive numbers from a base, in the order of the roles. */
    record From(int base) implements PortChoice {}

    /** This number for the port of one role; for the others the usual ones where nothing listens there, else free ones. */
    record Main(String role, int port) implements PortChoice {}

    /** Numbers that nothing listens on at the moment. */
    record Free() implements PortChoice {}

    /** The lowest and highest number of a free port: below the range from which systems take outgoing connections. */
    int LOWEST_FREE = 20_000;

    int HIGHEST_FREE = 32_000;

    /** Of a role that has none yet. */
    int NO_PORT = -1;

    /**
     * Gives each role its number. Numbers that this chooses itself are free and in the reservation; whether the others are is not
     * checked.
     */
    default Ports choose(SequencedMap<String, Integer> usual, PortReservation reservation) {
        return switch (this) {
            case Usual() -> new Ports(usual);
            case Main(String role, int port) -> main(role, port, usual, reservation);
            case From(int base) -> from(base, usual);
            case Free() -> allFree(usual, reservation);
        };
    }

    /** A port that is free at the moment, for what is no server of ours. */
    static int anyFree() {
        try (PortReservation reservation = new PortReservation()) {
            return free(Map.of(), reservation);
        }
    }

    /** Whether a server could listen there now. */
    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // Connections of an earlier server that linger in TIME_WAIT must not count as a listener.
            socket.setReuseAddress(true);
            socket.bind(Ports.loopback(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Ports from(int base, SequencedMap<String, Integer> usual) {
        if (base < 1 || base + usual.size() - 1 > 65_535) {
            throw new BadServerArgument("port base " + base + " is outside 1 to " + (65_536 - usual.size()));
        }
        SequencedMap<String, Integer> chosen = new LinkedHashMap<>();
        usual.keySet().forEach(role -> chosen.put(role, base + chosen.size()));
        return new Ports(chosen);
    }

    private static Ports main(String main, int port, SequencedMap<String, Integer> usual, PortReservation reservation) {
        SequencedMap<String, Integer> chosen = new LinkedHashMap<>();
        usual.keySet().forEach(role -> chosen.put(role, role.equals(main) ? port : NO_PORT));
        for (var role : usual.entrySet()) {
            if (!role.getKey().equals(main)) {
                int wanted = role.getValue();
                boolean usable = !chosen.containsValue(wanted) && reservation.take(wanted);
                chosen.put(role.getKey(), usable ? wanted : free(chosen, reservation));
            }
        }
        return new Ports(chosen);
    }

    private static Ports allFree(SequencedMap<String, Integer> usual, PortReservation reservation) {
        SequencedMap<String, Integer> chosen = new LinkedHashMap<>();
        for (String role : usual.keySet()) {
            chosen.put(role, free(chosen, reservation));
        }
        return new Ports(chosen);
    }

    private static int free(Map<String, Integer> taken, PortReservation reservation) {
        int port;
        do {
            port = ThreadLocalRandom.current().nextInt(LOWEST_FREE, HIGHEST_FREE);
        } while (taken.containsValue(port) || !reservation.take(port));
        return port;
    }
}
