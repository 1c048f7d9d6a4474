package muster.workloads.replay;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import muster.workloads.DataFiles;
import muster.workloads.ExpectedOthers;
import muster.workloads.Workload;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.Query;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.section.ReplaySection;
import muster.workloads.plan.section.ReplaySection.Pace;
import org.jspecify.annotations.Nullable;

/**
 * Recorded operations: the load and everything else is that of a workload, but operation i of a warm-up or measure phase is
 * the i-th recorded one of the phase of the same name.
 */
public final class ReplayWorkload implements Workload {
    private final Workload workload;
    private final ReplaySection section;
    private final ReplayFile file;
    private final OperationCodec codec;
    private final List<RecordedPhase> phases;

    private ReplayWorkload(
            Workload workload, ReplaySection section, ReplayFile file, String kind, List<String> phases) {
        this.workload = workload;
        this.section = section;
        this.file = file;
        this.codec = new OperationCodec(kind, workload.queries());
        this.phases = phases.stream().map(this::phase).toList();
    }

    /**
     * Opens the file of a section that names one, and reads each operation.
     *
     * @param workload of kind {@code kind}, as the plan has it
     * @param phases names of the warm-up and measure phases, by slot
     * @throws PlanException naming file, line and what would be right
     */
    public static ReplayWorkload open(
            Workload workload, String kind, ReplaySection section, List<String> phases, DataFiles files) {
        ReplayFile file = ReplayFile.open(files.path(section.file()), section.file());
        if (!file.header().workload().equals(kind)) {
            throw new PlanException(section.file() + ":1: operations of workload "
                    + file.header().workload() + ", but the plan has workload " + kind
                    + ": replay them with the plan that was recorded");
        }
        ReplayWorkload replay = new ReplayWorkload(workload, section, file, kind, phases);
        file.check(replay.codec);
        return replay;
    }

    /** Refuses to replay operations of one graph on another, where the plan loads it. */
    public ReplayWorkload onGraphOf(long seed) {
        ReplayHeader header = file.header();
        if (header.seed() != seed) {
            throw otherGraph("seed " + header.seed(), "seed " + seed);
        }
        for (LoadPart part : workload.loadParts()) {
            Long recorded = header.load().get(part.name());
            if (recorded != null && recorded != part.count()) {
                throw otherGraph(recorded + " " + part.name(), part.count() + " " + part.name());
            }
        }
        return this;
    }

    private PlanException otherGraph(String recorded, String loaded) {
        return new PlanException(section.file() + ":1: recorded on a graph with " + recorded
                + ", but the plan loads one with " + loaded + ": set the same in section workload, or record again");
    }

    private RecordedPhase phase(String name) {
        return file.header().phases().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new PlanException("phases: " + name + ": " + section.file() + " has operations of "
                        + String.join(
                                ", ",
                                file.header().phases().stream()
                                        .map(RecordedPhase::name)
                                        .toList())
                        + ": rename the phase, or take it out"));
    }

    /** Refuses to replay a phase at recorded times that it does not have; a warm-up then goes as fast as it can. */
    public void refuseUntimed(String name) {
        if (section.pace() == Pace.RECORDED && !phase(name).timed()) {
            throw new PlanException("replay.pace: recorded: phase " + name + " of " + section.file()
                    + " has no times, since its load model was closed: use pace: fast");
        }
    }

    @Override
    public List<LoadPart> loadParts() {
        return workload.loadParts();
    }

    @Override
    public List<Query> queries() {
        return workload.queries();
    }

    @Override
    public Map<String, ExpectedAnswers> expected() {
        return workload.expected();
    }

    @Override
    public ExpectedAnswers answers(String query, Path file) {
        return workload.answers(query, file);
    }

    @Override
    public int actionsPerTransaction() {
        return workload.actionsPerTransaction();
    }

    @Override
    public Operations operations(PhaseKey key) {
        boolean load = loadParts().stream().map(LoadPart::name).anyMatch(key.part()::equals);
        if (load) {
            return workload.operations(key);
        }
        RecordedPhase phase = phases.get(key.slot());
        return new Recorded(file, codec, file.firstLine(phase.name()), phase.operations(), startNs(phase));
    }

    @Override
    public ExpectedOthers expectedOthers(PhaseKey key) {
        return workload.queries().isEmpty() ? ExpectedOthers.GIVEN : workload.expectedOthers(key);
    }

    private @Nullable LongUnaryOperator startNs(RecordedPhase phase) {
        long first = file.firstLine(phase.name());
        double speed = section.speed();
        return section.pace() == Pace.FAST || !phase.timed()
                ? null
                : index -> scaled(file.startNs(first + index), speed);
    }

    /** At speed 1 exact; otherwise rounded down to whole nanoseconds, in 64-bit floating point like Python's. */
    private static long scaled(long ns, double speed) {
        return speed == 1 ? ns : (long) (ns / speed);
    }

    private record Recorded(
            ReplayFile file,
            OperationCodec codec,
            long firstLine,
            long count,
            @Nullable LongUnaryOperator startNs) implements Operations {
        @Override
        public Operation at(long index) {
            return codec.read(file.operation(firstLine + index));
        }
    }

    /** Parts of the load with their operations, as the header of a recording has them. */
    public static Map<String, Long> load(Workload workload) {
        Map<String, Long> load = new LinkedHashMap<>();
        workload.loadParts().forEach(part -> load.put(part.name(), part.count()));
        return load;
    }
}
