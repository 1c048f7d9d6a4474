package muster.report.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * HdrHistogram's way to draw percentiles: the place of a quantile q is log(1 / (1 - q)), so that each further nine takes
 * the same room and the tail can be read.
 *
 * @param high the largest quantile, below 1
 */
public record PercentileScale(double high) implements Scale {
    /** Beyond, the labels do not fit a telephone. */
    private static final int FEW_NINES = 4;

    @Override
    public double at(double quantile) {
        return Math.clamp(nines(quantile) / nines(high), 0, 1);
    }

    @Override
    public List<Tick> ticks() {
        List<Tick> ticks = new ArrayList<>(List.of(new Tick(0, "0 %")));
        if (high >= 0.5) {
            ticks.add(new Tick(0.5, "50 %", true));
        }
        double most = nines(high) + 1e-9;
        for (int nines = 1; nines <= most; nines++) {
            ticks.add(new Tick(1 - Math.pow(10, -nines), label(nines), most > FEW_NINES && nines % 2 == 0));
        }
        return ticks;
    }

    /** How many nines a quantile has: 0.99 has 2. */
    public static double nines(double quantile) {
        return -Math.log10(1 - quantile);
    }

    private static String label(int nines) {
        return nines == 1 ? "90 %" : nines == 2 ? "99 %" : "99." + "9".repeat(nines - 2) + " %";
    }
}
