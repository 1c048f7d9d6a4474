package muster.coordinator;

/** Exit codes in the order of their precedence: the first that applies is the one of the run (SEMANTICS 22). */
public enum ExitCode {
    WRONG_PLAN(104),
    FAULT(2),
    STOPPED(105),
    INVALID(111),
    THRESHOLD(99),
    OPERATIONS_FAILED(1),
    OK(0);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    ExitCode worse(ExitCode other) {
        return compareTo(other) < 0 ? this : other;
    }
}
