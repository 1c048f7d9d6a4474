package muster.cli.interleave;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import muster.coordinator.core.verdict.OutcomeCheck;
import muster.model.OutcomeCounts;
import muster.store.analysis.ErrorShare;
import muster.store.analysis.interleave.InterleavedComparison;
import muster.store.analysis.interleave.Restart;
import muster.store.analysis.statistics.Percent;

/** Why the turns of an arm may not tell how fast its target is. */
public final class ArmDoubts {
    /** Of the processors that this process may use: beyond it the generator may be what limits an arm. */
    private static final double BUSY = 0.9;

    /** Of the operations, absent or duplicate: of more a run warns, too. */
    private static final double MAX_OTHERS = 0.01;

    private ArmDoubts() {}

    /** Arms in whose turns this process used nearly all that it may use; of noop the generator is what is compared. */
    public static List<String> saturated(List<ArmSpec> arms, List<Restart> restarts) {
        int processors = Runtime.getRuntime().availableProcessors();
        List<String> lines = new ArrayList<>();
        for (ArmSpec arm : arms) {
            double used = mean(restarts, restart -> restart.processors(arm.name()));
            if (used > BUSY * processors && !arm.read().target().kind().equals("noop")) {
                lines.add(String.format(
                        Locale.ROOT,
                        "in the turns of %s the generator used %.2f of %d cores: its throughput may be the generator's",
                        arm.name(),
                        used,
                        processors));
            }
        }
        return lines;
    }

    private static double mean(List<Restart> restarts, ToDoubleFunction<Restart> figure) {
        return restarts.stream().mapToDouble(figure).average().orElse(0);
    }

    /**
     * Arms that their own compilers slow down more than the first arm, or less: those are at work while clients and coordinator
     * are young, and take processors from the target. With clients of 20 s HugeGraph seemed to lose 21 % to the cluster, with
     * those of 70 s 5 %.
     *
     * @param precision share of throughput that does not matter
     */
    public static List<String> cold(List<InterleavedComparison> comparisons, double precision) {
        int processors = Runtime.getRuntime().availableProcessors();
        List<String> lines = new ArrayList<>();
        for (InterleavedComparison comparison : comparisons) {
            double arm = mean(comparison.restarts(), restart -> restart.compilers(comparison.arm()));
            double base = mean(comparison.restarts(), restart -> restart.compilers(comparison.base()));
            double share = Math.abs(arm - base) / processors;
            if (share > precision) {
                lines.add(String.format(
                        Locale.ROOT,
                        "clients still warm up: compilers of the JVM used %.2f of %d cores in the turns of %s and %.2f in those of %s;"
                                + " up to %s of throughput may be theirs, which a longer warm-up or --max-time shows",
                        arm,
                        processors,
                        comparison.arm(),
                        base,
                        comparison.base(),
                        Percent.of(share)));
            }
        }
        return lines;
    }

    /** Arms of whose operations more than a few failed or were answered wrongly: a turn counts them as completed. */
    public static List<String> errors(List<ArmSpec> arms, List<Restart> restarts) {
        return beyond(
                ErrorShare.FEW,
                arms,
                arm -> Restart.errorShare(restarts, arm),
                "failed or were answered wrongly; turns count them as completed");
    }

    /** Arms that answer wrongly: they find nothing where the plan asks for data (SEMANTICS 29), and nothing is found fast. */
    public static List<String> wrong(List<ArmSpec> arms, List<Restart> restarts) {
        return beyond(
                OutcomeCheck.MAX_RIGHT,
                arms,
                arm -> Restart.unexpectedShare(restarts, arm),
                "found nothing: its database does not hold what the plan loads and writes");
    }

    private static List<String> beyond(double most, List<ArmSpec> arms, ToDoubleFunction<String> share, String what) {
        return arms.stream()
                .map(ArmSpec::name)
                .filter(arm -> share.applyAsDouble(arm) > most)
                .map(arm -> Percent.of(share.applyAsDouble(arm)) + " of the operations of " + arm + " " + what)
                .toList();
    }

    /** Arms of whose operations many were answered and not ok: a turn counts them as completed, and they may be the faster ones. */
    public static List<String> others(List<ArmSpec> arms, List<Restart> restarts) {
        List<String> lines = new ArrayList<>();
        for (ArmSpec arm : arms) {
            OutcomeCounts counts = Restart.counts(restarts, arm.name());
            if (counts.others() > MAX_OTHERS * counts.operations()) {
                lines.add("not all operations of %s were ok (%s); turns count them as completed"
                        .formatted(arm.name(), counts.sentence()));
            }
        }
        return lines;
    }
}
