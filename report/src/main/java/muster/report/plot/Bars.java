package muster.report.plot;

import java.util.List;

/**
 * Horizontal bars of parts that add up, from 0.
 *
 * @param parts the names of the parts, in the order of their colours
 */
public record Bars(String id, String title, String caption, Axis x, List<String> parts, List<Bar> bars)
        implements Chart {
    /**
     * One bar.
     *
     * @param values one a part
     * @param label their sum with its unit
     * @param low of the interval that the sum is known to, which is drawn across its end; NaN for none, as is {@code high}
     */
    public record Bar(String name, List<Double> values, String label, double low, double high) {
        public Bar(String name, List<Double> values, String label) {
            this(name, values, label, Double.NaN, Double.NaN);
        }
    }
}
