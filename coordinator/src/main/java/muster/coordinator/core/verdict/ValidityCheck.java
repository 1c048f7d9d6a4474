package muster.coordinator.core.verdict;

import static muster.coordinator.core.verdict.CheckRows.format;

import java.util.List;
import java.util.Set;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.membership.PhaseMember;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.protocol.Resources;
import muster.text.Quantity;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.profile.LoadProfile;
import muster.workloads.plan.turns.ArmTurns;
import org.jspecify.annotations.Nullable;

/**
 * Evidence against the generator of a measure phase, worker by worker (docs/semantics.md rule 21). The limits and what they rest on
 * are in docs/decisions/0007-validity.md.
 */
public final class ValidityCheck {
    static final String LEASE_WAIT = "lease wait";
    private static final String SCHEDULE_LAG = "schedule lag";
    private static final String OF = " of ";
    private static final double NANO = 1e9;
    private static final double MAX_LEASE_SHARE = 0.1;
    private static final String UNCOMPLETED = "clients without a completion";
    private static final String MISSED = "missed arrivals";
    private static final String CLAMPED = "clamped samples";

    /** The phase, its drain or an hour was too short for its operations, whoever made them slow. */
    private static final Set<String> NOBODYS = Set.of(UNCOMPLETED, MISSED, CLAMPED);

    private static final long MAX_LAG_NS = 50_000_000;
    private static final long MAX_LATE_NS = 50_000_000;
    private static final double MAX_WAIT_SHARE = 0.5;
    private static final double MAX_HICCUP_SHARE = 0.25;
    private static final double MAX_THROTTLED_SHARE = 0.25;
    private static final double MAX_GC_SHARE = 0.05;
    /** In a phase of a second or two one pause would be more than its share. */
    private static final double FEW_PAUSES_S = 0.2;

    private static final double MAX_STEAL_SHARE = 0.10;

    private final CheckRows checks;
    private final Facts facts;

    private ValidityCheck(PhaseAt at, Facts facts) {
        this.checks = new CheckRows(at, CheckKind.VALIDITY);
        this.facts = facts;
    }

    /**
     * What the phase was and what came of it.
     *
     * @param seconds the measured time
     * @param members all that took part
     * @param loads what it offered, one or several at the same time
     * @param saturates whether the plan means to use all cores, as noop does: then waiting for one is no evidence
     * @param leaseSize as submitted; 0 for automatic
     */
    public record Facts(double seconds, List<PhaseMember> members, List<Load> loads, boolean saturates, int leaseSize) {
        boolean openLoop() {
            return loads.stream().anyMatch(Load::open);
        }

        boolean byCount() {
            return loads.stream().anyMatch(Load::byCount);
        }

        /** What {@link BottleneckAnalysis} goes by. */
        public BottleneckAnalysis.Evidence evidence(Load load, List<CheckRow> validity) {
            return new BottleneckAnalysis.Evidence(
                    load.onSeconds(seconds),
                    Math.round(load.spec().meanClients()),
                    load.offeredPerS(seconds),
                    lastedItsTime(load) ? load.figures().books().planned() : 0,
                    load.figures(),
                    members.stream().map(Facts::cpu).toList(),
                    validity.stream()
                            .filter(row -> !row.passed() && concerns(row, load))
                            .toList(),
                    saturates);
        }

        /** Neither what another stream lacked, nor the schedule of other streams limits a closed one. */
        private boolean concerns(CheckRow row, Load load) {
            boolean ofAnother = loads.stream()
                    .anyMatch(other -> !other.equals(load) && row.name().endsWith(OF + other.stream()));
            return !ofAnother && (load.open() || !row.name().equals(SCHEDULE_LAG));
        }

        private boolean lastedItsTime(Load load) {
            long durationNs = load.spec().durationNs();
            return !load.byCount() && durationNs > 0 && Math.round(seconds * 1e9) >= durationNs;
        }

        private static BottleneckAnalysis.GeneratorCpu cpu(PhaseMember member) {
            GeneratorEvidence evidence = GeneratorEvidence.of(member);
            return new BottleneckAnalysis.GeneratorCpu(
                    member.worker.name(), evidence.usedCores(), evidence.allowedCores());
        }
    }

