package muster.cli.client;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import muster.coordinator.core.event.OutcomeMessages;
import muster.protocol.Progress;
import muster.text.Json;
import muster.text.JsonReader;
import muster.text.Printable;
import org.jspecify.annotations.Nullable;

/** Where a run stands, in words. */
final class ProgressText {
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
        String json = progress.getParametersJson();
        if (json.isEmpty()) {
            return "";
        }
        try {
            return JsonReader.read(json) instanceof Map<?, ?> parameters ? parameters(parameters) : "";
        } catch (IllegalArgumentException cut) {
            return " (" + Printable.line(json, Printable.MAX_NAME) + ")";
        }
    }

    private static String parameters(Map<?, ?> parameters) {
        return parameters.isEmpty()
                ? ""
                : parameters.entrySet().stream()
                        .map(one -> lastPart(one.getKey().toString()) + " " + value(one.getValue()))
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String lastPart(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** A section, such as a target, by its kind. */
    private static String value(@Nullable Object value) {
        Object shown = value instanceof Map<?, ?> section && section.containsKey("kind") ? section.get("kind") : value;
        return shown instanceof String text ? text : Json.write(shown);
    }

    /** Such as "1,200 of 5,000 operations (1,100 ok, 0 errors, 100 absent), 340,000 elements". */
    static String done(Progress progress) {
        String of = progress.getPlanned() > 0 ? String.format(Locale.ROOT, " of %,d", progress.getPlanned()) : "";
        String elements =
                progress.getElements() > 0 ? String.format(Locale.ROOT, ", %,d elements", progress.getElements()) : "";
        String outcomes = OutcomeMessages.of(progress.getCounts()).parts();
        return String.format(Locale.ROOT, "%,d%s operations (%s)%s", progress.getOperations(), of, outcomes, elements);
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
