package muster.workloads.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads Debian's package lists: a package is a vertex; each different package named in its Depends, Pre-Depends or
 * Recommends, as one of several alternatives or alone, is an edge. Names that no list describes (virtual packages) are
 * left out, and so is a package's dependence on itself. A package that is in several lists counts once.
 */
final class DebianReader {
    private static final Pattern PARTS = Pattern.compile("[,|]");
    private static final Pattern END_OF_NAME = Pattern.compile("[ (:\\[<]");
    private static final Set<String> RELATIONS = Set.of("Depends", "Pre-Depends", "Recommends");

    private final Names names = new Names();
    private final Map<Integer, List<String>> relations = new HashMap<>();

    private DebianReader() {}

    /** Throws {@link muster.workloads.plan.language.PlanException} with file and line if a line is not of such a list. */
    static EdgeList read(List<Path> files) {
        DebianReader reader = new DebianReader();
        for (Path file : files) {
            try (Lines lines = Lines.of(file)) {
                reader.read(lines);
            }
        }
        return reader.edges();
    }

    private void read(Lines lines) {
        int current = -1;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (line.isEmpty()) {
                current = -1;
            } else if (line.charAt(0) != ' ' && line.charAt(0) != '\t') {
                current = field(line, current, lines);
            }
        }
    }

    /** The number of the package that the line belongs to. Continued lines never hold a relation. */
    private int field(String line, int current, Lines lines) {
        int colon = line.indexOf(':');
        if (colon < 1) {
            throw lines.wrong("\"" + line + "\" is not a field of a package list: a name, a colon, a value");
        }
        String name = line.substring(0, colon);
        String value = line.substring(colon + 1).strip();
        if (name.equals("Package")) {
            return names.number(value);
        }
        if (RELATIONS.contains(name)) {
            relations
                    .computeIfAbsent(owner(current, lines), key -> new ArrayList<>())
                    .add(value);
        }
        return current;
    }

    private static int owner(int current, Lines lines) {
        if (current < 0) {
            throw lines.wrong("this field stands before the Package field that it belongs to");
        }
        return current;
    }

    private EdgeList edges() {
        String[] all = names.all();
        Ints sources = new Ints();
        Ints targets = new Ints();
        for (int source = 0; source < all.length; source++) {
            for (int target : targets(source)) {
                sources.add(source);
                targets.add(target);
            }
        }
        return new EdgeList(all, sources.all(), targets.all());
    }

    private List<Integer> targets(int source) {
        Set<Integer> seen = new HashSet<>();
        List<Integer> targets = new ArrayList<>();
        for (String relation : relations.getOrDefault(source, List.of())) {
            for (String part : PARTS.split(relation, -1)) {
                Integer target = names.known(END_OF_NAME.split(part.strip(), 2)[0]);
                if (target != null && target != source && seen.add(target)) {
                    targets.add(target);
                }
            }
        }
        return targets;
    }
}
