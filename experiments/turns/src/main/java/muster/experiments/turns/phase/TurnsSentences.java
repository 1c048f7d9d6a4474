package muster.experiments.turns.phase;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.experiments.turns.phase.PhaseArm.ArmThreshold;
import muster.report.ranking.Ranking;
import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.RankingSentence;
import muster.statistics.TurnsRatio;
import muster.text.Quantity;

/** What turns say, in sentences: one an operation, one of the whole, and one of advice. */
final class TurnsSentences {
    /** Of the length of a turn: of longer operations too few end within one. */
    private static final double MAX_OPERATION = 0.25;

    /** Turns as long as so many operations. */
    private static final int OPERATIONS_A_TURN = 10;

    /** With so many by each client a window's edges hide little. */
    private static final int OPERATIONS_BETWEEN_EDGES = 50;

    /** A plan's turns are no longer. */
    private static final double MAX_TURN = 60;

    private static final int MAX_REASONS = 3;
    private static final double MINUTE = 60;
    private static final double ROUND = 5;

    private final TurnsAnswer answer;
    private final TurnsPhase phase;

    TurnsSentences(TurnsAnswer answer) {
        this.answer = answer;
        this.phase = answer.phase();
    }

    /** Of each operation where there are several; none where no arm may be named. */
    List<String> operations() {
        return answer.isSound()
                ? answer.operations().stream().map(this::operation).toList()
                : List.of();
    }

    private String operation(Verdict verdict) {
        return verdict.operation() + ": "
                + (verdict.arms().size() < 2 ? "one arm executes it" : RankingSentence.of(verdict.ranking()));
    }

    /** By the processor time of the server; "" where it was not observed, and where no arm may be named. */
    String serverCpu() {
        return answer.serverCpu()
                .filter(verdict -> answer.isSound())
                .map(Verdict::ranking)
                .map(ranking -> (ranking.hasBetter() ? "server CPU: " : "") + RankingSentence.of(ranking))
                .orElse("");
    }

    /** The answer. */
    String whole() {
        if (!answer.isSound()) {
            return unsound();
        }
        if (answer.whole().arms().size() < 2) {
            return "nothing to compare: fewer than two arms completed an operation";
        }
        return answer.fulfilling()
                        .map(this::fulfilling)
                        .orElseGet(() -> fastest(answer.whole().ranking()) + noneMeets())
                + trade();
    }

    private String unsound() {
        if (answer.isTrusted()) {
            return answer.fails()
                    ? "FAILED: no arm is named the fastest: " + failures()
                    : "NOTHING FOUND: no arm is named the fastest: " + emptyAnswers();
        }
        boolean invalid = phase.validity().equals("invalid");
        String because = invalid && !phase.wrong()
                ? phase.reasons().stream()
                        .map(reason -> reason.substring(0, reason.indexOf(':')))
                        .distinct()
                        .collect(Collectors.joining(", "))
                : phase.reasons().stream().limit(MAX_REASONS).collect(Collectors.joining("; "));
        String verdict = phase.wrong()
                ? "WRONG ANSWERS" + (invalid ? ", and INVALID" : "")
                : invalid ? "INVALID" : "no verdict on the run";
        return verdict + ": no arm is named the fastest" + (because.isEmpty() ? "" : ": " + because);
    }

    private static String fastest(Ranking ranking) {
        return (ranking.hasWinner() ? "fastest: " : "") + RankingSentence.of(ranking);
    }

    /** Only arms that meet their thresholds can win. */
    private String fulfilling(Verdict verdict) {
        Ranking ranking = verdict.ranking();
        String names = ranking.contenders().stream().map(Contender::name).collect(Collectors.joining(", "));
        String met = ranking.contenders().size() == 1
                ? "fastest that meets its thresholds: " + names + ", "
                        + ranking.by()
                                .text()
                                .apply(ranking.contenders().getFirst().figure())
                : "of those that meet their thresholds (" + names + "), " + fastest(ranking);
        return met
                + answer.arms().stream()
                        .filter(arm -> !arm.meetsThresholds())
                        .map(arm -> "; " + arm.name() + " misses " + missed(arm))
                        .collect(Collectors.joining());
    }

    private static String missed(PhaseArm arm) {
        return arm.thresholds().stream()
                .filter(threshold -> !threshold.met())
                .map(TurnsSentences::missed)
                .collect(Collectors.joining(" and "));
    }

    private static String missed(ArmThreshold threshold) {
        String own = threshold.text().substring(threshold.text().indexOf(' ') + 1);
        return own + " (" + threshold.observed() + ")";
    }

    private String noneMeets() {
        return answer.hasThresholds() && answer.arms().stream().noneMatch(PhaseArm::meetsThresholds)
                ? "; no arm meets all of its thresholds"
                : "";
    }

    private String failures() {
        return answer.arms().stream()
                .filter(PhaseArm::fails)
                .map(arm ->
                        Quantity.percent(100 * arm.errorShare()) + " of the operations of " + arm.name() + " failed")
                .collect(Collectors.joining("; "));
    }

    private String emptyAnswers() {
        return "every answer of " + String.join(", ", phase.foundNothing()) + " was empty";
    }

