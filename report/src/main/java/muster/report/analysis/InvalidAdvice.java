package muster.report.analysis;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import muster.store.table.Row;

/** What to do about a run that is INVALID: an idle machine helps only where the machine was to blame. */
public final class InvalidAdvice {
    /** Which rows of check_summary it is given, as a condition on them. */
    public static final String ROWS = "(kind = 'validity' AND NOT passed OR kind = 'warning' AND name = 'coordinator')";

    /** What a coordinator that is away, a lost worker or a short phase makes fail on a quiet machine as well. */
    private static final Set<String> NOT_OF_MACHINE = Set.of(
            "books",
            "lost worker",
            "missed arrivals",
            "lease wait",
            "late start",
            "Little's law",
            "clients without a completion");

    private static final String IDLE =
            "on an idle machine, with a server that leaves cores to the clients (./muster server start --cpus)";

    private InvalidAdvice() {}

    /**
     * Begins with a verb.
     *
     * @param checks with kind, name and observed
     */
    public static String of(List<Row> checks) {
        Set<String> failed = checks.stream()
                .filter(check -> check.text("kind").equals("validity"))
                .map(check -> withoutStream(check.text("name")))
                .collect(Collectors.toSet());
        boolean machine = failed.isEmpty() || !NOT_OF_MACHINE.containsAll(failed);
        if (isRestarted(checks)) {
            return "repeat it, as the coordinator was restarted meanwhile: its log says why it ended"
                    + (machine ? "; and " + IDLE : "");
        }
        if (failed.contains("books")) {
            return "its books do not agree, which is a fault of Muster: report it with the file";
        }
        if (failed.contains("lost worker")) {
            return "repeat it with workers that stay: the log of the one that was lost says why it ended"
                    + (machine ? "; and " + IDLE : "");
        }
        return failed.equals(Set.of("clients without a completion"))
                ? "measure for longer than one operation takes"
                : "repeat it " + IDLE;
    }

    private static boolean isRestarted(List<Row> checks) {
        return checks.stream()
                .anyMatch(check -> check.text("kind").equals("warning")
                        || (check.text("name").equals("books")
                                && check.text("observed").equals("not judged")));
    }

    /** "Little's law of writers" is that of a stream. */
    private static String withoutStream(String name) {
        int of = name.indexOf(" of ");
        return of < 0 ? name : name.substring(0, of);
    }
}
