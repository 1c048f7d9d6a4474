package muster.experiments.turns.overhead;

import java.util.List;

/**
 * What a comparison came to.
 *
 * @param pairs that are in the figures
 * @param verdict in plain words
 * @param decided whether the verdict says more than that more pairs are needed
 */
public record OverheadEnd(
        long overheadId, int pairs, String verdict, boolean decided, List<OverheadFigureRow> figures) {}
