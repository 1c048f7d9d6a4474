package muster.coordinator.core.event;

/**
 * What a command returns, in the order of precedence (docs/semantics.md rule 22): of several that apply the first is returned. It is not
 * the order of the numbers.
 */
public enum ExitCode {
    /** A wrong plan or argument. */
    BAD_INPUT(104),
    /** An internal fault, or a target that is unreachable or lost. */
    FAULT(2),
    /** Ended from outside: Ctrl-C, SIGTERM, cancel, abort. */
    ABORTED(105),
    /** The database answered wrongly. It precedes an invalid run, so that a busy machine does not hide it. */
    WRONG_ANSWERS(97),
    /** The generator cannot be trusted. */
    INVALID_RUN(111),
    /** A threshold is missed, or a gate has failed. */
    THRESHOLD_MISSED(99),
    /** A gate neither passes nor fails: there are too few trials, or its interval contains the limit. */
    UNDECIDED(98),
    /** Operations failed, and no threshold says how many may. */
    OPERATIONS_FAILED(1),
    OK(0);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    /** As the process returns it. */
    public int code() {
        return code;
    }

    /** By its number, such as that of a process; one that Muster does not have is a fault (a signal makes 128 and more). */
    public static ExitCode of(int code) {
        for (ExitCode candidate : values()) {
            if (candidate.code == code) {
                return candidate;
            }
        }
        return FAULT;
    }

    /** The one of both that is returned. */
    public ExitCode worse(ExitCode other) {
        return compareTo(other) < 0 ? this : other;
    }

    /** Of a failure that a worker reports: a plan that is wrong or refused is the user's, all else is a fault. */
    public static ExitCode ofFailure(String kind) {
        return kind.equals("plan") || kind.equals("refused") ? BAD_INPUT : FAULT;
    }
}
