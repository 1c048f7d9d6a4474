package muster.workloads.answers;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a reference, answer by answer, into a file next to the one meant; {@link #finish} renames it, so that there is never half a
 * reference. How answers are compared: docs/queries.md.
 */
public final class ReferenceWriter implements Closeable {
    static final String FORMAT = "muster-answers";
    /** Format 1 had no parameters, and of each statement the checksums in all languages. */
    static final int VERSION = 2;

    static final String NOT_KEPT = "-";
    /** What is kept of rows, so that an answer can be shown: of each, and in all. */
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
     * Writes a reference with these answers of an operation, and those of all others.
     *
     * @param reference what there was; null if there was none
     * @param fresh the header where there was none
     */
    public static void replace(
            Path file,
            @Nullable AnswerReference reference,
            ReferenceHeader fresh,
            ReferenceOperation operation,
            ExpectedAnswers answers)
            throws IOException {
        ReferenceHeader before = reference == null ? fresh : reference.header();
        List<ReferenceOperation> kept = before.operations().stream()
                .filter(other -> !other.name().equals(operation.name()))
                .toList();
        List<ReferenceOperation> all = new ArrayList<>(kept);
        all.add(operation);
        try (ReferenceWriter writer = new ReferenceWriter(file, before.with(all))) {
            if (reference != null) {
                reference.forEach(answer -> writer.keep(answer, before.operations(), kept));
            }
            for (RecordedAnswer answer : answers.answers()) {
                writer.add(answer.of(kept.size()));
            }
            writer.finish();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void keep(RecordedAnswer answer, List<ReferenceOperation> before, List<ReferenceOperation> kept) {
        int number = kept.indexOf(before.get(answer.operation()));
        if (number >= 0) {
            try {
                add(answer.of(number));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Adds an answer; the caller adds none twice. */
    public void add(RecordedAnswer answer) throws IOException {
        HexFormat hex = HexFormat.of();
        byte[] rows = kept(answer.firstRows());
        rowBytes += rows.length;
        answers++;
        line(ReferenceReader.ANSWER + answer.operation() + "\t" + hex.toHexDigits(answer.key()) + "\t"
                + answer.digest().rows() + "\t"
                + hex.toHexDigits(answer.digest().hash()) + "\t" + text(rows) + "\t"
                + text(answer.parameters()));
    }

    /** The first of these rows, as many as there is room for. */
    private byte[] kept(byte[] firstRows) {
        return AnswerRows.first(firstRows, (int) Math.min(LARGEST_ROWS, ALL_ROWS - rowBytes));
    }

    private static String text(byte[] content) {
        return content.length == 0
                ? NOT_KEPT
                : Base64.getEncoder().withoutPadding().encodeToString(content);
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
