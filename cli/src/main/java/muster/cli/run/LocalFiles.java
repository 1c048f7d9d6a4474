package muster.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import muster.workloads.DataFiles;
import muster.workloads.plan.language.PlanException;

/** Data files that a plan names: paths from the working directory. */
public final class LocalFiles implements DataFiles {
    @Override
    public Path path(String name) {
        Path file = Path.of(name);
        if (!Files.isReadable(file)) {
            throw new PlanException(name + ": no such file in " + Path.of("").toAbsolutePath());
        }
        return file;
    }
}
