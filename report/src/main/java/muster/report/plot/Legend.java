package muster.report.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.report.plot.Mark.Band;
import muster.report.plot.Mark.Cloud;
import muster.report.plot.Mark.Dots;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Moment;

/** Which mark is which. */
public final class Legend {
    private Legend() {}

    /**
     * One name and its sample.
     *
     * @param sample SVG of 22 by 10
     */
    public record Entry(String name, String sample) {}

    /** Marks of one name have one entry; marks without a name, and moments with their names in the plot, have none. */
    public static List<Entry> of(Chart chart) {
        return switch (chart) {
            case Plot plot ->
                of(plot.marks().stream()
                        .filter(mark -> !(mark instanceof Moment moment)
                                || !plot.namedMoments().contains(moment))
                        .toList());
            case Bars bars -> ofParts(bars);
        };
    }

    private static List<Entry> of(List<Mark> marks) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (Mark mark : marks) {
            if (!mark.name().isEmpty()) {
                entries.putIfAbsent(mark.name(), new Entry(mark.name(), sample(mark)));
            }
        }
        return List.copyOf(entries.values());
    }

    private static List<Entry> ofParts(Bars bars) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < bars.parts().size(); i++) {
            String box = "<rect class=\"fill f" + SvgMarks.colour(i) + "\" x=\"5\" width=\"12\" height=\"10\"/>";
            entries.add(new Entry(bars.parts().get(i), box));
        }
        return entries;
    }

    private static String sample(Mark mark) {
        return switch (mark) {
            case Line line -> "<path class=\"" + SvgMarks.classes(line) + "\" d=\"M0 5H22\"/>";
            case Band band ->
                "<rect class=\"band f" + SvgMarks.colour(band.colour()) + "\" width=\"22\" height=\"10\"/>";
            case Cloud cloud ->
                "<path class=\"cloud c" + SvgMarks.colour(cloud.colour()) + "\" d=\"M4 3h0M11 7h0M18 4h0\"/>";
            case Dots dots ->
                "<circle class=\"fill f" + SvgMarks.colour(dots.colour()) + "\" cx=\"11\" cy=\"5\" r=\"3.5\"/>";
            case Moment moment -> "<path class=\"moment\" d=\"M11 0V10\"/>";
        };
    }
}
