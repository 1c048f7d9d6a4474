package muster.cli;

import muster.coordinator.ExitCode;

/** Ends a command with one line on standard error and an exit code. */
final class Failure extends RuntimeException {
    private final int exitCode;

    private Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The user can put it right: exit code 104. */
    static Failure badInput(String message) {
        return new Failure(ExitCode.BAD_INPUT.code(), message);
    }

    /** Something does not work: exit code 2. */
    static Failure fault(String message) {
        return new Failure(ExitCode.FAULT.code(), message);
    }

    /** A process of ours ended with this code. */
    static Failure passedOn(int exitCode, String message) {
        return new Failure(exitCode, message);
    }

    int exitCode() {
        return exitCode;
    }
}
