package muster.cli.answers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import muster.cli.run.DataChecksum;
import muster.cli.terminal.Failure;
import muster.workloads.DataFiles;
import muster.workloads.Workload.Operations;
import muster.workloads.answer.AnswerChecks;
import muster.workloads.answer.ReferenceHeader;
import muster.workloads.answer.ReferenceWriter;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.ExplainedQuery;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** Asks the questions of a plan, each once, and writes what a database answers. */
final class AnswerRecorder {
    private static final long PROGRESS_NS = 5_000_000_000L;

    private final Plan plan;
    private final DataFiles files;
    private final PlanCheck check;
    private final List<Query> queries;
    private final long bound;

    /**
     * Throws {@link PlanException} if the plan has no answers that could be compared.
     *
     * @param bound operations of a phase that ends by its duration
     */
    AnswerRecorder(Plan plan, DataFiles files, long bound) {
        this.plan = plan;
        this.files = files;
        this.check = PlanCheck.check(plan, files);
        this.queries = AnswerChecks.comparable(check.workload().queries());
        this.bound = bound;
        refuseNothing();
    }

    /**
     * What was recorded.
     *
     * @param operations that ask something comparable
     * @param skipped questions without an answer of outcome ok
     */
    record Recorded(long operations, long answers, long rows, long skipped, String database) {}

    private void refuseNothing() {
        if (check.workload().queries().isEmpty()) {
            throw new PlanException(
                    "workload.kind: " + plan.workload().kind() + " asks no queries, so there is nothing to record");
        }
        if (queries.isEmpty()) {
            throw new PlanException("workload.operations: none has answers that stay the same: the plan writes;"
                    + " mark reads as stable whose answers do not change");
        }
        if (check.depth() != Depth.EXECUTE) {
            throw new PlanException("workload.depth: only depth execute has answers");
        }
    }

    /** @param allowed operations of which every answer may be empty, or a zero */
    Recorded record(Path file, Collection<String> allowed, Consumer<String> progress) throws IOException {
        EmptyAnswers empty = new EmptyAnswers(allowed);
        try (Target target = check.target()
                        .open(
                                plan.target().settings().resolved(),
                                plan.workload().settings());
                Session session = target.session(Depth.EXECUTE);
                ReferenceWriter writer = new ReferenceWriter(file, header(target))) {
            RecordedQuestions log = new RecordedQuestions(session, check.defaults(), queries, writer, empty);
            for (ExecutedPhase phase : check.phases()) {
                if (phase.spec().kind() != PhaseKind.LOAD) {
                    ask(phase, log, progress);
                }
            }
            if (writer.answers() == 0) {
                throw Failure.fault("target " + plan.target().kind() + " gave no answers to compare");
            }
            empty.refuse(queries.stream().map(Query::name).toList());
            writer.finish();
            return log.recorded(database(target.facts()));
        } catch (TargetException e) {
            throw Failure.fault(String.valueOf(e.getMessage()));
        }
    }

    /** What the database warns of: such a statement may not mean what it says. */
    List<String> warnings() {
        try (Target target = check.target()
                .open(plan.target().settings().resolved(), plan.workload().settings())) {
            return ExplainedQuery.all(check, target).stream()
                    .flatMap(query -> query.explanation().warnings().stream()
                            .map(words -> query.place() + ": " + query.query().name() + ": " + words))
                    .toList();
        } catch (TargetException e) {
            throw Failure.fault(String.valueOf(e.getMessage()));
        }
    }

    private void ask(ExecutedPhase phase, RecordedQuestions log, Consumer<String> progress)
            throws IOException, TargetException {
        Operations operations = check.workload().operations(phase.key());
        long count = phase.planned() < 0 ? Math.min(bound, operations.count()) : phase.planned();
        long sayNs = System.nanoTime() + PROGRESS_NS;
        for (long index = 0; index < count; index++) {
            if (operations.at(index) instanceof QueryOperation question) {
                log.ask(question);
            }
            if (System.nanoTime() > sayNs) {
                progress.accept("%s: %,d of %,d operations".formatted(phase.name(), index, count));
                sayNs = System.nanoTime() + PROGRESS_NS;
            }
        }
    }

    private ReferenceHeader header(Target target) {
        return new ReferenceHeader(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                plan.name(),
                database(target.facts()),
                DataChecksum.of(plan, files),
                queries.stream().map(AnswerChecks::operation).toList());
    }

    private String database(Map<String, String> facts) {
        String database = facts.getOrDefault("database", "");
        return (plan.target().kind() + " " + facts.getOrDefault("server.version", "") + " at "
                        + facts.getOrDefault("address", "") + (database.isEmpty() ? "" : "/" + database))
                .replaceAll("\\s+", " ");
    }
}
