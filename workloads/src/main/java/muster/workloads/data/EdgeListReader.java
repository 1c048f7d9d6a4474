package muster.workloads.data;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Reads edge lists: one edge a line, two ids of any text, parted by a tab or, in a line without tabs, by spaces. Lines
 * that begin with # are comments.
 */
final class EdgeListReader {
    private static final Pattern SPACES = Pattern.compile(" +");
    private static final Pattern TAB = Pattern.compile("\t");

    private EdgeListReader() {}

    /** Throws {@link muster.workloads.plan.language.PlanException} with file and line if a line is not an edge. */
    static EdgeList read(Path file) {
        Names names = new Names();
        Ints sources = new Ints();
        Ints targets = new Ints();
        try (Lines lines = Lines.of(file)) {
            for (String line = lines.nextContent(); line != null; line = lines.nextContent()) {
                String[] ids = ids(line, lines);
                sources.add(names.number(ids[0]));
                targets.add(names.number(ids[1]));
            }
        }
        return new EdgeList(names.all(), sources.all(), targets.all());
    }

    private static String[] ids(String line, Lines lines) {
        String[] ids = line.indexOf('\t') >= 0 ? TAB.split(line, -1) : SPACES.split(line.strip(), -1);
        if (ids.length != 2 || ids[0].isBlank() || ids[1].isBlank()) {
            throw lines.wrong("\"" + line + "\" is not an edge: two ids, parted by a tab or spaces");
        }
        return ids;
    }
}
