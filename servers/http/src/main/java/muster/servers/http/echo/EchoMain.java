package muster.servers.http.echo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;

/** The process: port, mode, threads, size of the page, work, microseconds of it, URL and body of a query. */
public final class EchoMain {
    private EchoMain() {}

    public static void main(String[] arguments) throws IOException {
        EchoServer server = start(Arrays.asList(arguments));
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    }

    /** Listens on 127.0.0.1 and returns. */
    static EchoServer start(List<String> arguments) throws IOException {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), number(arguments.get(0)));
        Work work = Work.of(arguments.get(4), number(arguments.get(5)) * 1_000L, arguments.get(6), arguments.get(7));
        int threads = number(arguments.get(2));
        byte[] page = new byte[number(arguments.get(3))];
        Arrays.fill(page, (byte) 'x');
        return EchoServer.listen(address, arguments.get(1).equals("event-loop"), threads, new Answers(page), work);
    }

    private static int number(String text) {
        return Integer.parseInt(text);
    }
}
