package muster.benchmarks;

import java.util.List;
import java.util.Objects;
import muster.benchmarks.process.JavaProcess;
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
        Process server = JavaProcess.of(Echo.class, List.of("--serve")).start();
        try {
            String address = Objects.requireNonNull(server.inputReader().readLine(), "the echo did not start");
            List<String> arguments = List.of(address, Integer.toString(inFlight), Integer.toString(seconds));
            Process asking = JavaProcess.of(Echo.class, arguments).start();
            return Double.parseDouble(asking.inputReader().lines().reduce("", (earlier, last) -> last));
        } finally {
            server.destroy();
            server.waitFor();
        }
    }
}
