package muster.workloads.answers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a reference. All of it is ASCII except for names in the header. */
final class ReferenceReader {
    /** How the line of an answer begins. */
    static final String ANSWER = "answer\t";

    private final Path file;
    private final List<ReferenceOperation> operations = new ArrayList<>();
    private final AnswerTable table = new AnswerTable();
    private long offset;
    private long number;
    private boolean ended;

    private ReferenceReader(Path file) {
        this.file = file;
    }

    static AnswerReference read(Path file) {
        return new ReferenceReader(file).read();
    }

    private AnswerReference read() {
        try (BufferedReader in = Files.newBufferedReader(file)) {
            int version = Integer.parseInt(value(in, ReferenceWriter.FORMAT));
            if (version < 1 || version > ReferenceWriter.VERSION) {
                throw wrong("format " + version + " is not known; use the release of Muster that wrote it");
            }
            String recorded = value(in, "recorded");
            String plan = value(in, "plan");
            String database = value(in, "database");
            String data = value(in, "data");
            for (String line = next(in); line != null; line = next(in)) {
                take(line);
            }
            if (!ended) {
                throw wrong("its last line is missing; record it again");
            }
            return new AnswerReference(file, new ReferenceHeader(recorded, plan, database, data, operations), table);
        } catch (IOException e) {
            throw new PlanException(file + ": cannot be read: " + e);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw wrong("no line of a reference of answers; name a file of ./muster answers record");
        }
    }

    private void take(String line) {
        long begin = offset - line.length() - 1;
        String[] fields = line.split("\t", -1);
        switch (fields[0]) {
            case "operation" -> operations.add(ReferenceOperation.read(fields));
            case "answer" -> answer(fields, begin);
            case "end" -> end(Long.parseLong(fields[1]));
            default -> throw new IllegalArgumentException(line);
        }
    }

    private void answer(String[] fields, long begin) {
        int operation = Integer.parseInt(fields[1]);
        AnswerDigest digest = digest(fields);
        if (operation < 0 || operation >= operations.size() || fields.length < 6 || fields.length > 7 || ended) {
            throw new IllegalArgumentException();
        }
        if (!table.add(operation, HexFormat.fromHexDigitsToLong(fields[2]), digest, begin)) {
            throw wrong("the same question twice");
        }
    }

    private static AnswerDigest digest(String[] fields) {
        return new AnswerDigest(Long.parseLong(fields[3]), HexFormat.fromHexDigitsToLong(fields[4]));
    }

    /** Of the fields of its line. */
    static RecordedAnswer answer(String[] fields) {
        return new RecordedAnswer(
                Integer.parseInt(fields[1]),
                HexFormat.fromHexDigitsToLong(fields[2]),
                digest(fields),
                bytes(fields[5]),
                fields.length < 7 ? new byte[0] : bytes(fields[6]));
    }

    private static byte[] bytes(String field) {
        return field.equals(ReferenceWriter.NOT_KEPT)
                ? new byte[0]
                : Base64.getDecoder().decode(field);
    }

    private void end(long answers) {
        if (answers != table.size()) {
            throw wrong("it has " + table.size() + " of " + answers + " answers; record it again");
        }
        ended = true;
    }

    private String value(BufferedReader in, String key) throws IOException {
        String line = next(in);
        if (line == null || !line.startsWith(key + "\t")) {
            throw new IllegalArgumentException();
        }
        return line.substring(key.length() + 1);
    }

    private @Nullable String next(BufferedReader in) throws IOException {
        String line = in.readLine();
        number++;
        if (line != null) {
            boolean answer = line.startsWith(ANSWER);
            offset += (answer ? line.length() : line.getBytes(StandardCharsets.UTF_8).length) + 1;
        }
        return line;
    }

    private PlanException wrong(String what) {
        return new PlanException(file + ":" + number + ": " + what);
    }
}
