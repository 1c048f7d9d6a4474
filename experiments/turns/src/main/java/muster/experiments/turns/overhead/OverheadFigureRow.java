package muster.experiments.turns.overhead;

import muster.statistics.Interval;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison found of one figure.
 *
 * @param kind "figure", "process" (processor time of one process) or "breakdown" (a part of the difference)
 * @param standalone median over pairs; null where that side has none
 * @param cluster median over pairs; null where that side has none
 * @param ratio cluster by standalone; null where that says nothing
 * @param difference cluster minus standalone
 */
public record OverheadFigureRow(
        String kind,
        String name,
        String unit,
        @Nullable Double standalone,
        @Nullable Double cluster,
        @Nullable Interval ratio,
        @Nullable Interval difference) {}
