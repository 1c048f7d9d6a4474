package muster.workloads.replay;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.GZIPOutputStream;
import muster.workloads.operation.Operation;

/** Writes a file of recorded operations, as gzip or zstd if its name ends in .gz or .zst. It has its name once it is whole. */
public final class ReplayWriter implements AutoCloseable {
    private final Path file;
    private final Path part;
    private final Writer out;

    public ReplayWriter(Path file, ReplayHeader header) throws IOException {
        this.file = file.toAbsolutePath();
        this.part = this.file.resolveSibling(this.file.getFileName() + ".part");
        this.out = new BufferedWriter(
                new OutputStreamWriter(packing(part, file.toString()), StandardCharsets.UTF_8), 1 << 16);
        line(header.line());
    }

    private static OutputStream packing(Path part, String name) throws IOException {
        OutputStream out = Files.newOutputStream(part);
        return name.endsWith(".gz")
                ? new GZIPOutputStream(out, 1 << 16)
                : name.endsWith(".zst") ? new ZstdOutputStream(out) : out;
    }

    /** The next operation of a phase without times. */
    public void add(String phase, long index, Operation operation) throws IOException {
        add(phase, index, RecordedOperation.NO_TIME, operation);
    }

    /**
     * The next operation.
     *
     * @param startNs after the start of the phase
     */
    public void add(String phase, long index, long startNs, Operation operation) throws IOException {
        line(OperationCodec.write(phase, index, startNs, operation).line());
    }

    private void line(String text) throws IOException {
        out.write(text);
        out.write('\n');
    }

    /** The file is whole. */
    public void finish() throws IOException {
        out.close();
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Leaves nothing behind unless it was finished. */
    @Override
    public void close() throws IOException {
        out.close();
        Files.deleteIfExists(part);
    }
}
