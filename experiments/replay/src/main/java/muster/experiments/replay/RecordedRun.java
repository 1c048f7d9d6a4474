package muster.experiments.replay;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import muster.cli.results.RunReference;
import muster.cli.terminal.Failure;
import muster.store.file.sqlite.Query;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import org.jspecify.annotations.Nullable;

/** A run in a store file: its plan, and which operations were executed. */
final class RecordedRun {
    private final Query query;
    private final RunReference reference;
    private final long runId;

    RecordedRun(RunReference reference, Query query) {
        this.query = query;
        this.reference = reference;
        this.runId = reference.find(query);
    }

    /** Throws {@link muster.workloads.plan.language.PlanException} if this version cannot read it. */
    Plan plan() {
        if (rows("select ended_ns from run where ended_ns is not null and").isEmpty()) {
            throw Failure.badInput(source() + " has not ended: record it afterwards");
        }
        String text =
                String.valueOf(rows("select text from plan where").getFirst().getFirst());
        return PlanReader.parse(text, source(), List.of());
    }

    /** FILE:NUMBER. */
    String source() {
        return reference.file().getFileName() + ":" + runId;
    }

    /** The covered operations of the warm-up and measure phases of one trial of a step. */
    List<PhaseIndexes> phases(List<ExecutedPhase> executed, int step, int trial) {
        List<PhaseIndexes> phases = new ArrayList<>();
        for (ExecutedPhase phase : executed) {
            BitSet covered = phase.spec().kind() == PhaseKind.LOAD ? new BitSet() : covered(phase, step, trial);
            if (!covered.isEmpty()) {
                phases.add(new PhaseIndexes(phase, covered));
            }
        }
        if (phases.isEmpty()) {
            throw Failure.badInput(source() + " has no operations of step " + step + ", trial " + trial
                    + " outside of its load: choose others with --step and --trial");
        }
        return phases;
    }

    private BitSet covered(ExecutedPhase phase, int step, int trial) {
        BitSet covered = new BitSet();
        String where = " where kind = 'covered' and step = %d and trial = %d and phase = '%s' and"
                .formatted(step, trial, phase.name().replace("'", "''"));
        for (List<@Nullable Object> row : rows("select first, count, stride from coverage" + where)) {
            long first = number(row, 0);
            long count = number(row, 1);
            long stride = number(row, 2);
            for (long i = 0; i < count; i++) {
                covered.set(Math.toIntExact(first + i * stride));
            }
        }
        return covered;
    }

    private static long number(List<@Nullable Object> row, int column) {
        return (long) Objects.requireNonNull(row.get(column));
    }

    private List<List<@Nullable Object>> rows(String select) {
        return query.table(select + " run_id = " + runId).rows();
    }
}
