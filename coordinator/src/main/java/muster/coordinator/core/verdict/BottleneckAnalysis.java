package muster.coordinator.core.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.ServerUse;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * Names what limited a measure phase, from what is stored of it: checks, stages and processor time. It decides nothing.
 * What each answer rests on is in docs/decisions/0047-bottleneck.md.
 */
public final class BottleneckAnalysis {
    static final String NAME = "bottleneck";

    /** A part of the time from which on it is called the limit. */
    static final double MAX_OF_IT = 0.5;
    /** Of the processor time that a generator may use; where it means to use all, as with noop, nothing else limits. */
    private static final double SATURATED = 0.85;
    /** From here on a client's own cost is worth a word. */
    private static final double NOTABLE = 0.25;

    /** From the cause to the effect: a check that explains others stands before them. */
    private static final List<String> CAUSES = List.of(
            "lost worker",
            "cpu quota",
            "gc pauses",
            "steal",
            "generator cpu",
            "processor demand",
            "run-queue wait",
            "canary",
            "hand-over",
            "hiccups",
            "schedule lag");

    private final Evidence evidence;

    private BottleneckAnalysis(Evidence evidence) {
        this.evidence = evidence;
    }

    /** What is at the limit, as stored. */
    enum Culprit {
        GENERATOR("generator"),
        CONNECTION_POOL("connection pool"),
        COORDINATOR("coordinator"),
        SERVER_CPU("server cpu"),
        HOST_CPU("host cpu"),
        SERVER_THREAD("server thread"),
        DISK("disk"),
        /** It waits, for a lock or a pool of its own: it is not at work, and the network is not what takes the time. */
        SERVER_WAIT("server wait"),
        NETWORK("network"),
        /** Whatever is in it or on the way to it, as nothing that was observed tells which, or nothing was observed. */
        SERVER("server"),
        /** It stopped answering for good. */
        TARGET_LOST("target lost"),
        NONE("none");

        final String label;

        Culprit(String label) {
            this.label = label;
        }
    }

    /**
     * What one phase left behind.
     *
     * @param seconds the measured time
     * @param clients of all workers
     * @param ratePerS offered by the open model; 0 for the closed one
     * @param arrivals of its schedule; 0 where something else than its duration ended the phase, so that only rate times time is
     *     known
     * @param figures of the phase, with sums by timing
     * @param cpu one entry a worker
     * @param failed validity checks that did not pass
     * @param saturates whether the plan means to use all cores, as noop does
     */
    record Evidence(
            double seconds,
            long clients,
            double ratePerS,
            long arrivals,
            PhaseFigures figures,
            List<GeneratorCpu> cpu,
            List<CheckRow> failed,
            boolean saturates) {
        /** Of all operations, whatever their outcome; a sample that lacks this stage counts as 0. */
        double meanNs(String timing) {
            double samples = figures.operations().stream()
                    .filter(row -> row.operation().isEmpty() && row.timing().equals("service"))
                    .mapToLong(PhaseFigures.OperationFigures::all)
                    .sum();
            return samples <= 0 ? 0 : figures.timingNs().getOrDefault(timing, 0.0) / samples;
        }

        /** The mean of all stages whose names begin so. */
        double meanOf(String stages) {
            return figures.timingNs().keySet().stream()
                    .filter(timing -> timing.startsWith(stages))
                    .mapToDouble(this::meanNs)
                    .sum();
        }

        /** The part of the service time that these stages take. */
        double share(String stages) {
            double serviceNs = meanNs("service");
            return serviceNs <= 0 ? 0 : meanOf(stages) / serviceNs;
        }
    }

    /** Cores that a worker used on average, and those that it may use. */
    record GeneratorCpu(String worker, double usedCores, double allowedCores) {
        double share() {
            return allowedCores <= 0 ? 0 : usedCores / allowedCores;
        }
    }

    /**
     * The answer.
     *
     * @param sentence one line that names figures
     */
    public record Finding(Culprit culprit, String worker, String sentence) {
        /** Of a phase as a whole. */
        CheckRow row(PhaseAt at) {
            return CheckRows.finding(at, NAME, culprit.label, worker, sentence);
        }

        /** Of one of its loads. */
        private CheckRow row(PhaseAt at, ValidityCheck.Load load) {
            return CheckRows.finding(at, load.named(NAME), culprit.label, worker, sentence);
        }
    }

    /** What limited each load of a phase; one row where that is the same for all. */
    public static List<CheckRow> rows(PhaseAt at, ValidityCheck.Facts facts, List<CheckRow> validity) {
        List<Finding> findings = facts.loads().stream()
                .map(load -> of(facts.evidence(load, validity)))
                .toList();
        if (findings.stream().distinct().count() == 1) {
            return List.of(findings.getFirst().row(at));
        }
        List<CheckRow> rows = new ArrayList<>();
        for (ValidityCheck.Load load : facts.loads()) {
            rows.add(findings.get(rows.size()).row(at, load));
        }
        return rows;
    }

