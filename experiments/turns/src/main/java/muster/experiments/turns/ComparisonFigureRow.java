package muster.experiments.turns;

import muster.statistics.Interval;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison says of one figure of an arm.
 *
 * @param restarts that it rests on: there is a row for each number of them, so that one sees the interval narrow
 * @param name throughput, cpu_per_operation, p50, p99 or p999
 * @param base median of the first arm over restarts; null where it is not known
 * @param value median of this arm
 * @param ratio this arm by the first
 */
public record ComparisonFigureRow(
        int restarts,
        String arm,
        String name,
        String unit,
        @Nullable Double base,
        @Nullable Double value,
        Interval ratio) {}
