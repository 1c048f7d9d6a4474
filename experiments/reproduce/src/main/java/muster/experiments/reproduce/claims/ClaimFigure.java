package muster.experiments.reproduce.claims;

import java.util.List;
import java.util.Optional;
import muster.experiments.reproduce.report.Figure;

/**
 * A plot or table of the source that is made again and judges nothing.
 *
 * @param note what it shows and leaves out; may be empty
 * @param experiments names
 * @param plot how it is drawn; empty for a table
 * @param query gives rows of (series, position, value) for the left axis, or the whole table
 * @param rightQuery the same for the right axis; "" for none
 */
public record ClaimFigure(
        String title, String note, List<String> experiments, Optional<Figure> plot, String query, String rightQuery) {}
