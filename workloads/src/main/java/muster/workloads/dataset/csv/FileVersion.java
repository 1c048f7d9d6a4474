package muster.workloads.dataset.csv;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file as it is now: what was learnt of it holds as long as its size and time stay. */
public record FileVersion(Path file, long size, long modifiedMs) {
    public static FileVersion of(Path file) throws IOException {
        return new FileVersion(
                file.toRealPath(),
                Files.size(file),
                Files.getLastModifiedTime(file).toMillis());
    }
}
