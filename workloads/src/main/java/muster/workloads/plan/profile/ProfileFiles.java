package muster.workloads.plan.profile;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PrivateKeys;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.Tree.Leaf;
import muster.workloads.plan.language.Trees;

/**
 * Puts what CSV files say into a plan as stages, one a row, so that coordinator, workers and the store need no further
 * file. A file has the columns second and rate, or second and clients; between two rows the load is on the line between them.
 */
public final class ProfileFiles {
    private static final Pattern HEAD = Pattern.compile("\\s*second\\s*,\\s*(rate|clients)\\s*");
    private static final Pattern ROW =
            Pattern.compile("\\s*(\\d{1,9}(?:\\.\\d{1,9})?)\\s*,\\s*(\\d{1,9}(?:\\.\\d+)?)\\s*");
    private static final int MAX_BYTES = 1 << 20;
    private static final long MIN_STEP_NS = 1_000_000;

    private final Path folder;
    private boolean changed;

    private ProfileFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Replaces files by stages in sections "phases" and "sweep". Throws {@link PlanException}.
     *
     * @param folder of the plan, where relative names begin
     * @return whether there were any
     */
    public static boolean inline(Branch plan, Path folder) {
        ProfileFiles files = new ProfileFiles(folder);
        for (String section : List.of("phases", "sweep")) {
            plan.entries().computeIfPresent(section, (key, tree) -> files.replaced(tree, section));
        }
        return files.changed;
    }

    private Tree replaced(Tree tree, String path) {
        switch (tree) {
            case Leaf unused -> {}
            case Items items -> {
                for (int i = 0; i < items.items().size(); i++) {
                    items.items().set(i, replaced(items.items().get(i), path + "[" + i + "]"));
                }
            }
            case Branch branch -> {
                if (branch.entries().size() == 1 && branch.entries().get("csv") instanceof Leaf file) {
                    changed = true;
                    return stages(file, path + ".csv");
                }
                branch.entries().replaceAll((key, value) -> replaced(value, path + "." + key));
            }
        }
        return tree;
    }

    private Tree stages(Leaf name, String path) {
        String place = name.where() + ": " + path;
        String file = Trees.leaf(name, String.class)
                .orElseThrow(() -> new PlanException(place + ": expected the name of a file"));
        return new Rows(lines(folder.resolve(file), place), place + ": " + file, name.where()).stages();
    }

    private static List<String> lines(Path file, String place) {
        if (!Files.isRegularFile(file)) {
            throw new PlanException(place + ": " + file + ": there is no such file");
        }
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new PlanException(place + ": " + file + " is longer than " + MAX_BYTES + " bytes");
            }
            PrivateKeys.refuse(file, place);
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new PlanException(place + ": " + file + ": cannot be read as UTF-8 text");
        }
    }

    /** The rows of one file. */
    private record Rows(List<String> lines, String place, String where) {
        private static final String RIGHT = "a header second,rate or second,clients, and rows of two numbers";

        Tree stages() {
            var head = HEAD.matcher(lines.isEmpty() ? "" : lines.getFirst());
            List<String> rows =
                    lines.stream().skip(1).filter(row -> !row.isBlank()).toList();
            if (!head.matches() || rows.isEmpty() || rows.size() > ProfileReader.MAX_STAGES) {
                throw new PlanException(place + ": expected " + RIGHT + ", at most " + ProfileReader.MAX_STAGES);
            }
            return stages(head.group(1).equals("rate"));
        }

        private Tree stages(boolean rate) {
            List<Object> stages = new ArrayList<>();
            Object from = null;
            long beforeNs = 0;
            for (int line = 2; line <= lines.size(); line++) {
                if (lines.get(line - 1).isBlank()) {
                    continue;
                }
                BigDecimal[] row = row(line);
                long ns = row[0].movePointRight(9).longValueExact();
                Object level = level(row[1], rate, line);
                if (from == null) {
                    from = level;
                    if (ns > 0) {
                        stages.add(Map.of("hold", duration(ns, line)));
                    }
                } else {
                    stages.add(Map.of("to", level, "in", duration(ns - beforeNs, line)));
                }
                beforeNs = ns;
            }
            if (stages.isEmpty()) {
                throw new PlanException(place + ": expected at least two rows");
            }
            return Tree.of(Map.of("from", from, "stages", stages), where);
        }

        private BigDecimal[] row(int line) {
            var row = ROW.matcher(lines.get(line - 1));
            if (!row.matches()) {
                throw wrong(line, "two numbers of at least 0: the second and the load");
            }
            return new BigDecimal[] {new BigDecimal(row.group(1)), new BigDecimal(row.group(2))};
        }

        private Object level(BigDecimal value, boolean rate, int line) {
            if (rate) {
                return value.setScale(3, RoundingMode.HALF_UP)
                                .stripTrailingZeros()
                                .toPlainString() + "/s";
            }
            if (value.stripTrailingZeros().scale() > 0) {
                throw wrong(line, "a whole number of clients");
            }
            return value.longValueExact();
        }

        private String duration(long ns, int line) {
            if (ns < MIN_STEP_NS) {
                throw wrong(line, "a second at least 1 ms after that of the row before");
            }
            return Durations.format(ns);
        }

        private PlanException wrong(int line, String right) {
            return new PlanException(
                    place + ":" + line + ": \"" + Trees.shorten(lines.get(line - 1)) + "\": expected " + right);
        }
    }
}