    public static Finding of(Evidence evidence) {
        return new BottleneckAnalysis(evidence).find();
    }

    private Finding find() {
        List<CheckRow> causes = evidence.failed().stream()
                .filter(row -> !ValidityCheck.isNobodys(row) && !isLeaseWait(row))
                .sorted(Comparator.comparingInt(BottleneckAnalysis::rank))
                .toList();
        if (!causes.isEmpty()) {
            return generator(causes.getFirst());
        }
        if (evidence.figures().counted() == 0) {
            return none("nothing was completed");
        }
        if (evidence.saturates() && busiest().share() >= SATURATED) {
            return new Finding(
                    Culprit.GENERATOR, busiest().worker(), "the generator, as intended by this plan: it " + used());
        }
        if (evidence.failed().stream().anyMatch(BottleneckAnalysis::isLeaseWait)) {
            return coordinator();
        }
        OpenRate rate = new OpenRate(evidence);
        return rate.kept() ? none(rate.text() + "; the generator " + used()) : target();
    }

    private static boolean isLeaseWait(CheckRow row) {
        return ValidityCheck.is(row, ValidityCheck.LEASE_WAIT);
    }

    private static int rank(CheckRow row) {
        return (int) CAUSES.stream()
                .takeWhile(cause -> !ValidityCheck.is(row, cause))
                .count();
    }

    private Finding generator(CheckRow cause) {
        // Some reasons name the processor time themselves.
        String also = cause.reason().contains(" may use") ? "" : "; it " + used();
        String sentence = "the generator: %s (%s: %s, limit %s)%s"
                .formatted(cause.reason(), cause.name(), cause.observed(), cause.expected(), also);
        return new Finding(Culprit.GENERATOR, cause.worker(), sentence);
    }

    private Finding target() {
        double acquire = evidence.figures().share("acquire", "service");
        double lease = evidence.figures().share("lease", "response");
        if (acquire >= MAX_OF_IT) {
            return found(
                    Culprit.CONNECTION_POOL,
                    "the connection pool: %s of the %s of an operation are stage acquire"
                            .formatted(mean("acquire"), mean("service")));
        }
        if (lease >= MAX_OF_IT) {
            return coordinator();
        }
        ServerUse use = evidence.figures().server();
        Finding observed = use == null ? null : observed(use);
        return observed != null ? observed : waiting(use, acquire);
    }

    private Finding coordinator() {
        return found(
                Culprit.COORDINATOR,
                "the coordinator: %s of the %s of a response are the wait for a lease"
                        .formatted(mean("lease"), mean("response")));
    }

    private @Nullable Finding observed(ServerUse use) {
        Finding full = ServerAnalysis.full(use, evidence.figures().underWay(evidence.seconds()), used());
        return full != null ? full : WaitAnalysis.of(evidence, use, used());
    }

    private Finding waiting(@Nullable ServerUse use, double acquire) {
        return found(
                Culprit.SERVER,
                "the server: operations spend %s of their service time (mean %s) waiting for its answer; %sthe generator %s%s"
                        .formatted(
                                percent(1 - acquire),
                                mean("service"),
                                use == null ? "" : ServerAnalysis.idle(use) + "; ",
                                used(),
                                ownCost()));
    }

    private Finding none(String why) {
        return found(Culprit.NONE, "nothing was at its limit: " + why);
    }

    static Finding found(Culprit culprit, String sentence) {
        return new Finding(culprit, "", sentence);
    }

    /** With few clients and a fast server the client library is a good part of what is measured. */
    private String ownCost() {
        double costNs =
                evidence.cpu().stream().mapToDouble(GeneratorCpu::usedCores).sum()
                        * evidence.seconds()
                        * 1e9
                        / evidence.figures().counted();
        double serviceNs = evidence.meanNs("service");
        return serviceNs > 0 && costNs >= NOTABLE * serviceNs
                ? ", " + Quantity.duration(costNs) + " of processor time an operation"
                : "";
    }

    private GeneratorCpu busiest() {
        return evidence.cpu().stream()
                .max(Comparator.comparingDouble(GeneratorCpu::share))
                .orElse(new GeneratorCpu("", 0, 0));
    }

    private String used() {
        GeneratorCpu busiest = busiest();
        String of = busiest.allowedCores() == 1
                ? "the 1 core"
                : "%s cores".formatted(Quantity.number(busiest.allowedCores()));
        return "used %.2f of %s that %s may use"
                .formatted(busiest.usedCores(), of, evidence.cpu().size() == 1 ? "it" : busiest.worker());
    }

    private String mean(String timing) {
        return Quantity.duration(evidence.meanNs(timing));
    }

    private static String percent(double share) {
        return Quantity.percent(100 * share);
    }
}
