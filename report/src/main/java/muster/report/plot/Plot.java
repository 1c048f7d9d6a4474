package muster.report.plot;

import java.util.List;
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
}
