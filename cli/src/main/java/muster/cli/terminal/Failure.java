package muster.cli.terminal;

import muster.coordinator.core.event.ExitCode;

/** Ends a command with one line on standard error and an exit code. */
public final class Failure extends RuntimeException {
    private final int exitCode;

    private Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The user can put it right: exit code 104. */
    public static Failure badInput(String message) {
        return new Failure(ExitCode.BAD_INPUT.code(), message);
    }

    /** Something does not work: exit code 2. */
    public static Failure fault(String message) {
        return new Failure(ExitCode.FAULT.code(), message);
    }

    /** A process of ours ended with this code. */
    public static Failure passedOn(int exitCode, String message) {
        return new Failure(exitCode, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
