package muster.workloads.plan.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.Tree.Leaf;

/**
 * Puts the statements of files into a plan, so that the plan says all that is asked: workers, stores and comparisons need
 * no further files. A statement is a file's name if it is one word that ends like one: "fof.cypher".
 */
public final class StatementFiles {
    private static final Pattern NAME = Pattern.compile("\\S+\\.(cypher|cql|gremlin|groovy|sql)");
    private static final Pattern STATEMENT = Pattern.compile(
            "(sweep\\.)?(workload\\.(operations|journeys\\.[^.]+\\.steps)\\.[^.]+|data\\.(indexes|after))"
                    + "\\.(cypher|gremlin|sql|falkordb|hugegraph|titan)");
    private static final int MAX_BYTES = 1 << 16;

    private final Path folder;
    private boolean changed;

    private StatementFiles(Path folder) {
        this.folder = folder;
    }

    public static boolean isName(String text) {
        return NAME.matcher(text.strip()).matches();
    }

    /**
     * Replaces the names by what is in the files, in sections "workload" and "data" and in a sweep of statements. Throws {@link
     * PlanException}.
     *
     * @param folder of the plan, where relative names begin
     * @return whether there were any
     */
    public static boolean inline(Branch plan, Path folder) {
        StatementFiles files = new StatementFiles(folder);
        Trees.find(plan, "workload.operations").ifPresent(named -> files.statements(named, "workload.operations."));
        Trees.find(plan, "workload.journeys").ifPresent(files::journeys);
        Trees.find(plan, "data").ifPresent(data -> files.statements(data, "data."));
        if (plan.entries().get("sweep") instanceof Branch sweep) {
            sweep.entries().entrySet().stream()
                    .filter(entry -> STATEMENT.matcher(entry.getKey()).matches())
                    .forEach(files::swept);
        }
        return files.changed;
    }

    private void journeys(Tree journeys) {
        if (journeys instanceof Branch named) {
            named.entries().forEach((name, journey) -> {
                if (journey instanceof Branch branch && branch.entries().get("steps") instanceof Branch steps) {
                    statements(steps, "workload.journeys." + name + ".steps.");
                }
            });
        }
    }

    private void statements(Tree statements, String above) {
        if (statements instanceof Branch named) {
            named.entries().forEach((name, statement) -> {
                if (statement instanceof Branch branch) {
                    String place = above + name + ".";
                    branch.entries().replaceAll((key, value) -> replaced(value, place + key));
                }
            });
        }
    }

    private void swept(Map.Entry<String, Tree> entry) {
        if (entry.getValue() instanceof Items values) {
            values.items().replaceAll(value -> replaced(value, "sweep." + entry.getKey()));
        }
    }

    private Tree replaced(Tree value, String place) {
        if (value instanceof Items several) {
            several.items().replaceAll(each -> replaced(each, place));
            return several;
        }
        Optional<String> name = Trees.leaf(value, String.class).filter(StatementFiles::isName);
        if (name.isEmpty() || !STATEMENT.matcher(place).matches()) {
            return value;
        }
        changed = true;
        return new Leaf(
                content(name.get().strip(), value.where() + ": " + place),
                name.get().strip());
    }

    private String content(String name, String place) {
        Path file = folder.resolve(name);
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new PlanException(place + ": " + file + " is longer than " + MAX_BYTES + " bytes");
            }
            PrivateKeys.refuse(file, place);
            return Files.readString(file).stripTrailing();
        } catch (IOException e) {
            throw new PlanException(
                    place + ": cannot read " + file + ": " + e.getClass().getSimpleName());
        }
    }
}
