package muster.workloads.plan;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.plan.PhaseSpec.Stream;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Trees;
import muster.workloads.plan.rule.EarlyEndReader;
import muster.workloads.plan.turns.TurnSpec;
import org.jspecify.annotations.Nullable;

/** Reads "turns" of a phase: that its streams take turns, or its load with those of other runs, and how long these are. */
final class TurnsReader {
    private static final int GUARD_SHARE = 5;
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%");
    private static final String STANDARD_ALIKE = PlanKey.definition("phase")
            .key("turns")
            .key("alike")
            .optionalStandard()
            .orElseThrow()
            .toString();
    private static final double MIN_ALIKE_PERCENT = 0.1;
    private static final double MAX_ALIKE_PERCENT = 50;
    private static final long MIN_BLOCKS = 2;
    /** The store has a row for each. */
    private static final long MAX_TURNS = 100_000;

    private static final int MAX_RUNS = 16;
    private static final String RUNS = "2 to " + MAX_RUNS + " names that differ, such as [mine, theirs]";

    private TurnsReader() {}

    /** Null where the streams offer load at the same time; arms always take turns. */
    static @Nullable TurnSpec read(TreeSettings phase, PhaseSpec spec, List<Stream> streams) {
        if (!phase.has("turns") && !phase.has(CompareReader.KEY)) {
            return null;
        }
        TurnSpec turns = turns(phase);
        if (turns.shared()) {
            throw phase.refused("turns.of", "names runs with one load each, and this phase has several");
        }
        refuseWrong(phase, streams);
        refuseWrongLength(phase, spec, turns, streams.size(), "streams");
        return turns;
    }

    /** Whether it names the runs that take turns. */
    static boolean namesRuns(TreeSettings phase) {
        return phase.find("turns").orElse(null) instanceof Branch turns
                && turns.entries().containsKey("of");
    }

    /** Of a phase with one load, whose other arms are in other runs. */
    static TurnSpec ofRun(TreeSettings phase, PhaseSpec spec) {
        TurnSpec turns = turns(phase);
        if (spec.durationNs() == 0 || EarlyEndReader.untilSteady(phase)) {
            throw phase.refused("turns", "needs a duration, within which runs take them");
        }
        if (spec.rate() != null || spec.isProfiled() || spec.rampNs() > 0) {
            throw phase.refused("turns.of", "excludes a rate, a profile and a ramp: runs take turns with clients");
        }
        refuseWrongLength(phase, spec, turns, turns.runs().size(), "runs");
        return turns;
    }

    private static void refuseWrongLength(TreeSettings phase, PhaseSpec spec, TurnSpec turns, int arms, String what) {
        if (spec.durationNs() < MIN_BLOCKS * arms * turns.lengthNs()) {
            throw phase.refused(
                    "turns",
                    "of %s: a duration of %s has not room for two of each of the %d %s"
                            .formatted(
                                    Durations.format(turns.lengthNs()),
                                    Durations.format(spec.durationNs()),
                                    arms,
                                    what));
        }
        if (spec.durationNs() / turns.lengthNs() > MAX_TURNS) {
            throw phase.refused("turns", "more than 100,000 in the duration; make them longer");
        }
    }

    private static TurnSpec turns(TreeSettings phase) {
        if (!(phase.find("turns").orElse(null) instanceof Branch)) {
            long lengthNs = phase.duration("turns").toNanos();
            return new TurnSpec(lengthNs, lengthNs / GUARD_SHARE, percent(STANDARD_ALIKE));
        }
        TreeSettings section = phase.section("turns");
        section.allowOnlyDeclared();
        long lengthNs = section.duration("length").toNanos();
        long guardNs = section.duration("guard", Duration.ofNanos(lengthNs / GUARD_SHARE))
                .toNanos();
        if (guardNs > lengthNs / 2) {
            throw section.wrong("guard", "at most half of the length of a turn");
        }
        List<String> runs = runs(section);
        int arm = runs.indexOf(section.text("as", ""));
        if (runs.isEmpty() && section.has("as")) {
            throw section.refused("as", "needs of, the names of all runs that take turns");
        }
        if (!runs.isEmpty() && arm < 0) {
            throw section.wrong("as", "this run's name, one of " + String.join(", ", runs));
        }
        String draws = section.text("draws", "");
        if (runs.isEmpty() && !draws.isEmpty()) {
            throw section.refused("draws", "needs of, the names of all runs that take turns");
        }
        return new TurnSpec(lengthNs, guardNs, alikePercent(section), runs, Math.max(0, arm), draws);
    }

    private static List<String> runs(TreeSettings section) {
        List<String> runs = section.items("of", RUNS).stream()
                .map(item -> Trees.leaf(item, String.class).orElseThrow(() -> section.wrong("of", RUNS)))
                .toList();
        boolean named = !section.has("of")
                || (runs.size() >= 2
                        && runs.size() <= MAX_RUNS
                        && Set.copyOf(runs).size() == runs.size());
        if (!named) {
            throw section.wrong("of", RUNS);
        }
        return runs;
    }

    private static double alikePercent(TreeSettings turns) {
        double value = percent(
                turns.find("alike").map(Tree::plain).map(String::valueOf).orElse(STANDARD_ALIKE));
        if (value < MIN_ALIKE_PERCENT || value > MAX_ALIKE_PERCENT) {
            throw turns.wrong("alike", "a percentage from 0.1% to 50%, such as 5%");
        }
        return value;
    }

    /** 0 for what is no percentage. */
    private static double percent(String text) {
        Matcher percent = PERCENT.matcher(text);
        return percent.matches() ? Double.parseDouble(percent.group(1)) : 0;
    }

    private static void refuseWrong(TreeSettings phase, List<Stream> streams) {
        if (streams.size() < 2) {
            throw phase.refused("turns", "needs two streams or more, which take them");
        }
        if (EarlyEndReader.untilSteady(phase)) {
            throw phase.refused("turns", "excludes until: steady; give the phase a duration");
        }
        for (Stream stream : streams) {
            if (stream.load().isProfiled() || stream.load().rampNs() > 0) {
                throw phase.refused(
                        "turns",
                        "excludes a profile or a ramp, as of stream " + stream.name()
                                + ": all turns of a stream offer the same load");
            }
        }
    }
}
