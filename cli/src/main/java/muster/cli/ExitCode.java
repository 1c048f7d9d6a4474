package muster.cli;

/** What the process returns. Of several that apply the first in the order 104, 2, 105, 111, 99, 1, 0 is returned. */
final class ExitCode {
    static final int OK = 0;
    /** Operations failed, and no threshold says how many may. */
    static final int OPERATIONS_FAILED = 1;
    /** An internal fault, or a target that cannot be reached. */
    static final int FAULT = 2;

    static final int THRESHOLD_MISSED = 99;
    /** A wrong plan or argument. */
    static final int BAD_INPUT = 104;
    /** Ended from outside: Ctrl-C, SIGTERM, cancel. */
    static final int ABORTED = 105;
    /** The generator cannot be trusted. */
    static final int INVALID_RUN = 111;

    private ExitCode() {}
}