    /**
     * One load of the phase.
     *
     * @param stream its name; "" for the only one
     * @param missedArrivals of the open model's schedule
     * @param byCount whether its operations bound it, and not its duration: at its end some clients have nothing left to do
     * @param turns in which it was offered; null where it was all the time
     */
    public record Load(
            String stream,
            PhaseSpec spec,
            PhaseFigures figures,
            long missedArrivals,
            boolean byCount,
            @Nullable ArmTurns turns) {
        /** Of so many seconds of the phase those in which it was offered. */
        double onSeconds(double seconds) {
            return turns == null ? seconds : turns.onNs(Math.round(seconds * NANO)) / NANO;
        }

        /** For how long it was offered without a break. */
        double spanSeconds(double seconds) {
            return turns == null ? seconds : turns.schedule().turnNs() / NANO;
        }

        boolean open() {
            return spec.rate() != null;
        }

        /** The mean over so many seconds of the phase; 0 of the closed model. */
        private double offeredPerS(double seconds) {
            PhaseSpec.Rate rate = spec.rate();
            LoadProfile profile = spec.rateProfile();
            if (rate == null || profile == null || seconds <= 0) {
                return rate == null ? 0 : rate.arrivals() * 1e9 / rate.periodNs();
            }
            return profile.line(spec.durationNs()).mean(Math.round(seconds * 1e9));
        }

        /** What a check is called of this load. */
        public String named(String check) {
            return stream.isEmpty() ? check : check + OF + stream;
        }
    }

    public static List<CheckRow> of(PhaseAt at, Facts facts) {
        ValidityCheck validity = new ValidityCheck(at, facts);
        facts.members().forEach(validity::worker);
        facts.loads().forEach(validity::load);
        return validity.checks.rows();
    }

    /** Whether nobody is to blame for what this check found. */
    static boolean isNobodys(CheckRow row) {
        return NOBODYS.stream().anyMatch(check -> is(row, check));
    }

    /** Whether a row is of this check, for a phase or one of its streams. */
    static boolean is(CheckRow row, String check) {
        return row.name().equals(check) || row.name().startsWith(check + OF);
    }

    private void load(Load load) {
        LittlesLawCheck.judge(checks, facts, load);
        if (load.open() && !load.stream().isEmpty() && !facts.saturates() && facts.leaseSize() != 1) {
            // Those of a phase with one load are compared worker by worker; the sums of a worker mix streams.
            leases(load.named(LEASE_WAIT), "", load.figures().share("lease", "service"));
        }
        checks.add(
                load.named(MISSED),
                "0",
                load.missedArrivals() + "",
                load.missedArrivals() == 0,
                "",
                "arrivals of the schedule were never started");
    }

    private void worker(PhaseMember member) {
        lost(member);
        cores(member);
        schedule(member);
        String name = member.worker.name();
        if (!facts.byCount()) {
            long idle = member.reports.evidence().getClientsWithoutCompletion();
            most(name, UNCOMPLETED, idle, 0, "clients never completed an operation: measure for longer than one takes");
        }
        most(name, CLAMPED, member.reports.clamped(), 0, "latencies beyond one hour were cut");
    }

    /** One that dies or falls silent takes its clients with it, and what it had done since its last report. */
    private void lost(PhaseMember member) {
        boolean lost = member.start.started() && member.departure.leftNs() > 0 && !member.departure.drained();
        if (lost) {
            String name = member.worker.name();
            checks.add(
                    "lost worker",
                    "none",
                    member.departure.reason(),
                    false,
                    name,
                    "it left before the end of the phase");
        }
    }

