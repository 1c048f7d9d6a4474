package muster.workloads.query;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import muster.workloads.ExpectedOthers;
import muster.workloads.Workload;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanException;
import muster.workloads.random.Mix;
import muster.workloads.random.MixTable;

/**
 * Operations that a plan names, without end. With Q = mix(P, {@link #STREAM}) and P the hash of the phase, {@link MixTable}
 * says for key Q which operation an index is, and its rank; a parameter is drawn with the key mix(Q, digest of its name).
 */
public final class QueryWorkload implements Workload {
    /** Keeps these draws apart from all others: "query". */
    private static final long STREAM = 0x71_7565_7279L;

    private final List<NamedQuery> queries;
    private final Map<String, ExpectedAnswers> expected;
    private final int actionsPerTransaction;
    private final long horizon;

    /** @param horizon how many indexes back something counts as done */
    QueryWorkload(
            List<NamedQuery> queries, Map<String, ExpectedAnswers> expected, int actionsPerTransaction, long horizon) {
        this.queries = List.copyOf(queries);
        this.expected = Map.copyOf(expected);
        this.actionsPerTransaction = actionsPerTransaction;
        this.horizon = horizon;
    }

    @Override
    public List<Query> queries() {
        return queries.stream().map(NamedQuery::query).toList();
    }

    @Override
    public Map<String, ExpectedAnswers> expected() {
        return expected;
    }

    /** An operation that is not named keeps its place, so that what it would have created is known not to be there. */
    @Override
    public QueryWorkload of(Map<String, Double> weights) {
        List<String> names = queries().stream().map(Query::name).toList();
        weights.keySet().stream().filter(name -> !names.contains(name)).forEach(name -> {
            throw new PlanException(
                    name + ": the workload has no such operation; " + ClosestName.hint(name, names, "there are"));
        });
        List<NamedQuery> weighted = queries.stream()
                .map(one -> one.with(
                        OperationReader.parts(weights.getOrDefault(one.query().name(), 0.0))))
                .toList();
        long sum = weighted.stream().mapToLong(NamedQuery::parts).sum();
        if (sum == 0 || sum > OperationReader.MAX_PARTS) {
            throw new PlanException("weights with a sum of at least 0.01, and up to 10000");
        }
        return new QueryWorkload(weighted, expected, actionsPerTransaction, horizon);
    }

    @Override
    public ExpectedAnswers answers(String query, Path file) {
        NamedQuery named = queries.stream()
                .filter(one -> one.query().name().equals(query))
                .findFirst()
                .orElseThrow(() -> new PlanException(query + ": the plan has no such operation; "
                        + ClosestName.hint(
                                query, queries().stream().map(Query::name).toList(), "there are")));
        if (named.query().write()) {
            throw new PlanException(query + ": it writes, and such answers are not compared; name a read");
        }
        return AnswerCsv.read(file.toString(), file, named);
    }

    /** None: the data of a plan is not the workload's. */
    @Override
    public List<LoadPart> loadParts() {
        return List.of();
    }

    @Override
    public int actionsPerTransaction() {
        return actionsPerTransaction;
    }

    @Override
    public Operations operations(PhaseKey phase) {
        if (!phase.part().isEmpty()) {
            throw new PlanException("part: \"" + phase.part() + "\": a phase of workload query has no parts");
        }
        return new Drawn(queries, Mix.mix(phase.hash(), STREAM), phase, horizon);
    }

    /** An outcome that a plan gives to a status of an answer is expected; nothing says how often. */
    @Override
    public ExpectedOthers expectedOthers(PhaseKey phase) {
        Set<String> named = queries().stream()
                .filter(query -> RequestReader.namesOthers(query.texts().get(RequestReader.LANGUAGE)))
                .map(Query::name)
                .collect(Collectors.toUnmodifiableSet());
        return (operation, executed) -> named.contains(operation) ? executed : 0;
    }

    private static final class Drawn implements Operations {
        private final MixTable mix;
        private final NamedQuery[] queries;
        private final long[][] keys;
        private final NewIds ids;

        Drawn(List<NamedQuery> queries, long key, PhaseKey phase, long horizon) {
            this.mix = new MixTable(queries.stream().mapToInt(NamedQuery::parts).toArray(), key);
            this.queries = queries.toArray(NamedQuery[]::new);
            this.ids = NewIds.of(mix, key, phase, horizon);
            this.keys = queries.stream().map(query -> query.keys(key)).toArray(long[][]::new);
        }

        @Override
        public long count() {
            return Long.MAX_VALUE;
        }

        @Override
        public QueryOperation at(long index) {
            int action = mix.action(index);
            return queries[action].at(keys[action], ids, index, mix.rank(index));
        }
    }
}
