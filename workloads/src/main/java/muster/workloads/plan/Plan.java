package muster.workloads.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import muster.workloads.plan.language.Settings;
import muster.workloads.plan.rule.NamedStatements;
import muster.workloads.plan.rule.Threshold;
import muster.workloads.plan.section.AnswerSettings;
import muster.workloads.plan.section.CrashSpec;
import muster.workloads.plan.section.DataSection;
import muster.workloads.plan.section.ReplaySection;
import muster.workloads.plan.section.ServerSpec;
import muster.workloads.plan.section.TraceSettings;

/**
 * What one YAML file says, checked. A plan with a sweep has several steps; each {@link Step} is a plan without one.
 *
 * @param text the YAML as it was read, with --set applied: what the store keeps
 * @param target section "target": kind and settings, secrets as references
 * @param workload section "workload": kind, seed and settings
 * @param data section "data"
 * @param phases in order
 * @param only names of the phases that are executed; the others keep their place, so that operations stay the same. Empty:
 *     all of them
 * @param server what Muster starts at the target's address; empty if the server runs already
 * @param freshState whether every step and trial starts from a reset database
 * @param steadyRequired whether a measure phase whose throughput did not stay on one level makes the run invalid
 * @param answers what the answers of queries are compared with
 * @param trace what is recorded within operations
 * @param replay recorded operations that stand in for those of the workload in warm-up and measure phases
 */
public record Plan(
        String name,
        String text,
        Section target,
        Section workload,
        DataSection data,
        long seed,
        List<PhaseSpec> phases,
        List<String> only,
        List<Threshold> thresholds,
        Optional<ServerSpec> server,
        boolean freshState,
        boolean steadyRequired,
        int trials,
        AnswerSettings answers,
        TraceSettings trace,
        ReplaySection replay,
        Map<String, Object> sweep) {
    public static final int MAX_PHASES = 100;

    public boolean executes(PhaseSpec phase) {
        return only.isEmpty() || only.contains(phase.name());
    }

    public boolean loads() {
        return phases.stream().anyMatch(phase -> phase.kind() == PhaseKind.LOAD);
    }

    /** Section "workload", and those that streams have for themselves. */
    public List<Section> workloads() {
        return Stream.concat(
                        Stream.of(workload),
                        phases.stream()
                                .flatMap(phase -> phase.streams().stream())
                                .flatMap(stream -> Stream.ofNullable(stream.workload())))
                .toList();
    }

    /** Whether a phase takes from the server what it has not synced. */
    public boolean losesPower() {
        return phases.stream()
                .map(PhaseSpec::crash)
                .anyMatch(crash -> crash != null && crash.how() == CrashSpec.How.POWER);
    }

    /** Whether it may write to the database, which must be empty or Muster's then. */
    public boolean writes() {
        return data.kind() != DataSection.Kind.NONE
                && (freshState || loads() || !workload.kind().equals("noop"));
    }

    /** The operations that may change what it says is there already, {@code data: none}: a run of them needs leave. */
    public List<String> changesOfExisting() {
        return data.kind() == DataSection.Kind.NONE
                ? workloads().stream()
                        .flatMap(of -> NamedStatements.writing(of.settings().raw()).stream())
                        .distinct()
                        .toList()
                : List.of();
    }

    /** A kind with its settings (without "kind" and "seed"). */
    public record Section(String kind, Settings settings) {}
}
