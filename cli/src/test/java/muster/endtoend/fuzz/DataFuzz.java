package muster.endtoend.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.workloads.data.DataSets;
import muster.workloads.data.EventLogReader;
import muster.workloads.plan.language.PlanException;

/** Data files: lists of edges, logs of events, package lists and their compressions. */
public final class DataFuzz {
    private static final Path FOLDER = folder();

    private DataFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        for (String name : new String[] {"data.txt", "data.gz", "data.lz4"}) {
            Path file = write(name, data);
            read(() -> DataSets.graph(name, "edges", unused -> file));
            read(() -> DataSets.graph(name, "debian", unused -> file));
            read(() -> EventLogReader.read(file));
        }
    }

    private static void read(Runnable reader) {
        try {
            reader.run();
        } catch (PlanException expected) {
            // That is what it is for.
        }
    }

    private static Path write(String name, byte[] data) {
        try {
            return Files.write(FOLDER.resolve(name), data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        try {
            Path memory = Path.of("/dev/shm");
            Path folder = Files.isWritable(memory)
                    ? Files.createTempDirectory(memory, "muster-fuzz")
                    : Files.createTempDirectory("muster-fuzz");
            // The last one said is deleted first.
            folder.toFile().deleteOnExit();
            for (String name : new String[] {"data.txt", "data.gz", "data.lz4"}) {
                folder.resolve(name).toFile().deleteOnExit();
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
