package muster.workloads.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.workloads.plan.Sweep.Point;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.References;
import muster.workloads.plan.language.StatementFiles;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Yaml;
import muster.workloads.plan.profile.ProfileFiles;

/**
 * Reads plans. What it returns is checked as far as can be without a workload or a target ({@link PlanCheck} does the
 * rest), at every point of its sweep. Sets are "KEY=VALUE" as --set gives them: the key is a path such as
 * "measure.duration", "phases[1].clients" or "target.uri"; the value is YAML, and an empty one takes the key out. A key
 * that is set is not swept any more. All methods throw {@link PlanException}, whose message names file, line, key path,
 * value, and what would be right.
 */
public final class PlanReader {
    private PlanReader() {}

    /** A file; relative paths of ${file:PATH} and of statements begin at its folder. */
    public static Plan read(Path file, List<String> sets) {
        Path parent = file.toAbsolutePath().getParent();
        Path folder = parent == null ? file : parent;
        String text = content(file);
        Branch tree = Yaml.document(text, file.toString());
        Change.apply(sets, tree);
        boolean statements = StatementFiles.inline(tree, folder);
        boolean changed = ProfileFiles.inline(tree, folder) || statements || !sets.isEmpty();
        // Workers read the text again, in another folder.
        Branch anchored = References.anchor(tree, folder);
        return plan(anchored, changed || !anchored.equals(tree) ? Yaml.emit(anchored) : text, file.toString(), folder);
    }

    /**
     * A text.
     *
     * @param source what messages call it: "graphity.yaml"; also the name of a plan that has none
     */
    public static Plan parse(String text, String source, List<String> sets) {
        Branch tree = Yaml.document(text, source);
        Change.apply(sets, tree);
        return plan(
                tree,
                sets.isEmpty() ? text : Yaml.emit(tree),
                source,
                Path.of("").toAbsolutePath());
    }

    /**
     * A plan that is a part of another file, which is not changed.
     *
     * @param name of a plan that has none
     */
    public static Plan part(Branch part, String name, List<String> sets) {
        Branch tree = part.copy();
        Change.apply(sets, tree);
        return plan(tree, Yaml.emit(tree), name, Path.of("").toAbsolutePath());
    }

    /** A path, or the name of a ready plan. */
    public static Plan find(String pathOrName, List<String> sets) {
        Path file = Path.of(pathOrName);
        if (Files.isRegularFile(file)) {
            return read(file, sets);
        }
        if (ReadyPlans.names().contains(pathOrName)) {
            return ready(pathOrName, sets);
        }
        throw new PlanException(pathOrName + ": no such file, and no ready plan of this name; "
                + ClosestName.hint(pathOrName, ReadyPlans.names(), "there are"));
    }

    /** Its sets may name files of the working directory. */
    private static Plan ready(String name, List<String> sets) {
        Path folder = Path.of("").toAbsolutePath();
        String text = ReadyPlans.text(name);
        Branch tree = Yaml.document(text, name + ".yaml");
        Change.apply(sets, tree);
        boolean changed = ProfileFiles.inline(tree, folder) || !sets.isEmpty();
        return plan(tree, changed ? Yaml.emit(tree) : text, name + ".yaml", folder);
    }

    private static Plan plan(Branch tree, String effective, String source, Path folder) {
        String name = name(source);
        Plan plan = PlanBuilder.build(tree, effective, name, folder);
        for (Point point : Sweep.points(tree)) {
            PlanBuilder.build(point.at(tree), "", name, folder);
        }
        return plan;
    }

    private static String name(String source) {
        Path file = Path.of(source).getFileName();
        return file == null ? source : file.toString().replaceFirst("\\.(ya?ml|json)$", "");
    }

    private static String content(Path file) {
        try {
            if (Files.size(file) > Yaml.MAX_CHARACTERS) {
                throw new PlanException(file + ": longer than " + Yaml.MAX_CHARACTERS + " bytes");
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new PlanException(file + ": cannot be read: " + e.getClass().getSimpleName());
        }
    }
}
