package muster.report.ranking;

import java.util.function.DoubleFunction;
import muster.text.Quantity;

/**
 * What contenders are ranked by, and the words for it: "A completes 1.35 times as much as B".
 *
 * @param title of the figure, such as "throughput"
 * @param verb such as "completes"
 * @param as such as "as much as"
 * @param axis title of the axis of a drawing
 * @param text of a figure with its unit
 * @param tick of a round figure at that axis
 */
public record Criterion(
        String title, String verb, String as, String axis, DoubleFunction<String> text, DoubleFunction<String> tick) {

    /**
     * The higher, the better.
     *
     * @param unit such as "operations/s"
     */
    public static Criterion throughput(String unit, DoubleFunction<String> text) {
        return new Criterion("throughput", "completes", "as much as", unit, text, Quantity::compact);
    }

    /**
     * Nanoseconds of processor time an operation: the lower, the better.
     *
     * @param whose such as "server CPU"
     */
    public static Criterion processorTime(String whose) {
        String title = whose + " an operation";
        return new Criterion(
                title,
                "completes",
                "as much with the same processor time as",
                title,
                Quantity::duration,
                Quantity::tick);
    }

    /** Nanoseconds: the lower, the better. */
    public static Criterion time(String title) {
        return new Criterion(title, "answers", "as fast as", title, Quantity::duration, Quantity::tick);
    }
}
