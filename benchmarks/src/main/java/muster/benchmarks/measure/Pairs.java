package muster.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Measures two sides in turn, so that whatever drifts meets both alike. The order is random in every other pair and the
 * opposite in the next: while a database still gets faster, whoever is second would seem so.
 *
 * @param warmUps pairs that are measured first and not counted: a database gets faster for minutes after its start
 * @param seed of the order
 */
public record Pairs(int warmUps, int count, long seed) {
    /** One measurement of one side. */
    public interface Side<T> {
        T measure() throws Exception;
    }

    public record Pair<T>(T muster, T bare) {}

    /** The pairs that count. */
    public <T> List<Pair<T>> measure(Side<T> muster, Side<T> bare) throws Exception {
        Random random = new Random(seed);
        List<Pair<T>> pairs = new ArrayList<>();
        boolean musterFirst = random.nextBoolean();
        for (int number = 1 - warmUps; number <= count; number++) {
            musterFirst = number % 2 == 0 ? !musterFirst : random.nextBoolean();
            T first = musterFirst ? muster.measure() : bare.measure();
            T second = musterFirst ? bare.measure() : muster.measure();
            Pair<T> pair = musterFirst ? new Pair<>(first, second) : new Pair<>(second, first);
            tell(number, musterFirst, pair);
            if (number > 0) {
                pairs.add(pair);
            }
        }
        return pairs;
    }

    private static void tell(int number, boolean musterFirst, Pair<?> pair) {
        String order = musterFirst ? "muster first" : "bare first";
        System.out.printf("pair %d%s, %s%n", number, number <= 0 ? " (warm-up, not counted)" : "", order);
        System.out.println("  muster " + pair.muster());
        System.out.println("  bare   " + pair.bare());
    }
}
