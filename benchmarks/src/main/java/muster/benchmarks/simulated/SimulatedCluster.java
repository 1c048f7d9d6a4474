package muster.benchmarks.simulated;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.MalformedFrame;
import muster.protocol.keys.KeyFolder;
import muster.worker.engine.execution.Timings;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Simulated workers, each with a connection of its own, driven by one thread. */
final class SimulatedCluster implements AutoCloseable {
    private static final List<String> OPERATIONS = List.of("post", "follow", "unfollow", "feed");
    /** With keys also the step of the time from a snapshot to its acknowledgement. */
    private static final long TURN_NS = 50_000_000;

    /** So many may wait for their first answer: with keys each costs both ends some milliseconds. */
    private static final int JOINING = 32;

    private final Connections connections;
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
        this.connections =
                keys == null ? new PlainConnections(coordinator) : new KeyConnections(coordinator, keys, size);
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
        return ByteString.copyFrom(Timings.encode(histogram));
    }

    private void live() {
        while (!closing) {
            long turnNs = System.nanoTime();
            while (numbers.hasNext() && joining < JOINING) {
                workers.add(new Connected(numbers.next()));
                joining++;
            }
            connections.serve(turnNs + TURN_NS);
            workers.forEach(Connected::tick);
        }
    }

    private final class Connected {
        private final Consumer<byte[]> send;
        private final SimulatedWorker worker;
        private boolean heard;

        Connected(int number) {
            send = connections.connect(number, this::heard);
            worker = new SimulatedWorker(
                    number,
                    OPERATIONS,
                    histogram,
                    samples,
                    acknowledgements,
                    envelope -> send.accept(Frame.encode(envelope)));
        }

        private void heard(byte[] frame) {
            joining -= heard ? 0 : 1;
            heard = true;
            worker.received(decode(frame), System.nanoTime());
        }

        void tick() {
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
        connections.close();
    }
}
