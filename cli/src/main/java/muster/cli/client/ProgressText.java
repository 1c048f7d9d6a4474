package muster.cli.client;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import muster.protocol.Progress;

/** Where a run stands, in words. */
final class ProgressText {
    private static final Pattern PARAMETER = Pattern.compile(
            "\"([^\"]+)\"\\s*:\\s*(?:\"([^\"]*)\"|\\{[^}]*\"kind\"\\s*:\\s*\"([^\"]*)\"[^}]*}|([^,{}]+))");
    private static final double MINUTE = 60;
    private static final double LONG = 120;

    private ProgressText() {}

    /** Such as "step 2 of 3 (algorithm graphity), trial 1 of 5, measure"; what there is one of is not counted. */
    static String where(Progress progress) {
        String step = progress.getSteps() > 1
                ? "step %d of %d%s, ".formatted(progress.getStep(), progress.getSteps(), parameters(progress))
                : "";
        String trial =
                progress.getTrials() > 1 ? "trial %d of %d, ".formatted(progress.getTrial(), progress.getTrials()) : "";
        return step + trial + progress.getPhase();
    }

    private static String parameters(Progress progress) {
        Matcher parameter = PARAMETER.matcher(progress.getParametersJson());
        String all = parameter
                .results()
                .map(found -> found.group(1).substring(found.group(1).lastIndexOf('.') + 1) + " " + value(found))
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "" : " (" + all + ")";
    }

    private static String value(MatchResult found) {
        for (int group = 2; group <= 4; group++) {
            if (found.group(group) != null) {
                return found.group(group).strip();
            }
        }
        return "";
    }

    /** Such as "1,200 of 5,000 operations, 340,000 elements". */
    static String done(Progress progress) {
        String of = progress.getPlanned() > 0 ? String.format(Locale.ROOT, " of %,d", progress.getPlanned()) : "";
        String elements =
                progress.getElements() > 0 ? String.format(Locale.ROOT, ", %,d elements", progress.getElements()) : "";
        return String.format(Locale.ROOT, "%,d%s operations%s", progress.getOperations(), of, elements);
    }

    /** Such as ", 12 s left; run: about 3 min"; nothing of a phase or a run of which nothing is known. */
    static String left(Progress progress) {
        double phase = progress.getSecondsLeft();
        double run = progress.getRunSecondsLeft();
        String ofPhase = phase < 0 ? "" : String.format(Locale.ROOT, ", %.0f s left", phase);
        boolean same = Math.abs(run - phase) < 1 && !progress.getRunAtLeast();
        return ofPhase
                + (run <= 0 || same ? "" : "; run: " + (progress.getRunAtLeast() ? "at least " : "about ") + time(run));
    }

    private static String time(double seconds) {
        return seconds < LONG
                ? String.format(Locale.ROOT, "%.0f s", seconds)
                : String.format(Locale.ROOT, "%.0f min", seconds / MINUTE);
    }
}
