package muster.workloads.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PrivateKeys;
import muster.workloads.plan.language.References;
import org.jspecify.annotations.Nullable;

/**
 * Which files a plan may name, as secrets (${file:PATH}) or data: those in one folder, or any. A plan that somebody else
 * wrote could otherwise send every file that its reader can read to a database of its author's choice.
 *
 * The keys of a cluster are never among them.
 *
 * @param folder null for any file
 */
public record FileRule(@Nullable Path folder) {
    public static FileRule within(Path folder) {
        return new FileRule(folder);
    }

    public static FileRule anywhere() {
        return new FileRule(null);
    }

    /** Of a plan file: its own folder; of a ready plan: the working directory. */
    public static FileRule of(String pathOrName) {
        Path file = Path.of(pathOrName).toAbsolutePath();
        Path parent = file.getParent();
        return within(Files.isRegularFile(file) && parent != null ? parent : Path.of(""));
    }

    /** The same rule as options of a worker on the command line. */
    public List<String> arguments() {
        return folder == null ? List.of("--allow-files") : List.of("--files-in", folder.toString());
    }

    /** Throws {@link PlanException} if the plan, or a step of it, names another file, or a private key of a cluster. */
    public void check(Plan plan) {
        for (Step step : Steps.of(plan)) {
            walk(step.plan().target().settings().raw(), "target");
            step.plan().workloads().forEach(this::workloadData);
            step.plan().data().files().forEach(name -> data("data", name));
            named("answers.reference", step.plan().answers().reference());
            named("replay.file", step.plan().replay().file());
        }
    }

    private void workloadData(Plan.Section workload) {
        if (Providers.workloads().contains(workload.kind())) {
            Providers.workload(workload.kind())
                    .dataFiles(workload.settings())
                    .forEach(name -> data("workload.data", name));
        }
    }

    /** Relative names begin at the folder. */
    private void data(String place, String name) {
        check(place, folder == null ? Path.of(name) : folder.resolve(name));
    }

    private void named(String place, String file) {
        if (!file.isEmpty()) {
            data(place, file);
        }
    }

    private void walk(@Nullable Object value, String place) {
        switch (value) {
            case Map<?, ?> map -> map.forEach((key, below) -> walk(below, place + "." + key));
            case Collection<?> items -> items.forEach(item -> walk(item, place));
            case String text -> References.files(text).forEach(file -> check(place, file));
            case null, default -> {
                // Names no file.
            }
        }
    }

    private void check(String place, Path file) {
        Path allowed = folder;
        if (allowed != null && !real(file).startsWith(real(allowed))) {
            throw new PlanException(place + ": " + file + " is outside of " + real(allowed)
                    + "; put it there, or allow any file with --allow-files");
        }
        PrivateKeys.refuse(file, place);
    }

    /** Where a link leads counts, not what it is called. */
    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException notThere) {
            return path.toAbsolutePath().normalize();
        }
    }
}
