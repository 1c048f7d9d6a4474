package muster.experiments.limit;

import muster.coordinator.core.event.ExitCode;

/** A search that offers load in its turns only, as {@link LimitRounds} gives them. */
interface LimitTurns {
    /** Whether there is something left to try. */
    boolean more();

    /** Takes the closed loop, or else one more step. */
    void advance() throws InterruptedException;

    /** Ends it with what was found. */
    void stop(String why, ExitCode exitCode);

    /** Whether Ctrl-C came, also between two runs. */
    boolean interrupted();

    /** Of what ended it early, or of what was found. */
    ExitCode exitCode();

    /** Whether a failure ended it before there was anything to compare. */
    boolean failedAtOnce();
}
