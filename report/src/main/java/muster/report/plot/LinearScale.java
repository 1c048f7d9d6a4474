package muster.report.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import muster.text.Quantity;

/** Equal distances for equal differences. */
public record LinearScale(double low, double high, List<Tick> ticks) implements Scale {
    private static final double[] SECONDS = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400};
    private static final int MAX_TICKS = 9;

    /** From 0 to the first round tick that is not below the largest value. */
    public static LinearScale upTo(double largest, DoubleFunction<String> label) {
        double step = roundStep(largest > 0 ? largest / 4 : 0.25);
        double high = step * Math.max(1, Math.ceil(largest / step - 1e-9));
        return new LinearScale(0, high, every(step, high, label));
    }

    /** From 0 to exactly so many seconds. A short one has ticks within a second, so that it has labels at all. */
    public static LinearScale seconds(double duration) {
        boolean shorter = duration < MAX_TICKS;
        double step = shorter ? roundStep(duration / MAX_TICKS) : clockStep(duration);
        return new LinearScale(
                0, duration, every(step, duration, shorter ? s -> Quantity.number(s) + " s" : Quantity::clock));
    }

    private static double clockStep(double duration) {
        double longest = SECONDS[SECONDS.length - 1];
        return Arrays.stream(SECONDS)
                .filter(step -> step >= duration / MAX_TICKS)
                .findFirst()
                .orElse(longest * Math.ceil(duration / MAX_TICKS / longest));
    }

    /** From the last round tick not above the low end to the first not below the high end. */
    public static LinearScale between(double low, double high, DoubleFunction<String> label) {
        double step = roundStep(high > low ? (high - low) / 6 : 1);
        long first = (long) Math.floor(low / step + 1e-9);
        long last = (long) Math.ceil(high / step - 1e-9);
        List<Tick> ticks = new ArrayList<>();
        for (long i = first; i <= last; i++) {
            ticks.add(new Tick(i * step, label.apply(i * step), i % 2 != 0));
        }
        return new LinearScale(first * step, last * step, ticks);
    }

    /** From the least to the largest of a few values, each of which is a tick. */
    public static LinearScale through(List<Double> values, DoubleFunction<String> label) {
        double low = values.getFirst();
        double high = values.getLast();
        double margin = high > low ? (high - low) * 0.04 : 1;
        return new LinearScale(low - margin, high + margin, LogScale.ticksAt(values, label));
    }

    @Override
    public double at(double value) {
        return Math.clamp((value - low) / (high - low), 0, 1);
    }

    /** 1, 2 or 5 times a power of ten, not below the value. */
    static double roundStep(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        double of = least / power;
        return power * (of <= 1 + 1e-9 ? 1 : of <= 2 + 1e-9 ? 2 : of <= 5 + 1e-9 ? 5 : 10);
    }

    private static List<Tick> every(double step, double high, DoubleFunction<String> label) {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i * step <= high * (1 + 1e-9); i++) {
            ticks.add(new Tick(i * step, label.apply(i * step), i % 2 == 1));
        }
        return ticks;
    }
}
