package muster.benchmarks.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import muster.protocol.keys.KeyFolder;
import muster.protocol.zeromq.SignalOrder;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Connections with CURVE, by jeromq: each takes five files and some memory. */
final class KeyConnections implements Connections {
    private static final int HIGH_WATER_MARK = 100_000;

    private final ZContext context = new ZContext();
    private final String coordinator;
    private final KeyFolder keys;
    private final List<Connection> connections = new ArrayList<>();

    private record Connection(ZMQ.Socket socket, Consumer<byte[]> heard) {}

    /** For so many workers at most. */
    KeyConnections(String coordinator, KeyFolder keys, int size) {
        this.coordinator = coordinator;
        this.keys = keys;
        context.getContext().setMaxSockets(size + 16);
        context.setLinger(0);
    }

    @Override
    public Consumer<byte[]> connect(int number, Consumer<byte[]> heard) {
        ZMQ.Socket socket = context.createSocket(SocketType.DEALER);
        SignalOrder.apply(socket);
        socket.setHWM(HIGH_WATER_MARK);
        keys.worker(SimulatedWorker.name(number)).applyTo(socket);
        socket.connect(coordinator);
        connections.add(new Connection(socket, heard));
        return frame -> socket.send(frame, ZMQ.DONTWAIT);
    }

    @Override
    public void serve(long untilNs) {
        for (Connection connection : connections) {
            ZMQ.Socket socket = connection.socket();
            for (byte[] frame = socket.recv(ZMQ.DONTWAIT); frame != null; frame = socket.recv(ZMQ.DONTWAIT)) {
                connection.heard().accept(frame);
            }
        }
        LockSupport.parkNanos(untilNs - System.nanoTime());
    }

    @Override
    public void close() {
        context.close();
    }
}
