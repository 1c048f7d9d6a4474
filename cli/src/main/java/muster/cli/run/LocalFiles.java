package muster.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import muster.workloads.DataFiles;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PrivateKeys;

/**
 * Data files that a plan names: paths from the folder of the plan, or else from the working directory.
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
        Path beside = folder.resolve(name);
        Path file = Files.isReadable(beside) ? beside : Path.of(name);
        if (!Files.isReadable(file)) {
            throw new PlanException(name + ": no such file in " + folder);
        }
        PrivateKeys.refuse(file, "data");
        return file;
    }
}
