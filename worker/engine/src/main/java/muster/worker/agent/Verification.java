package muster.worker.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import muster.protocol.PhaseKnown;
import muster.protocol.Task;
import muster.workloads.DataFiles;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.oracle.Finding;
import muster.workloads.oracle.KnownOutcomes;
import muster.workloads.oracle.KnownOutcomes.FeedSample;
import muster.workloads.oracle.Oracle;
import muster.workloads.oracle.Ranges;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;

/** The task "verify": compares the database with what coverage says must be there. Nobody writes meanwhile. */
final class Verification {
    private final Target target;
    private final PlanCheck check;
    private final int k;

    Verification(Target target, Plan plan, DataFiles files) {
        this.target = target;
        this.check = PlanCheck.check(plan, files);
        this.k = (int) plan.workload().settings().integer("k", 15, 1, 10_000);
    }

    List<Finding> findings(Task task) throws TargetException {
        List<KnownOutcomes> known =
                task.getKnownList().stream().map(Verification::known).toList();
        Oracle oracle = Oracle.of(check.workload(), check.phases().subList(0, known.size()), known, task.getFeeds());
        List<Finding> findings = new ArrayList<>(oracle.graph(target.fingerprint()));
        if (!oracle.readers().isEmpty()) {
            findings.add(oracle.feeds(k, ask(oracle)));
        }
        findings.addAll(oracle.feedsMeanwhile());
        return findings;
    }

    private static KnownOutcomes known(PhaseKnown known) {
        return new KnownOutcomes(
                Ranges.ofRuns(known.getExecutedList()),
                Ranges.ofRuns(known.getAbsentList()),
                Ranges.ofRuns(known.getDuplicateList()),
                Ranges.ofRuns(known.getUncertainList()),
                Ranges.ofRuns(known.getAgainList()),
                known.getFeedsList().stream()
                        .map(feed -> new FeedSample(feed.getIndex(), feed.getPostsList()))
                        .toList());
    }

    private Map<Long, Optional<List<Long>>> ask(Oracle oracle) throws TargetException {
        Map<Long, Optional<List<Long>>> answers = new LinkedHashMap<>();
        try (Session session = target.session(Depth.EXECUTE)) {
            for (long reader : oracle.readers()) {
                answers.put(reader, ask(session, new Feed(reader, k)));
            }
        }
        return answers;
    }

    private Optional<List<Long>> ask(Session session, Feed feed) throws TargetException {
        for (int attempt = 0; ; attempt++) {
            Answer answer = new Answer();
            try {
                session.execute(Transaction.of(feed), answer);
                return answer.absent ? Optional.empty() : Optional.of(answer.posts);
            } catch (OperationFailure failure) {
                if (failure.kind() == Kind.PERMANENT
                        || attempt >= check.defaults().retries()) {
                    throw new TargetException("verify: the feed of " + feed.reader() + ": " + failure.getMessage());
                }
                LockSupport.parkNanos(check.defaults().backoff().toNanos() << Math.min(attempt, 10));
            }
        }
    }

    private static final class Answer implements Probe {
        private List<Long> posts = List.of();
        private boolean absent;

        @Override
        public void stage(Stage stage, long endNs) {}

        @Override
        public void outcome(int position, Outcome outcome) {
            absent = outcome == Outcome.ABSENT;
        }

        @Override
        public void elements(int position, long elements) {}

        @Override
        public void bytes(long sent, long received) {}

        @Override
        public void feed(int position, long[] shown) {
            posts = LongStream.of(shown).boxed().toList();
        }
    }
}
