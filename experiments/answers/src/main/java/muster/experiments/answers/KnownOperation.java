package muster.experiments.answers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import muster.workloads.answers.AnswerReference;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.answers.RecordedAnswer;
import muster.workloads.answers.ReferenceOperation;
import muster.workloads.operation.Query;

/**
 * An operation whose answers a reference holds or a plan expects.
 *
 * @param origin where the answers come from
 * @param answers hands each to its consumer
 */
record KnownOperation(String name, List<String> parameters, String origin, Consumer<Consumer<RecordedAnswer>> answers) {

    /** Those of a reference. */
    static List<KnownOperation> of(AnswerReference reference) {
        List<KnownOperation> known = new ArrayList<>();
        List<ReferenceOperation> operations = reference.header().operations();
        for (int i = 0; i < operations.size(); i++) {
            int number = i;
            ReferenceOperation operation = operations.get(i);
            known.add(new KnownOperation(
                    operation.name(),
                    operation.parameters(),
                    operation.origin(),
                    taker -> reference.forEach(answer -> {
                        if (answer.operation() == number) {
                            taker.accept(answer);
                        }
                    })));
        }
        return known;
    }

    /** The same with what a plan expects, which counts in place of what was recorded. */
    static List<KnownOperation> with(
            List<KnownOperation> recorded, List<Query> queries, Map<String, ExpectedAnswers> expected) {
        Map<String, KnownOperation> byName = new LinkedHashMap<>();
        recorded.forEach(operation -> byName.put(operation.name(), operation));
        for (Query query : queries) {
            ExpectedAnswers answers = expected.get(query.name());
            if (answers != null) {
                byName.put(
                        query.name(),
                        new KnownOperation(
                                query.name(), query.parameters(), "expected by the plan", answers.answers()::forEach));
            }
        }
        return List.copyOf(byName.values());
    }
}