    /** Where another arm is the best at an operation, the mix decides. */
    private String trade() {
        List<PhaseArm> eligible = answer.fulfilling().orElse(answer.whole()).arms();
        Predicate<Verdict> other = verdict -> verdict.lead(eligible.getFirst().name()) > 1 + phase.alike()
                && eligible.contains(verdict.arms().getFirst());
        List<Verdict> others = answer.operations().stream().filter(other).toList();
        return others.isEmpty()
                ? ""
                : "; with this mix: "
                        + others.stream()
                                .map(verdict -> verdict.operation() + " is answered faster by "
                                        + verdict.arms().getFirst().name())
                                .collect(Collectors.joining(", "));
    }

    /** What the figures are of. */
    String basis() {
        return "figures of %d blocks of turns, without their guard times; mean, p50 and p99 are response times of outcome ok"
                .formatted(phase.blocks());
    }

    /** What else must be known, a line each. */
    List<String> doubts() {
        List<String> lines = new ArrayList<>();
        if (!answer.isSameWork()) {
            lines.add("arms execute different operations: all together are not the same work");
        }
        boolean open = phase.arms().stream().anyMatch(PhaseArm::isOpen);
        if (open && !phase.arms().stream().allMatch(PhaseArm::isOpen)) {
            lines.add(
                    "some arms have a rate and some have clients: they are compared by response time, under loads that differ");
        }
        if (phase.disturbed() > 0) {
            lines.add(Quantity.count(phase.disturbed(), "block") + " of " + (phase.blocks() + phase.disturbed())
                    + " left out: a worker came or went within"
                    + (phase.isDisturbed() ? "; that is over a quarter, so nothing is decided" : ""));
        }
        for (PhaseArm arm : answer.arms()) {
            if (arm.all().idle() > 0) {
                lines.add(arm.name() + " completed nothing in " + arm.all().idle() + " of " + phase.blocks() + " turns"
                        + (Verdict.isIdle(phase, arm)
                                ? ": its response times decide nothing, throughput counts such turns as 0"
                                : ""));
            }
            if (arm.isOverloaded()) {
                lines.add(
                        "%s completes %s of %s that arrive: it is overloaded, so its response times grow as long as the phase lasts"
                                .formatted(arm.name(), Quantity.rate(arm.all().perS()), Quantity.rate(arm.ratePerS())));
            } else if (arm.all().meanNs() / 1e9 > MAX_OPERATION * phase.turnS()) {
                lines.add(
                        "operations of %s take %s on average, turns %s: those that take longer than a turn are in no figure; %s"
                                .formatted(
                                        arm.name(),
                                        Quantity.duration(arm.all().meanNs()),
                                        Quantity.duration(phase.turnS() * 1e9),
                                        turnsAsLongAs(
                                                OPERATIONS_A_TURN * arm.all().meanNs() / 1e9)));
            } else if (Math.abs(arm.edge() - 1) > phase.alike() / 2) {
                lines.add("windows hold up to %s too many or too few operations of %s, whose clients begin together; %s"
                        .formatted(
                                Quantity.percent(100 * Math.abs(arm.edge() - 1)),
                                arm.name(),
                                turnsAsLongAs(
                                        OPERATIONS_BETWEEN_EDGES * arm.all().meanNs() / 1e9)));
            }
        }
        return lines;
    }

    private static String turnsAsLongAs(double seconds) {
        return seconds <= MAX_TURN
                ? "make turns as long as " + seconds(seconds)
                : "turns are too short for them, even of a minute: compare them by a sweep";
    }

    /** What to do, in one line; "" where all is decided. */
    String advice() {
        String few = TurnsRatio.sections(phase.blocks()) == 0
                ? "%d blocks of turns are too few, %d are the least: "
                        .formatted(phase.blocks(), TurnsRatio.LEAST_BLOCKS)
                : "";
        if (answer.isTrusted() && !answer.isSound()) {
            return answer.fails()
                    ? "no arm is named the fastest, as operations failed: mend that first"
                    : "no arm is named the fastest: check labels, types, properties and parameters of what found nothing; what is to find"
                            + " nothing says so with key expect";
        }
        if (!answer.isSound()) {
            return phase.validity().equals("invalid") && !phase.wrong()
                    ? "no arm is named the fastest, as the run is INVALID: " + phase.cure()
                            + (few.isEmpty() ? "" : "; " + few + duration(phase.timesForLeast() * phase.seconds()))
                    : "";
        }
        double times = Stream.concat(
                        Stream.of(answer.fulfilling().orElse(answer.whole())), answer.operations().stream())
                .mapToDouble(Verdict::times)
                .reduce(0, (one, other) -> one < 0 || other < 0 ? -1 : Math.max(one, other));
        if (times == 0 || phase.isDisturbed()) {
            return "";
        }
        return times < 0
                ? few + "what is undecided would stay so in a longer phase: arms differ by too little for so much noise"
                : few + "what is undecided needs a phase of about " + duration(times * phase.seconds());
    }

    private String duration(double seconds) {
        return seconds(seconds) + ": --set " + phase.at().phase() + ".duration=" + seconds(seconds);
    }

    /** Rounded up, as plans write it. */
    private static String seconds(double seconds) {
        double step = seconds > 2 * MINUTE ? 6 * ROUND : seconds > ROUND ? ROUND : 1;
        return String.format(Locale.ROOT, "%.0fs", Math.ceil(seconds / step - 1e-9) * step);
    }
}
