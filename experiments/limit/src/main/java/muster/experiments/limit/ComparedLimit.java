package muster.experiments.limit;

import muster.coordinator.core.event.ExitCode;
import muster.report.ranking.Ranking.Contender;
import muster.statistics.Interval;

/**
 * What the search of one target has found.
 *
 * @param name of its arm; the kind of its target where it is the only one
 * @param target its kind
 * @param maxInFlight operations at the same time
 * @param startedNs unix time: that of no other search
 * @param exitCode of what ended it early, or of what was found
 */
record ComparedLimit(
        String name, String target, int maxInFlight, long startedNs, LimitResult result, ExitCode exitCode) {
    /** Operations a second. */
    Interval interval() {
        return result.interval();
    }

    Contender contender() {
        return new Contender(name, interval().estimate(), interval());
    }

    boolean carries() {
        return result.rate() != null;
    }

    /** Whether its target, or its plan, ended it: nothing is concluded from what it has found. */
    boolean failed() {
        return exitCode == ExitCode.FAULT || exitCode == ExitCode.BAD_INPUT;
    }

    /** Its last run; 0 if nothing was measured. */
    long lastRun() {
        StepResult one = result.oneClient();
        return result.steps().isEmpty()
                ? one == null ? 0 : one.run()
                : result.steps().getLast().run();
    }
}
