package muster.benchmarks.simulated;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.MalformedFrame;
import muster.protocol.keys.KeyFolder;
import muster.protocol.zeromq.SignalOrder;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Simulated workers, each with a connection of its own, driven by one thread. */
final class SimulatedCluster implements AutoCloseable {
    private static final List<String> OPERATIONS = List.of("post", "follow", "unfollow", "feed");
    /** Also the step of the time from a snapshot to its acknowledgement. More often, workers cost more than their coordinator. */
    private static final long TURN_NS = 50_000_000;

    /** So many may wait for their first answer: with keys each costs both ends some milliseconds. */
    private static final int JOINING = 32;

    private final ZContext context = new ZContext();
    private final String coordinator;
    private final @Nullable KeyFolder keys;
    private final int samples;
    private final ByteString histogram;
    private final Iterator<Integer> numbers;
    private final List<Connected> workers = new ArrayList<>();
    private final Acknowledgements acknowledgements = new Acknowledgements();
    private final Thread thread;
    private int joining;
    private volatile boolean closing;

    /**
     * Connects all of them, some at a time.
     *
     * @param keys null for a coordinator without
     * @param first the number of the first worker
     * @param samples of each histogram
     */
    SimulatedCluster(String coordinator, @Nullable KeyFolder keys, int first, int size, int samples) {
        context.getContext().setMaxSockets(size + 16);
        context.setLinger(0);
        this.coordinator = coordinator;
        this.keys = keys;
        this.samples = samples;
        this.histogram = histogram(samples);
        this.numbers = IntStream.range(first, first + size).iterator();
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
            while (numbers.hasNext() && joining < JOINING) {
                workers.add(new Connected(numbers.next()));
                joining++;
            }
            workers.forEach(Connected::turn);
            sleepUntil(turnNs + TURN_NS);
        }
    }

    private final class Connected {
        private final ZMQ.Socket socket;
        private final SimulatedWorker worker;
        private boolean heard;

        Connected(int number) {
            socket = context.createSocket(SocketType.DEALER);
            SignalOrder.apply(socket);
            socket.setHWM(100_000);
            if (keys != null) {
                keys.worker(SimulatedWorker.name(number)).applyTo(socket);
            }
            socket.connect(coordinator);
            worker = new SimulatedWorker(
                    number,
                    OPERATIONS,
                    histogram,
                    samples,
                    acknowledgements,
                    envelope -> socket.send(Frame.encode(envelope), ZMQ.DONTWAIT));
        }

        void turn() {
            for (byte[] frame = socket.recv(ZMQ.DONTWAIT); frame != null; frame = socket.recv(ZMQ.DONTWAIT)) {
                joining -= heard ? 0 : 1;
                heard = true;
                worker.received(decode(frame), System.nanoTime());
            }
            worker.tick(System.nanoTime());
        }
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
