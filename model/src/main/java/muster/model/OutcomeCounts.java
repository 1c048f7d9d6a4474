package muster.model;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How many operations ended how; wherever operations are counted the counts add up (docs/semantics.md rule 29, decision 0102):
 * operations = ok + errors + others.
 *
 * @param errors operations that failed: every class of error, and {@code unknown} and {@code aborted}
 * @param absent answered, but what they are about is not there; with {@code duplicate} the others
 * @param duplicate answered, but what they write was there already
 * @param unknown those of the errors whose commit had no answer
 * @param aborted those of the errors that did not finish within the drain limit, or were ended by request
 */
public record OutcomeCounts(long ok, long errors, long absent, long duplicate, long unknown, long aborted) {
    public static final OutcomeCounts NONE = new OutcomeCounts(0, 0, 0, 0, 0, 0);

    private static final String OK = "ok";
    private static final String ABSENT = "absent";
    private static final String DUPLICATE = "duplicate";
    private static final String UNKNOWN = "unknown";
    private static final String ABORTED = "aborted";

    /** Whether operations with this outcome failed. */
    public static boolean isError(String outcome) {
        return !outcome.equals(OK) && !outcome.equals(ABSENT) && !outcome.equals(DUPLICATE);
    }

    /** The same with so many more of an outcome. */
    public OutcomeCounts plus(String outcome, long count) {
        return new OutcomeCounts(
                ok + (outcome.equals(OK) ? count : 0),
                errors + (isError(outcome) ? count : 0),
                absent + (outcome.equals(ABSENT) ? count : 0),
                duplicate + (outcome.equals(DUPLICATE) ? count : 0),
                unknown + (outcome.equals(UNKNOWN) ? count : 0),
                aborted + (outcome.equals(ABORTED) ? count : 0));
    }

    public OutcomeCounts plus(OutcomeCounts more) {
        return new OutcomeCounts(
                ok + more.ok,
                errors + more.errors,
                absent + more.absent,
                duplicate + more.duplicate,
                unknown + more.unknown,
                aborted + more.aborted);
    }

    public long operations() {
        return ok + errors + others();
    }

    /** Answers that are neither ok nor an error. */
    public long others() {
        return absent + duplicate;
    }

    /** Such as "471 operations: 57 ok, 0 errors, 414 absent". */
    public String sentence() {
        return number(operations()) + (operations() == 1 ? " operation: " : " operations: ") + parts();
    }

    /** Such as "57 ok, 12 errors (2 unknown, 10 aborted), 414 absent": of others only those that there are. */
    public String parts() {
        return Stream.of(number(ok) + " " + OK, failed(), named(absent, ABSENT), named(duplicate, DUPLICATE))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private String failed() {
        String of = Stream.of(named(unknown, UNKNOWN), named(aborted, ABORTED))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return number(errors) + (errors == 1 ? " error" : " errors") + (of.isEmpty() ? "" : " (" + of + ")");
    }

    private static String named(long count, String outcome) {
        return count == 0 ? "" : number(count) + " " + outcome;
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
