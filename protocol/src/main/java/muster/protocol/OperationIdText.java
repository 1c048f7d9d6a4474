package muster.protocol;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The id of an operation in flight as people read and write it: "op7.1.4711". It cannot be taken for the number of a run. */
public final class OperationIdText {
    private static final Pattern TEXT = Pattern.compile("op([0-9]{1,18})\\.([0-9]{1,18})\\.([0-9]{1,18})");

    private OperationIdText() {}

    /** "op", the phase, the session of the worker and the index. */
    public static String of(OperationId id) {
        return "op" + id.getAssignment() + "." + id.getSession() + "." + id.getIndex();
    }

    /** Empty if it is none. */
    public static Optional<OperationId> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        return parts.matches() ? Optional.of(id(parts)) : Optional.empty();
    }

    private static OperationId id(Matcher parts) {
        return OperationId.newBuilder()
                .setAssignment(Long.parseLong(parts.group(1)))
                .setSession(Long.parseLong(parts.group(2)))
                .setIndex(Long.parseLong(parts.group(3)))
                .build();
    }
}
