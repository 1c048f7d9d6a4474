package muster.workloads.dataset.csv;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * Makes packed files readable at any place: they are unpacked once, into the folder of temporary files, until the
 * process ends. How a file is packed is seen from its first bytes, since workers keep files by checksum, without a name.
 */
public final class PlainFile {
    private static final int GZIP = 0x1f8b;
    private static final int ZSTD = 0x28b5;
    private static final Map<FileVersion, Path> UNPACKED = new ConcurrentHashMap<>();

    private PlainFile() {}

    /**
     * The file itself, or its unpacked copy.
     *
     * @param name what messages call it
     */
    public static Path of(Path file, String name) {
        try {
            int magic = magic(file);
            return magic == GZIP || magic == ZSTD
                    ? UNPACKED.computeIfAbsent(FileVersion.of(file), version -> unpacked(file, name))
                    : file;
        } catch (IOException e) {
            throw new PlanException(name + ": cannot be read: " + e.getMessage());
        }
    }

    private static int magic(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() << 8 | in.read();
        }
    }

    private static Path unpacked(Path file, String name) {
        Path copy = null;
        try (InputStream in = unpacking(file)) {
            copy = Files.createTempFile("muster-data", ".csv");
            copy.toFile().deleteOnExit();
            Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
            return copy;
        } catch (IOException e) {
            delete(copy);
            throw new PlanException(name + ": cannot be unpacked: " + e.getMessage()
                    + ": the file is cut or damaged; copy it again, or make it again");
        }
    }

    private static InputStream unpacking(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        return magic(file) == GZIP ? new GZIPInputStream(in, 1 << 16) : new ZstdInputStream(in);
    }

    private static void delete(@Nullable Path copy) {
        if (copy != null) {
            copy.toFile().delete();
        }
    }
}