    /** Whether its threads ran when they had something to do. */
    private void cores(PhaseMember member) {
        GeneratorEvidence evidence = GeneratorEvidence.of(member);
        Resources phase = evidence.phase();
        String name = member.worker.name();
        if (!facts.saturates()) {
            waited(name, phase);
            new SaturationCheck(checks, member, facts.members()).judge(facts.openLoop());
            DemandCheck.judge(checks, name, evidence);
        }
        share(
                name,
                "hiccups",
                evidence.share(phase.getHiccupNs()),
                MAX_HICCUP_SHARE,
                "it stood still for more than 20 ms at a time: throttled, stopped or short of cores");
        share(
                name,
                "cpu quota",
                evidence.shareOfCore(phase.getThrottledNs()),
                MAX_THROTTLED_SHARE,
                "the CPU quota of its control group or container held it back");
        share(
                name,
                "steal",
                evidence.shareOfCore(phase.getStealNs()),
                MAX_STEAL_SHARE,
                "the hypervisor took the cores away");
        collections(member, evidence);
    }

    /**
     * Beside its database a generator's collector shares the cores with it, so pauses get long without much garbage: there
     * they are a warning ({@link ColocationCheck}), unless clients ran late.
     */
    private void collections(PhaseMember member, GeneratorEvidence evidence) {
        boolean excused = ColocationCheck.excuses(member);
        checks.add(
                "gc pauses",
                "<= " + format(mostPauses(evidence)) + " of the time" + (excused ? ", or no client late" : ""),
                format(pauses(evidence)),
                excused || pauses(evidence) <= mostPauses(evidence),
                member.worker.name(),
                "garbage collection stopped the worker");
    }

    static double pauses(GeneratorEvidence evidence) {
        return evidence.share(evidence.phase().getGcPauseNs());
    }

    static double mostPauses(GeneratorEvidence evidence) {
        return Math.max(MAX_GC_SHARE, FEW_PAUSES_S * 1e9 / Math.max(FEW_PAUSES_S * 1e9, evidence.windowNs()));
    }

    private void schedule(PhaseMember member) {
        String name = member.worker.name();
        if (!member.joining) {
            long mostNs = Math.max(MAX_LATE_NS, member.start.offsetErrorNs());
            mostTime(name, "late start", member.reports.lateStartNs(), mostNs, "it began after the others");
        }
        if (facts.openLoop()) {
            mostTime(
                    name,
                    SCHEDULE_LAG,
                    member.reports.pacingLagMaxNs(),
                    MAX_LAG_NS,
                    ScheduleLag.reason(member, facts.loads()));
            if (!member.joining
                    && !facts.saturates()
                    && facts.leaseSize() != 1
                    && facts.loads().size() == 1) {
                Resources phase = member.reports.evidence();
                double share = phase.getServiceNs() <= 0 ? 0 : (double) phase.getLeaseWaitNs() / phase.getServiceNs();
                leases(LEASE_WAIT, name, share);
            }
        }
    }

    /** Arrivals that wait for a lease are late in their response times; of clients that wait Little's law tells. */
    private void leases(String name, String worker, double share) {
        checks.add(
                name,
                "<= " + MAX_LEASE_SHARE + " of the service time",
                format(share),
                share <= MAX_LEASE_SHARE,
                worker,
                "its arrivals waited for leases of the coordinator, and their response times hold that");
    }

    /**
     * How much of its own clients' service time, all outcomes, its threads may have spent waiting for a core. The share of
     * the threads' own time says nothing: beside a busy database on the same machine it is always large.
     */
    private void waited(String worker, Resources phase) {
        double share = phase.getServiceNs() <= 0 ? 0 : (double) phase.getRunQueueWaitNs() / phase.getServiceNs();
        checks.add(
                "run-queue wait",
                "<= " + MAX_WAIT_SHARE + " of the service time",
                format(share),
                share <= MAX_WAIT_SHARE,
                worker,
                "its threads waited for a core: this generator was too slow to be trusted");
    }

    private void share(String worker, String name, double share, double most, String reason) {
        checks.add(name, "<= " + format(most) + " of the time", format(share), share <= most, worker, reason);
    }

    private void mostTime(String worker, String name, long ns, long mostNs, String reason) {
        checks.add(
                name,
                "<= " + Quantity.duration((double) mostNs),
                Quantity.duration((double) ns),
                ns <= mostNs,
                worker,
                reason);
    }

    private void most(String worker, String name, long value, long most, String reason) {
        checks.add(name, "<= " + most, value + "", value <= most, worker, reason);
    }
}
