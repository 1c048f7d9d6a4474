package muster.benchmarks;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/**
 * The fastest that a request and an answer over ZeroMQ can be: a bare ROUTER in one process sends back what a bare DEALER
 * in another one sends, with a set number of messages in flight.
 */
final class Echo {
    /** About what a lease takes on the wire. */
    private static final int BYTES = 40;

    private static final long WARM_UP_NS = 2_000_000_000;

    private Echo() {}

    /** Round trips a second: {@code --serve}, or address, messages in flight, seconds. */
    public static void main(String[] arguments) {
        if (arguments[0].equals("--serve")) {
            serve();
        } else {
            System.out.println(ask(arguments[0], Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2])));
        }
    }

    private static void serve() {
        try (ZContext context = new ZContext();
                ZMQ.Socket router = context.createSocket(SocketType.ROUTER)) {
            router.bind("tcp://127.0.0.1:*");
            System.out.println(router.getLastEndpoint());
            while (true) {
                byte[] identity = Objects.requireNonNull(router.recv());
                byte[] message = Objects.requireNonNull(router.recv());
                router.sendMore(identity);
                router.send(message);
            }
        }
    }

    private static double ask(String address, int inFlight, int seconds) {
        try (ZContext context = new ZContext();
                ZMQ.Socket dealer = context.createSocket(SocketType.DEALER)) {
            dealer.connect(address);
            for (int i = 0; i < inFlight; i++) {
                dealer.send(new byte[BYTES]);
            }
            turn(dealer, WARM_UP_NS);
            long beganNs = System.nanoTime();
            long trips = turn(dealer, seconds * 1_000_000_000L);
            return trips * 1e9 / (System.nanoTime() - beganNs);
        }
    }

    private static long turn(ZMQ.Socket dealer, long forNs) {
        long untilNs = System.nanoTime() + forNs;
        long trips = 0;
        while (System.nanoTime() < untilNs) {
            dealer.send(Objects.requireNonNull(dealer.recv()));
            trips++;
        }
        return trips;
    }

    /** Measures it in two fresh processes. */
    static double perSecond(int inFlight, int seconds) throws Exception {
        Path log = Files.createTempFile("muster-echo", ".log");
        Process server = new ProcessBuilder(command("--serve")).start();
        try {
            String address = server.inputReader().readLine();
            Finished finished =
                    Finished.of(command(address, Integer.toString(inFlight), Integer.toString(seconds)), log);
            return Double.parseDouble(finished.require(Set.of(0)).lines().getLast());
        } finally {
            server.destroy();
            server.waitFor();
            Files.delete(log);
        }
    }

    private static List<String> command(String... arguments) {
        String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        List<String> command =
                new ArrayList<>(List.of(java, "-cp", System.getProperty("java.class.path"), Echo.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
