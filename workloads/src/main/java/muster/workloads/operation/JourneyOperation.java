package muster.workloads.operation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.operation.JourneyStep.StepValue;
import muster.workloads.random.Mix;
import org.jspecify.annotations.Nullable;

/**
 * A journey with the values that were drawn for it. No target executes it: the engine sends its steps one by one, each as a {@link
 * QueryOperation}.
 *
 * @param values each a Long, Double, Boolean, String or null, in the order of {@link Journey#parameters}; not to be changed
 */
public record JourneyOperation(Journey journey, @Nullable Object[] values) implements Operation {
    @Override
    public OperationKind kind() {
        return journey.kind();
    }

    /** Of the name and the drawn values; what was sent is added with {@link #digest(long, QueryOperation)}. */
    @Override
    public long digest() {
        long hash = journey.digest();
        for (Object value : values) {
            hash = Mix.mix(hash, Digest.of(value));
        }
        return hash;
    }

    /** Of all that was sent before, and this step. */
    public static long digest(long before, QueryOperation sent) {
        return Mix.mix(before, sent.digest());
    }

    /** The first step's statement, and so on, with the values that do not come from answers; null in place of those that do. */
    public List<QueryOperation> examples() {
        List<QueryOperation> examples = new ArrayList<>();
        for (JourneyStep step : journey.steps()) {
            @Nullable Object[] bound = step.values().stream().map(this::known).toArray();
            examples.add(new QueryOperation(step.query(), bound));
        }
        return examples;
    }

    private @Nullable Object known(StepValue value) {
        return switch (value) {
            case StepValue.Drawn(int place) -> values[place];
            case StepValue.Constant(Object constant) -> constant;
            case StepValue.Given() -> null;
            case StepValue.OfRow ignored -> null;
        };
    }

    /** The values by the names of their parameters; a value may be null. */
    public Map<String, @Nullable Object> bindings() {
        Map<String, @Nullable Object> bindings = LinkedHashMap.newLinkedHashMap(values.length);
        for (int i = 0; i < values.length; i++) {
            bindings.put(journey.parameters().get(i), values[i]);
        }
        return bindings;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JourneyOperation that
                && journey.kind().label().equals(that.journey.kind().label())
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(digest());
    }

    @Override
    public String toString() {
        return journey.kind().label() + bindings();
    }
}
