package muster.workloads.plan.rule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.text.Json;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Trees;

/** Reads what may end a phase early: "until: steady" with "min" and "max", and "stopIf". */
public final class EarlyEndReader {
    /** Keys that belong to "until". */
    public static final List<String> OF_STEADY = List.of("min", "max");

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Pattern RULE = Pattern.compile("(.+?)\\s+for\\s+(\\S+)");
    private static final String RIGHT = "a list of texts, each BOUND for TIME, such as p95 > 1s for 10s";

    private final TreeSettings settings;
    private final List<String> operations;

    /**
     * Of one phase.
     *
     * @param operations names that a bound may begin with
     */
    public EarlyEndReader(TreeSettings settings, List<String> operations) {
        this.settings = settings;
        this.operations = operations;
    }

    public static boolean untilSteady(TreeSettings settings) {
        return settings.has("until");
    }

    /** Throws {@link PlanException} for rules that make no sense. */
    public EarlyEnd read() {
        if (!untilSteady(settings)) {
            return rules().isEmpty() ? EarlyEnd.NONE : new EarlyEnd(null, rules());
        }
        settings.choice("until");
        Duration min = settings.duration("min");
        Duration least = settings.has("min") ? min : shorter(min, longest());
        if (least.compareTo(longest()) > 0) {
            throw settings.wrong("min", "a duration up to max, " + Durations.format(longest()));
        }
        return new EarlyEnd(least, rules());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** When a phase ends that never becomes steady. */
    public Duration longest() {
        Duration most = settings.duration("max");
        // A phase that ends by itself is shorter than others may be.
        return settings.duration("duration", most, SECOND, Duration.ofHours(24));
    }

    private List<StopRule> rules() {
        if (!settings.has("stopIf")) {
            return List.of();
        }
        List<StopRule> rules = new ArrayList<>();
        for (Tree item : settings.items("stopIf", RIGHT)) {
            String text = Trees.leaf(item, String.class).orElseThrow(() -> settings.wrong("stopIf", RIGHT));
            String place = item.where() + ": " + settings.path() + ".stopIf[" + rules.size() + "]: " + Json.write(text);
            rules.add(rule(text, place));
        }
        return List.copyOf(rules);
    }

    private StopRule rule(String text, String place) {
        Matcher matcher = RULE.matcher(text.strip());
        if (!matcher.matches()) {
            throw new PlanException(place + ": expected BOUND for TIME, such as p95 > 1s for 10s");
        }
        return new StopRule(
                text, ThresholdReader.read(matcher.group(1), place, operations), time(matcher.group(2), place));
    }

    private static Duration time(String text, String place) {
        Duration time = Durations.parse(text);
        if (time.compareTo(SECOND) < 0 || time.toNanosPart() != 0) {
            throw new PlanException(place + ": expected whole seconds after \"for\", from 1s on");
        }
        return time;
    }
}
