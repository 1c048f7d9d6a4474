package muster.cli.host;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where a file that may not be there yet would take its space. */
public final class ExistingFolder {
    private ExistingFolder() {}

    /** This path, or the nearest folder above it that is there. */
    public static Path of(Path path) {
        Path there = path.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there;
    }
}
