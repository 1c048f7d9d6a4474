package muster.report.plot;

import java.util.List;
import muster.report.plot.Mark.Moment;
import org.jspecify.annotations.Nullable;

/**
 * Lines over two axes, or three.
 *
 * @param right the second vertical axis, or null if there is one only
 */
public record Plot(
        String id,
        String title,
        String caption,
        Axis x,
        Axis left,
        @Nullable Axis right,
        List<Mark> marks) implements Chart {
    public Plot(String id, String title, String caption, Axis x, Axis left, List<Mark> marks) {
        this(id, title, caption, x, left, null, marks);
    }

    /** The moments that have their names in the plot: where there are different ones, since a legend cannot tell them apart. */
    List<Moment> namedMoments() {
        List<Moment> moments = marks.stream()
                .filter(Moment.class::isInstance)
                .map(Moment.class::cast)
                .toList();
        return moments.stream().map(Moment::name).distinct().count() > 1 ? moments : List.of();
    }
}
