package muster.cli.terminal;

import java.util.List;
import java.util.regex.Pattern;

/** What to change when operations fail, by their class of error. */
public final class ErrorAdvice {
    private static final List<Advice> KNOWN = List.of(
            advice(
                    "deadlock|lockclient|conflict|optimistic|serializ|temporarylocking",
                    "fewer clients, or fewer actions a transaction"),
            advice("memory|heap", "a server with a larger heap, or smaller batches"),
            advice("acquiretimeout|pool", "more connections (target.connections), or fewer clients"),
            advice("timeout|terminated", "a longer target.operationTimeout, or less load"),
            advice("unauthorized|authentication|forbidden|security", "check target.user and target.password"),
            advice(
                    "connect|unavailable|expired|closed|refused|unreachable",
                    "check that the server still runs and accepts so many connections"),
            advice("constraint|duplicate|exists", "check that no other program writes to this database"),
            advice("429|503|toomany|overload", "less load: fewer clients or a lower rate"),
            advice(
                    "syntax|type|argument|parameter",
                    "a bug or an unsupported version of the server: see docs/targets.md"));

    private ErrorAdvice() {}

    private record Advice(Pattern pattern, String cure) {}

    private static Advice advice(String pattern, String cure) {
        return new Advice(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), cure);
    }

    /** The cure for a class of error; "" where none is known. */
    public static String of(String errorClass) {
        return KNOWN.stream()
                .filter(known -> known.pattern.matcher(errorClass).find())
                .map(Advice::cure)
                .findFirst()
                .orElse("");
    }
}
