package muster.workloads.answers;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The digests of answers that were recorded or imported, read from the file that {@link ReferenceWriter} wrote. */
public final class AnswerReference implements KnownAnswers {
    private final Path file;
    private final ReferenceHeader header;
    private final AnswerTable table;

    AnswerReference(Path file, ReferenceHeader header, AnswerTable table) {
        this.file = file;
        this.header = header;
        this.table = table;
    }

    /** Throws {@link muster.workloads.plan.language.PlanException} if it cannot be read, or is not whole. */
    public static AnswerReference read(Path file) {
        return ReferenceReader.read(file);
    }

    public ReferenceHeader header() {
        return header;
    }

    /** How many answers. */
    public int size() {
        return table.size();
    }

    /** The numbers by which {@link #find} takes these operations, without those that it has no answers for. */
    public Map<String, Integer> numbers(List<ReferenceOperation> asked) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        asked.forEach(operation -> recorded(operation.name())
                .filter(known -> known.mismatch(operation).isEmpty())
                .ifPresent(known ->
                        numbers.put(operation.name(), header.operations().indexOf(known))));
        return numbers;
    }

    /** A line for each of these operations that it has no answers for, and why. */
    public List<String> uncovered(List<ReferenceOperation> asked) {
        return asked.stream()
                .filter(operation -> !numbers(List.of(operation)).containsKey(operation.name()))
                .map(operation -> operation.name() + ": "
                        + recorded(operation.name())
                                .map(known -> known.mismatch(operation))
                                .orElse("not recorded"))
                .toList();
    }

    private Optional<ReferenceOperation> recorded(String name) {
        return header.operations().stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst();
    }

    @Override
    public int find(int operation, long key) {
        return table.find(operation, key);
    }

    @Override
    public boolean agrees(int place, AnswerDigester observed) {
        return table.equal(place, observed.rows(), observed.hash());
    }

    @Override
    public AnswerDigest digest(int place) {
        return table.digest(place);
    }

    /** Reads the file; empty also if that has gone. */
    @Override
    public byte[] firstRows(int place) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(table.offset(place));
            return ReferenceReader.answer(in.readLine().split("\t", -1)).firstRows();
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /** Its answers, in their order; reads the file. Throws {@link UncheckedIOException}. */
    public void forEach(Consumer<RecordedAnswer> answer) {
        try (Stream<String> lines = Files.lines(file)) {
            lines.filter(line -> line.startsWith(ReferenceReader.ANSWER))
                    .map(line -> ReferenceReader.answer(line.split("\t", -1)))
                    .forEach(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
