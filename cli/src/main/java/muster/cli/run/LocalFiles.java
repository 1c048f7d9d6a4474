package muster.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import muster.workloads.DataFiles;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PrivateKeys;

/**
 * Files that a plan names: relative paths begin at the folder of the plan, that of a ready plan is the working directory.
 *
 * @param folder of the plan
 */
public record LocalFiles(Path folder) implements DataFiles {
    /** Those of a plan that is no file. */
    public static LocalFiles inWorkingDirectory() {
        return new LocalFiles(Path.of("").toAbsolutePath());
    }

    @Override
    public Path path(String name) {
        Path file = folder.resolve(name);
        if (!Files.isReadable(file)) {
            throw new PlanException(name + ": no such file: looked for " + file.normalize()
                    + ", since paths begin at the folder of the plan" + elsewhere(name));
        }
        PrivateKeys.refuse(file, "data");
        return file;
    }

    private String elsewhere(String name) {
        Path here = Path.of(name).toAbsolutePath().normalize();
        return Files.isReadable(here) ? "; the one in the working directory is " + named(here) : "";
    }

    /** What the plan calls a file of the working directory: a link above its folder would lead ".." elsewhere. */
    String named(Path file) {
        Path from = folder.toAbsolutePath().normalize();
        Path named = file.toAbsolutePath().normalize();
        return (named.startsWith(from) ? from.relativize(named) : named).toString();
    }
}
