package muster.workloads.answer;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The digests of the answers that one database gave, read from the file that {@link ReferenceWriter} wrote. */
public final class AnswerReference {
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

    /** The place of the answer of an operation, by number and key; below 0 if it is not recorded. */
    public int find(int operation, long key) {
        return table.find(operation, key);
    }

    /** Whether the answer at this place is the one that was digested last. */
    public boolean agrees(int place, AnswerDigester observed) {
        return table.equal(place, observed.rows(), observed.hash());
    }

    public AnswerDigest digest(int place) {
        return table.digest(place);
    }

    /** The first rows of the answer at this place; empty if they were not kept, or the file has gone. Reads the file. */
    public byte[] firstRows(int place) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(table.offset(place));
            String[] fields = in.readLine().split("\t", -1);
            return fields[5].equals("-") ? new byte[0] : Base64.getDecoder().decode(fields[5]);
        } catch (IOException e) {
            return new byte[0];
        }
    }
}
