package muster.workloads.data;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import muster.workloads.plan.language.PlanException;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;
import org.jspecify.annotations.Nullable;

/** The lines of a text file, plain or packed as .gz or .lz4, with the place for errors: "file:line". */
final class Lines implements AutoCloseable {
    private final Path file;
    private final BufferedReader reader;
    private int number;

    private Lines(Path file, BufferedReader reader) {
        this.file = file;
        this.reader = reader;
    }

    static Lines of(Path file) {
        try {
            return new Lines(file, new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new PlanException(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static InputStream open(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        if (name.endsWith(".lz4")) {
            return new FramedLZ4CompressorInputStream(in, true);
        }
        return name.endsWith(".gz") ? new GZIPInputStream(in) : in;
    }

    /** The next line, or null at the end. */
    @Nullable
    String next() {
        try {
            number++;
            return reader.readLine();
        } catch (IOException e) {
            throw wrong("cannot be read: " + e.getMessage());
        }
    }

    /** The next line that is neither empty nor a comment, or null at the end. */
    @Nullable
    String nextContent() {
        String line = next();
        while (line != null && (line.isBlank() || line.startsWith("#"))) {
            line = next();
        }
        return line;
    }

    PlanException wrong(String why) {
        return new PlanException(file + ":" + number + ": " + why);
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw wrong("cannot be closed: " + e.getMessage());
        }
    }
}
