package muster.store.analysis.claim;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import muster.store.analysis.statistics.Percent;
import muster.text.Quantity;

/**
 * What a claim asserts of its values. Machines differ in speed, so a shape relates values of the same machine; a bound
 * without a second label is the exception. A tolerance is a share: 0.25 accepts from 1 / 1.25 to 1.25 times the value.
 */
public sealed interface Shape {
    /** In words, for a table. */
    String text();

    /** The value of one label by that of another; {@code to} is "" for the value itself. */
    record Quotient(String of, String to) {
        public boolean relative() {
            return !to.isEmpty();
        }

        @Override
        public String toString() {
            return relative() ? of + " / " + to : of;
        }
    }

    /** The published ratio of two labels. */
    record Ratio(Quotient what, double expected, double tolerance) implements Shape {
        @Override
        public String text() {
            return what + " = " + Quantity.number(expected) + " within " + Percent.of(tolerance);
        }
    }

    /** Labels from the largest value to the smallest. */
    record Order(List<String> labels) implements Shape {
        @Override
        public String text() {
            return String.join(" > ", labels);
        }
    }

    /** A series does not change between two positions: each value stays near the first. */
    record Flat(String series, double from, double to, double tolerance) implements Shape {
        @Override
        public String text() {
            return series + " flat" + (from > 0 ? " from " + Quantity.number(from) : "")
                    + (to < Double.MAX_VALUE ? " to " + Quantity.number(to) : "")
                    + " within " + Percent.of(tolerance);
        }
    }

    /** One series is above another at the lowest common position and below it at the highest. */
    record Crossover(String first, String then) implements Shape {
        @Override
        public String text() {
            return first + " above " + then + " at first, below at last";
        }
    }

    /** A series grows in proportion to its position: the slope of its logarithms is 1. */
    record Linear(String series, double tolerance) implements Shape {
        @Override
        public String text() {
            return String.format(Locale.ROOT, "%s in proportion, exponent 1 within %s", series, Percent.of(tolerance));
        }
    }

    /** No less than a bound. */
    record AtLeast(Quotient what, double bound) implements Shape {
        @Override
        public String text() {
            return what + " at least " + Quantity.number(bound);
        }
    }

    /** No more than a bound. */
    record AtMost(Quotient what, double bound) implements Shape {
        @Override
        public String text() {
            return what + " at most " + Quantity.number(bound);
        }
    }

    /** What all of them say. */
    static String text(List<Shape> shapes) {
        return shapes.stream().map(Shape::text).collect(Collectors.joining("; "));
    }
}
