package muster.benchmarks;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.MalformedFrame;
import muster.protocol.SignalOrder;
import muster.protocol.keys.KeyFolder;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Simulated workers, each with a connection of its own, driven by one thread. */
final class SimulatedCluster implements AutoCloseable {
    private static final List<String> OPERATIONS = List.of("post", "follow", "unfollow", "feed");
    private static final long TURN_NS = 10_000_000;

    private final ZContext context = new ZContext();
    private final List<Connected> workers = new ArrayList<>();
    private final Acknowledgements acknowledgements = new Acknowledgements();
    private final Thread thread;
    private volatile boolean closing;

    private record Connected(SimulatedWorker worker, ZMQ.Socket socket) {}

    /**
     * Connects all of them.
     *
     * @param keys null for a coordinator without
     * @param first the number of the first worker
     * @param samples of each histogram
     */
    SimulatedCluster(String coordinator, @Nullable KeyFolder keys, int first, int size, int samples) {
        context.getContext().setMaxSockets(size + 16);
        context.setLinger(0);
        ByteString histogram = histogram(samples);
        for (int i = first; i < first + size; i++) {
            ZMQ.Socket socket = context.createSocket(SocketType.DEALER);
            SignalOrder.apply(socket);
            socket.setHWM(100_000);
            if (keys != null) {
                keys.worker(SimulatedWorker.name(i)).applyTo(socket);
            }
            socket.connect(coordinator);
            workers.add(new Connected(
                    new SimulatedWorker(
                            i,
                            OPERATIONS,
                            histogram,
                            samples,
                            acknowledgements,
                            envelope -> socket.send(Frame.encode(envelope), ZMQ.DONTWAIT)),
                    socket));
        }
        thread = Thread.ofPlatform().name("simulated-workers").start(this::live);
    }

    private static ByteString histogram(int samples) {
        Histogram histogram = new Histogram(1, 3_600_000_000_000L, 3);
        Random random = new Random(1);
        for (int i = 0; i < samples; i++) {
            histogram.recordValue((long) (1_000_000 * Math.exp(random.nextGaussian())));
        }
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return ByteString.copyFrom(buffer.array(), 0, length);
    }

    private void live() {
        while (!closing) {
            long turnNs = System.nanoTime();
            for (Connected connected : workers) {
                turn(connected);
            }
            sleepUntil(turnNs + TURN_NS);
        }
    }

    private static void turn(Connected connected) {
        for (byte[] frame = connected.socket.recv(ZMQ.DONTWAIT);
                frame != null;
                frame = connected.socket.recv(ZMQ.DONTWAIT)) {
            connected.worker.received(decode(frame), System.nanoTime());
        }
        connected.worker.tick(System.nanoTime());
    }

    private static Envelope decode(byte[] frame) {
        try {
            return Frame.decode(frame);
        } catch (MalformedFrame e) {
            throw new IllegalStateException("the coordinator sent no frame of ours", e);
        }
    }

    private static void sleepUntil(long untilNs) {
        long leftMs = (untilNs - System.nanoTime()) / 1_000_000;
        try {
            Thread.sleep(Math.max(0, leftMs));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts this thread", e);
        }
    }

    /** Ends the workers; what they saw. */
    Acknowledgements end() throws InterruptedException {
        closing = true;
        thread.join();
        return acknowledgements;
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        context.close();
    }
}
