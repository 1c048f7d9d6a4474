package muster.experiments.limit;

import java.util.List;
import muster.coordinator.core.event.ExitCode;

/**
 * Lets searches take turns, a step each: only one database has load at any time. Every second round has the reverse order, as ABBA, so
 * that what drifts meets all alike.
 */
final class LimitRounds {
    private final List<? extends LimitTurns> searches;

    LimitRounds(List<? extends LimitTurns> searches) {
        this.searches = searches;
    }

    /** Returns when all have ended: those that go on longer than others get all of the time. */
    void run() throws InterruptedException {
        for (int round = 0; searches.stream().anyMatch(LimitTurns::more); round++) {
            round(round % 2 == 0 ? searches : searches.reversed());
        }
    }

    private void round(List<? extends LimitTurns> order) throws InterruptedException {
        for (LimitTurns search : order) {
            if (search.more()) {
                search.advance();
                stopAll();
            }
        }
    }

    /** By Ctrl-C, a plan that is refused, or where there is nothing left to compare with. */
    private void stopAll() {
        if (searches.stream().anyMatch(LimitTurns::interrupted)) {
            stopAll(LimitFinder.INTERRUPTED, ExitCode.ABORTED);
        } else if (searches.stream().anyMatch(search -> search.exitCode() == ExitCode.BAD_INPUT) || fewerThanTwo()) {
            stopAll("another target failed", ExitCode.OK);
        }
    }

    private boolean fewerThanTwo() {
        long left = searches.stream().filter(search -> !search.failedAtOnce()).count();
        return left < Math.min(2, searches.size());
    }

    private void stopAll(String why, ExitCode exitCode) {
        searches.stream().filter(LimitTurns::more).forEach(search -> search.stop(why, exitCode));
    }
}
