package muster.experiments.limit;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Serves Poisson arrivals first come, first served: some work beside all others, then some on one of a few places. */
final class SimulatedServer {
    private static final double LONG_S = 4_000;

    private final int places;
    private final double besideS;
    private final ToDoubleFunction<SplittableRandom> serviceS;
    private final double turnS;

    private SimulatedServer(int places, double besideS, ToDoubleFunction<SplittableRandom> serviceS) {
        this(places, besideS, serviceS, Double.POSITIVE_INFINITY);
    }

    private SimulatedServer(int places, double besideS, ToDoubleFunction<SplittableRandom> serviceS, double turnS) {
        this.places = places;
        this.besideS = besideS;
        this.serviceS = serviceS;
        this.turnS = turnS;
    }

    /** The same with load in every second time of this length only, as where two arms take turns. */
    SimulatedServer inTurns(double lengthS) {
        return new SimulatedServer(places, besideS, serviceS, lengthS);
    }

    private double arrival(double loadedS) {
        return Double.isInfinite(turnS) ? loadedS : loadedS + turnS * Math.floor(loadedS / turnS);
    }

    /** M/M/c; {@code rate} is of each place. */
    static SimulatedServer exponential(int places, double rate) {
        return new SimulatedServer(places, 0, random -> -Math.log(1 - random.nextDouble()) / rate);
    }

    /** M/D/c. */
    static SimulatedServer constant(int places, double serviceS) {
        return new SimulatedServer(places, 0, random -> serviceS);
    }

    /** Works {@code besideS} seconds in parallel, then holds a lock for {@code heldS}. */
    static SimulatedServer lock(double besideS, double heldS) {
        return new SimulatedServer(1, besideS, random -> heldS);
    }

    /**
     * The p99 of one step, seconds, after a warm-up at the same rate.
     *
     * @param stallS nothing is served for this long in the middle
     */
    double step(double rate, double warmupS, double measuredS, double stallS, SplittableRandom random) {
        PriorityQueue<Double> free = new PriorityQueue<>();
        for (int place = 0; place < places; place++) {
            free.add(0.0);
        }
        double stallAtS = warmupS + measuredS / 2;
        double[] responses = new double[(int) (rate * measuredS * 1.5) + 100];
        int measured = 0;
        for (double at = gap(rate, random);
                at < warmupS + measuredS && measured < responses.length;
                at += gap(rate, random)) {
            double arrived = arrival(at);
            double start = Math.max(arrived + besideS, free.remove());
            if (start >= stallAtS && start < stallAtS + stallS) {
                start = stallAtS + stallS;
            }
            double end = start + serviceS.applyAsDouble(random);
            free.add(end);
            if (at >= warmupS) {
                responses[measured++] = end - arrived;
            }
        }
        Arrays.sort(responses, 0, measured);
        return measured == 0 ? 0 : responses[(int) (measured * 0.99)];
    }

    /** The highest rate whose p99 is within the bound, from long runs. */
    double limit(double boundS, double least, double most) {
        double low = least;
        double high = most;
        while (high / low > 1.001) {
            double rate = Math.sqrt(low * high);
            if (step(rate, 20, LONG_S, 0, new SplittableRandom(7)) < boundS) {
                low = rate;
            } else {
                high = rate;
            }
        }
        return Math.sqrt(low * high);
    }

    private static double gap(double rate, SplittableRandom random) {
        return -Math.log(1 - random.nextDouble()) / rate;
    }
}
