package muster.experiments.answers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import muster.cli.run.DataChecksum;
import muster.cli.terminal.Failure;
import muster.workloads.DataFiles;
import muster.workloads.Workload.Operations;
import muster.workloads.answers.AnswerChecks;
import muster.workloads.answers.AnswerReference;
import muster.workloads.answers.RecordedAnswer;
import muster.workloads.answers.ReferenceHeader;
import muster.workloads.answers.ReferenceWriter;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.ExplainedQuery;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Depth;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** Asks a database the questions of a plan, each once: what it answers is recorded, or compared with what another answered. */
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
        this.queries = AnswerChecks.comparable(check.queries());
        this.bound = bound;
        refuseNothing();
    }

    /**
     * What was recorded.
     *
     * @param phases how many operations of each ask something comparable
     * @param skipped questions without an answer of outcome ok
     */
    record Recorded(Map<String, Long> phases, long answers, long rows, long skipped, String database) {
        long operations() {
            return phases.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private void refuseNothing() {
        if (check.queries().isEmpty()) {
            throw new PlanException(
                    "workload.kind: " + plan.workload().kind() + " asks no queries, so there is nothing to record");
        }
        if (plan.workload().kind().equals("journey")) {
            throw new PlanException(
                    "workload.kind: answers of journeys are not recorded, since what a step asks comes from"
                            + " answers; record those of workload query");
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
        try (Target target = open();
                Session session = target.session(Depth.EXECUTE);
                ReferenceWriter writer = new ReferenceWriter(file, header(target))) {
            List<String> names = queries.stream().map(Query::name).toList();
            Recording recording = new Recording(writer, new EmptyAnswers(allowed), names);
            Map<String, Long> phases = ask(session, recording, progress);
            if (writer.answers() == 0) {
                throw Failure.fault("target " + plan.target().kind() + " gave no answers to compare");
            }
            recording.empty.refuse(names);
            writer.finish();
            return new Recorded(phases, writer.answers(), recording.rows, recording.skipped, database(target.facts()));
        } catch (TargetException e) {
            throw Failure.fault(String.valueOf(e.getMessage()));
        }
    }

    /** What the database warns of: such a statement may not mean what it says. */
    List<String> warnings() {
        try (Target target = open()) {
            return ExplainedQuery.all(check, target).stream()
                    .flatMap(query -> query.explanation().warnings().stream()
                            .map(words -> query.place() + ": " + query.query().name() + ": " + words))
                    .toList();
        } catch (TargetException e) {
            throw Failure.fault(String.valueOf(e.getMessage()));
        }
    }

    /** Asks the same questions, and compares the answers with a reference that was recorded for this plan. */
    AnswerDifferences compare(AnswerReference reference, Consumer<String> progress) throws IOException {
        try (Target target = open();
                Session session = target.session(Depth.EXECUTE)) {
            AnswerDifferences differences = new AnswerDifferences(reference, queries, database(target.facts()));
            ask(session, differences, progress);
            return differences;
        } catch (TargetException e) {
            throw Failure.fault(String.valueOf(e.getMessage()));
        }
    }

    private Target open() throws TargetException {
        return check.target()
                .open(plan.target().settings().resolved(), plan.workload().settings());
    }

    /** Of every phase that asks anything: how many of its operations do, repeated ones included. */
    private Map<String, Long> ask(Session session, AskedQuestions.Answered answered, Consumer<String> progress)
            throws IOException, TargetException {
        AskedQuestions questions = new AskedQuestions(session, check.defaults(), queries, answered);
        Map<String, Long> phases = new LinkedHashMap<>();
        for (ExecutedPhase phase : check.loads()) {
            if (phase.spec().kind() != PhaseKind.LOAD) {
                phases.put(phase.name(), ask(phase, questions, progress));
            }
        }
        return phases;
    }

    private long ask(ExecutedPhase phase, AskedQuestions questions, Consumer<String> progress)
            throws IOException, TargetException {
        Operations operations = check.operations(phase);
        long count = phase.planned() < 0 ? Math.min(bound, operations.count()) : phase.planned();
        long asked = 0;
        long sayNs = System.nanoTime() + PROGRESS_NS;
        for (long index = 0; index < count; index++) {
            if (operations.at(index) instanceof QueryOperation question && questions.ask(question)) {
                asked++;
            }
            if (System.nanoTime() > sayNs) {
                progress.accept("%s: %,d of %,d operations".formatted(phase.name(), index, count));
                sayNs = System.nanoTime() + PROGRESS_NS;
            }
        }
        return asked;
    }

    private ReferenceHeader header(Target target) {
        List<String> languages = check.target().languages();
        return new ReferenceHeader(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                plan.name(),
                database(target.facts()),
                DataChecksum.of(plan, files),
                queries.stream()
                        .map(query -> AnswerChecks.recorded(query, languages))
                        .toList());
    }

    private String database(Map<String, String> facts) {
        String database = facts.getOrDefault("database", "");
        return (plan.target().kind() + " " + facts.getOrDefault("server.version", "") + " at "
                        + facts.getOrDefault("address", "") + (database.isEmpty() ? "" : "/" + database))
                .replaceAll("\\s+", " ");
    }

    private static final class Recording implements AskedQuestions.Answered {
        private final ReferenceWriter writer;
        private final EmptyAnswers empty;
        /** Of operations, by number. */
        private final List<String> names;

        private long rows;
        private long skipped;

        Recording(ReferenceWriter writer, EmptyAnswers empty, List<String> names) {
            this.writer = writer;
            this.empty = empty;
            this.names = names;
        }

        @Override
        public void take(RecordedAnswer answer) throws IOException {
            rows += answer.digest().rows();
            writer.add(answer);
            empty.add(names.get(answer.operation()), answer.digest(), answer.firstRows());
        }

        @Override
        public void none(RecordedAnswer question, Outcome outcome) {
            skipped++;
        }
    }
}
