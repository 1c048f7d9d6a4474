package muster.coordinator.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import muster.coordinator.server.RejectionLog.Kind;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/**
 * Watches connections. A peer that has not sent a valid message within 30 s is cut, and sooner when file descriptors run
 * short: jeromq's own limit ends with the first bytes of a handshake, so a peer that stops there would stay for ever. For
 * peers that send no byte that limit is longer than ours, so that they are counted as silent, and not as closed.
 */
final class ConnectionMonitor implements AutoCloseable {
    private static final String ADDRESS = "inproc://connections";
    private static final String CLOSED_EARLY =
            "closed before a valid message: another protocol, no key or a wrong one, or a frame too long";
    private static final int WAIT_MS = 200;
    private static final int MAX_EARLY = 10_000;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long SHORT_PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    private final ZMQ.Socket events;
    private final RejectionLog refusals;
    private final int most;
    private final Map<SelectableChannel, Connection> open = new HashMap<>();
    private final Map<String, Connection> byAddress = new ConcurrentHashMap<>();
    /** A message may overtake the event of its connection: where such came from, and when. */
    private final Map<String, Long> early = new ConcurrentHashMap<>();

    private final Thread thread;
    private volatile boolean closing;

    private static final class Connection {
        final SocketChannel channel;
        final String address;
        final long sinceNs = System.nanoTime();
        volatile boolean spoke;
        boolean cut;

        Connection(SocketChannel channel, String address) {
            this.channel = channel;
            this.address = address;
        }
    }

    /** To be made before the socket binds. */
    ConnectionMonitor(ZContext context, ZMQ.Socket router, RejectionLog refusals) {
        this.refusals = refusals;
        this.most = most();
        router.setHandshakeIvl((int) TimeUnit.NANOSECONDS.toMillis(2 * PATIENCE_NS));
        router.monitor(ADDRESS, ZMQ.EVENT_ACCEPTED | ZMQ.EVENT_ACCEPT_FAILED | ZMQ.EVENT_DISCONNECTED);
        events = context.createSocket(SocketType.PAIR);
        events.setReceiveTimeOut(WAIT_MS);
        events.connect(ADDRESS);
        thread = Thread.ofPlatform().name("muster-connections").daemon(true).start(this::watch);
    }

    /** Four fifths of what the process may open. */
    private static int most() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? (int) Math.min(1_000_000, unix.getMaxFileDescriptorCount() / 5 * 4)
                : 1_000;
    }

    /** A valid message came from there; any thread. */
    void spoke(String address) {
        Connection connection = byAddress.get(address);
        if (connection == null && early.size() < MAX_EARLY) {
            early.put(address, System.nanoTime());
            connection = byAddress.get(address);
        }
        if (connection != null) {
            connection.spoke = true;
        }
    }

    private void watch() {
        long nextCutNs = System.nanoTime();
        while (!closing) {
            ZMQ.Event event = ZMQ.Event.recv(events);
            if (event != null) {
                on(event);
            }
            if (System.nanoTime() >= nextCutNs) {
                nextCutNs = System.nanoTime() + WAIT_MS * 1_000_000L;
                cutTheSilent();
            }
        }
    }

    private void on(ZMQ.Event event) {
        switch (event.getEvent()) {
            case ZMQ.EVENT_ACCEPTED -> accepted(event.resolveValue());
            case ZMQ.EVENT_DISCONNECTED -> closed(event.resolveValue());
            default -> refusals.add(Kind.NETWORK, "", "a connection could not be accepted: " + event.getValue());
        }
    }

    private void accepted(@Nullable SocketChannel channel) {
        if (channel == null) {
            // jeromq holds it weakly: it is closed, and gone.
            refusals.add(Kind.CLOSED_EARLY, "", CLOSED_EARLY);
            return;
        }
        try {
            String address = address(channel);
            Connection connection = new Connection(channel, address);
            open.put(channel, connection);
            byAddress.put(address, connection);
            connection.spoke |= early.remove(address) != null;
        } catch (IOException | NullPointerException e) {
            refusals.add(Kind.CLOSED_EARLY, "", CLOSED_EARLY);
        }
    }

    /** As jeromq writes it in the metadata of a message. */
    private static String address(SocketChannel channel) throws IOException {
        java.net.InetSocketAddress remote = (java.net.InetSocketAddress) channel.getRemoteAddress();
        return remote.getAddress().getHostAddress() + ":" + remote.getPort();
    }

    private void closed(@Nullable SelectableChannel channel) {
        Connection connection = channel == null ? null : open.get(channel);
        if (connection != null) {
            forget(connection);
            open.remove(channel);
        }
    }

    private void forget(Connection connection) {
        byAddress.remove(connection.address, connection);
        if (!connection.spoke && !connection.cut) {
            refusals.add(Kind.CLOSED_EARLY, connection.address, CLOSED_EARLY);
        }
    }

    private void cutTheSilent() {
        long patienceNs = open.size() > most ? SHORT_PATIENCE_NS : PATIENCE_NS;
        long nowNs = System.nanoTime();
        early.values().removeIf(sinceNs -> nowNs - sinceNs > PATIENCE_NS);
        for (Iterator<Connection> all = open.values().iterator(); all.hasNext(); ) {
            Connection connection = all.next();
            if (!connection.channel.isOpen()) {
                forget(connection);
                all.remove();
            } else if (!connection.spoke && !connection.cut && nowNs - connection.sinceNs > patienceNs) {
                cut(connection);
            }
        }
    }

    /** Not close(): jeromq's thread must see the end of the stream to let go of what it holds for it. */
    private void cut(Connection connection) {
        connection.cut = true;
        refusals.add(Kind.SILENT, connection.address, "no valid message since it connected");
        try {
            connection.channel.shutdownInput();
        } catch (IOException e) {
            // It is closed already.
        }
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join(10 * WAIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
