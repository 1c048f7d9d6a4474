package muster.workloads.replay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import muster.workloads.dataset.csv.FileVersion;
import muster.workloads.dataset.csv.PlainFile;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * A file of recorded operations, mapped into memory, plain, gzip or zstd: a header, then one line an operation, phase by
 * phase as the header has them, by index within a phase. Keeps 12 bytes an operation, so that any can be read.
 */
final class ReplayFile {
    /** The last one: each step and phase of a plan asks for the same file. */
    private static @Nullable Opened last;

    private final String name;
    private final ByteBuffer content;
    private final ReplayHeader header;
    private final LineEnds ends;
    private final long[] startsNs;
    private final Set<Object> checked = ConcurrentHashMap.newKeySet();

    private record Opened(FileVersion version, String name, ReplayFile file) {}

    private ReplayFile(String name, ByteBuffer content) {
        this.name = name;
        this.content = content;
        this.ends = new LineEnds(content);
        this.header = ReplayHeader.read(text(0), name);
        refuseCut();
        this.startsNs = new long[Math.toIntExact(header.operations())];
    }

    /**
     * Opens it and reads each line.
     *
     * @param name what messages call it
     * @throws PlanException with file and line of what is wrong
     */
    static synchronized ReplayFile open(Path file, String name) {
        Path plain = PlainFile.of(file, name);
        try (FileChannel channel = FileChannel.open(plain)) {
            FileVersion version = FileVersion.of(plain);
            Opened known = last;
            if (known != null && known.version.equals(version) && known.name.equals(name)) {
                return known.file;
            }
            if (channel.size() > Integer.MAX_VALUE) {
                throw new PlanException(name + ": larger than 2 GiB when it is unpacked: record fewer operations");
            }
            ReplayFile opened = new ReplayFile(name, channel.map(MapMode.READ_ONLY, 0, channel.size()));
            opened.checkLines();
            last = new Opened(version, name, opened);
            return opened;
        } catch (IOException e) {
            throw new PlanException(name + ": cannot be read: " + e.getMessage());
        }
    }

    ReplayHeader header() {
        return header;
    }

    private void refuseCut() {
        long lines = header.operations() + 1;
        if (ends.count() < lines || !ends.complete()) {
            throw new PlanException(name + ":" + Math.max(1, ends.count())
                    + ": the file ends here, but its header names " + header.operations()
                    + " operations: it was cut; copy it again, or record it again");
        }
        if (ends.count() > lines) {
            throw wrong(lines, "one line more than the operations that the header names: record it again");
        }
    }

    private void checkLines() {
        long line = 1;
        for (RecordedPhase phase : header.phases()) {
            long index = -1;
            long startNs = 0;
            for (long end = line + phase.operations(); line < end; line++) {
                RecordedOperation operation = operation(line);
                check(operation, phase, line, index, startNs);
                index = operation.index();
                startNs = operation.startNs();
                startsNs[(int) line - 1] = startNs;
            }
        }
    }

    private void check(RecordedOperation operation, RecordedPhase phase, long line, long before, long beforeNs) {
        if (!operation.phase().equals(phase.name())) {
            throw wrong(
                    line,
                    "phase " + operation.phase() + ": expected phase " + phase.name() + ", of which the header"
                            + " names " + phase.operations() + " operations");
        }
        if (operation.index() <= before) {
            throw wrong(line, "index " + operation.index() + ": expected more than " + before + ", the one before");
        }
        if (phase.timed() != (operation.startNs() != RecordedOperation.NO_TIME)) {
            throw wrong(line, phase.timed() ? "start_ns is missing" : "start_ns in a phase without times");
        }
        if (phase.timed() && operation.startNs() < beforeNs) {
            throw wrong(line, "start_ns: expected at least that of the operation before, " + beforeNs);
        }
    }

    /** Reads all operations, unless this codec or one like it has done so. */
    void check(OperationCodec codec) {
        if (!checked.contains(codec.signature())) {
            for (long line = 1; line <= header.operations(); line++) {
                try {
                    codec.read(operation(line));
                } catch (IllegalArgumentException e) {
                    throw wrong(line, String.valueOf(e.getMessage()));
                }
            }
            checked.add(codec.signature());
        }
    }

    /** The number of the line of a phase's first operation, from 0; -1 if it has no such phase. */
    long firstLine(String phase) {
        long line = 1;
        for (RecordedPhase each : header.phases()) {
            if (each.name().equals(phase)) {
                return line;
            }
            line += each.operations();
        }
        return -1;
    }

    RecordedOperation operation(long line) {
        try {
            return RecordedOperation.read(text(line));
        } catch (IllegalArgumentException e) {
            throw wrong(line, e.getMessage() + "; record it again");
        }
    }

    long startNs(long line) {
        return startsNs[(int) line - 1];
    }

    private String text(long line) {
        int from = ends.start(line);
        byte[] bytes = new byte[ends.end(line) - from];
        content.get(from, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private PlanException wrong(long line, String message) {
        return new PlanException(name + ":" + (line + 1) + ": " + message);
    }
}
