package muster.workloads.answer;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Writes a reference, answer by answer, into a file beside the one meant; {@link #finish} renames it. So nobody finds half a
 * reference. How answers are compared: docs/queries.md.
 */
public final class ReferenceWriter implements Closeable {
    static final String FORMAT = "muster-answers";
    static final int VERSION = 1;
    /** What is kept of rows, so that a difference can be shown: of each answer, and in all. */
    private static final int LARGEST_ROWS = 4 * 1024;

    private static final long ALL_ROWS = 32L << 20;

    private final Path file;
    private final Path unfinished;
    private final Writer out;
    private long answers;
    private long rowBytes;

    /** Throws {@link UncheckedIOException}. */
    public ReferenceWriter(Path file, ReferenceHeader header) {
        this.file = file;
        this.unfinished = file.resolveSibling(file.getFileName() + ".part");
        try {
            out = Files.newBufferedWriter(unfinished);
            line(FORMAT + "\t" + VERSION);
            line("recorded\t" + header.recorded());
            line("plan\t" + header.plan());
            line("database\t" + header.database());
            line("data\t" + header.data());
            for (ReferenceOperation operation : header.operations()) {
                line(operation.line());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Adds an answer; the caller adds none twice.
     *
     * @param operation its place in the header
     * @param firstRows of {@link AnswerDigester#firstRows}
     */
    public void add(int operation, long key, AnswerDigest digest, byte[] firstRows) throws IOException {
        HexFormat hex = HexFormat.of();
        boolean kept = firstRows.length <= LARGEST_ROWS && rowBytes + firstRows.length <= ALL_ROWS;
        rowBytes += kept ? firstRows.length : 0;
        answers++;
        line("answer\t" + operation + "\t" + hex.toHexDigits(key) + "\t" + digest.rows() + "\t"
                + hex.toHexDigits(digest.hash()) + "\t"
                + (kept ? Base64.getEncoder().withoutPadding().encodeToString(firstRows) : "-"));
    }

    private void line(String line) throws IOException {
        out.write(line);
        out.write('\n');
    }

    /** Answers so far. */
    public long answers() {
        return answers;
    }

    /** Puts the file in its place, instead of an earlier one. */
    public void finish() throws IOException {
        line("end\t" + answers);
        out.close();
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** What was not finished is deleted. */
    @Override
    public void close() throws IOException {
        out.close();
        Files.deleteIfExists(unfinished);
    }
}
