package muster.workloads.answers;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An operation whose answers a reference holds.
 *
 * @param ordered whether the order of rows counts
 * @param parameters names, in the order of the values that the keys are made of
 * @param statements a short checksum of the statement by language: in a reference only of the language that it was recorded in,
 *     so that a change in another one is none of it; of imported answers the name of their file as {@link #IMPORTED}
 */
public record ReferenceOperation(
        String name, boolean ordered, List<String> parameters, Map<String, String> statements) {
    /** In place of a language: answers that no statement gave, which no change of a statement makes stale. */
    public static final String IMPORTED = "imported";

    private static final int CHECKSUM_BYTES = 8;

    /** From the statements themselves, by language. */
    public static ReferenceOperation of(
            String name, boolean ordered, List<String> parameters, Map<String, String> texts) {
        Map<String, String> statements = new TreeMap<>();
        texts.forEach((language, text) -> statements.put(language, checksum(text)));
        return new ReferenceOperation(name, ordered, parameters, statements);
    }

    /** The same with answers from a file instead of a database. */
    public ReferenceOperation imported(String file) {
        return new ReferenceOperation(name, ordered, parameters, Map.of(IMPORTED, file.replaceAll("\\s+", " ")));
    }

    /** Whether its answers come from a file. */
    public boolean isImported() {
        return statements.containsKey(IMPORTED);
    }

    /** The language that its answers were recorded in, or the file that they were imported from. */
    public String origin() {
        return isImported()
                ? "imported from " + statements.get(IMPORTED)
                : "recorded in " + String.join(", ", statements.keySet());
    }

    /**
     * Why the answers of this one are none of the other's; empty if they are. A statement in a further language asks the
     * same question; one that was changed does not.
     */
    String mismatch(ReferenceOperation asked) {
        if (ordered != asked.ordered) {
            return "ordered: " + asked.ordered + ", recorded with " + ordered;
        }
        if (!parameters.equals(asked.parameters)) {
            return "parameters " + asked.parameters + ", recorded with " + parameters;
        }
        return statements.entrySet().stream()
                .filter(entry -> !asked.statements
                        .getOrDefault(entry.getKey(), entry.getValue())
                        .equals(entry.getValue()))
                .map(entry -> "the " + entry.getKey() + " statement has changed since")
                .findFirst()
                .orElse("");
    }

    String line() {
        Stream<String> texts = statements.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue());
        return Stream.concat(
                        Stream.of("operation", name, ordered ? "ordered" : "unordered", String.join(",", parameters)),
                        texts)
                .collect(Collectors.joining("\t"));
    }

    static ReferenceOperation read(String[] fields) {
        Map<String, String> statements = new TreeMap<>();
        for (String field : Arrays.copyOfRange(fields, 4, fields.length)) {
            int equals = field.indexOf('=');
            statements.put(field.substring(0, equals), field.substring(equals + 1));
        }
        List<String> parameters = fields[3].isEmpty() ? List.of() : List.of(fields[3].split(",", -1));
        return new ReferenceOperation(fields[1], fields[2].equals("ordered"), parameters, statements);
    }

    /** White space does not count: an indented statement asks the same. */
    private static String checksum(String text) {
        byte[] bytes = text.replaceAll("\\s+", " ").replaceAll("^ | $", "").getBytes(StandardCharsets.UTF_8);
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(sum, 0, CHECKSUM_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new LinkageError("every Java has SHA-256", e);
        }
    }
}
