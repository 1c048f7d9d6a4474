package muster.workloads.plan;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.plan.PhaseSpec.Stream;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.rule.EarlyEndReader;
import muster.workloads.plan.turns.TurnSpec;
import org.jspecify.annotations.Nullable;

/** Reads "turns" of a phase: that its streams take turns, and how long these are. */
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

    private TurnsReader() {}

    /** Null where the streams offer load at the same time; arms always take turns. */
    static @Nullable TurnSpec read(TreeSettings phase, PhaseSpec spec, List<Stream> streams) {
        if (!phase.has("turns") && !phase.has(CompareReader.KEY)) {
            return null;
        }
        TurnSpec turns = turns(phase);
        refuseWrong(phase, streams);
        if (spec.durationNs() < MIN_BLOCKS * streams.size() * turns.lengthNs()) {
            throw phase.refused(
                    "turns",
                    "of %s: a duration of %s has not room for two of each of the %d streams"
                            .formatted(
                                    Durations.format(turns.lengthNs()),
                                    Durations.format(spec.durationNs()),
                                    streams.size()));
        }
        if (spec.durationNs() / turns.lengthNs() > MAX_TURNS) {
            throw phase.refused("turns", "more than 100,000 in the duration; make them longer");
        }
        return turns;
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
        return new TurnSpec(lengthNs, guardNs, alikePercent(section));
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
