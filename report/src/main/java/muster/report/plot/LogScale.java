package muster.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** Equal distances for equal ratios; for values above 0. */
public record LogScale(double low, double high, List<Tick> ticks) implements Scale {
    private static final int[] LEADING = {1, 2, 5};
    /** Up to so many powers of ten, 2 and 5 have labels too. */
    private static final double FEW_DECADES = 2.2;

    /** Between ticks: from the last one not above the least value to the first one not below the largest. */
    public static LogScale between(double least, double largest, DoubleFunction<String> label) {
        double bottom = Math.max(least, Double.MIN_NORMAL);
        boolean fine = Math.log10(Math.max(largest, bottom) / bottom) < FEW_DECADES;
        double low = down(bottom, fine);
        double high = Math.max(down(largest, fine), low);
        while (high < largest * (1 - 1e-9) || high <= low) {
            high = next(high, fine);
        }
        List<Tick> ticks = new ArrayList<>();
        for (double tick = low; tick <= high * (1 + 1e-9); tick = next(tick, fine)) {
            ticks.add(new Tick(tick, label.apply(tick)));
        }
        return new LogScale(low, high, ticks);
    }

    /** From the least to the largest of a few ascending values, each of which is a tick. */
    public static LogScale through(List<Double> values, DoubleFunction<String> label) {
        double margin = Math.pow(values.getLast() / values.getFirst(), 0.04);
        return new LogScale(values.getFirst() / margin, values.getLast() * margin, ticksAt(values, label));
    }

    @Override
    public double at(double value) {
        return Math.clamp(Math.log(value / low) / Math.log(high / low), 0, 1);
    }

    static List<Tick> ticksAt(List<Double> values, DoubleFunction<String> label) {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            ticks.add(new Tick(values.get(i), label.apply(values.get(i)), values.size() > 2 && i % 2 == 1));
        }
        return ticks;
    }

    private static double down(double value, boolean fine) {
        double power = Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
        double tick = power;
        for (int leading : LEADING) {
            tick = fine && leading * power <= value * (1 + 1e-9) ? leading * power : tick;
        }
        return tick;
    }

    private static double next(double tick, boolean fine) {
        double leading = tick / Math.pow(10, Math.floor(Math.log10(tick) + 1e-9));
        double factor = !fine ? 10 : leading < 1.5 ? 2 : leading < 3 ? 2.5 : 2;
        return tick * factor;
    }
}
