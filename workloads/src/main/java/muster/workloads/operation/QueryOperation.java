package muster.workloads.operation;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.random.Mix;
import org.jspecify.annotations.Nullable;

/**
 * A query with the values of its parameters.
 *
 * @param values each a Long, Double, Boolean, String or null, in the order of {@link Query#parameters}; not to be changed
 */
public record QueryOperation(Query query, @Nullable Object[] values) implements Operation {
    @Override
    public OperationKind kind() {
        return query.kind();
    }

    /** Of the name and the values: the same whatever the language of the statement. */
    @Override
    public long digest() {
        long hash = query.digest();
        for (Object value : values) {
            hash = Mix.mix(hash, Digest.of(value));
        }
        return hash;
    }

    /** The values by the names of their parameters; a value may be null. */
    public Map<String, @Nullable Object> bindings() {
        Map<String, @Nullable Object> bindings = LinkedHashMap.newLinkedHashMap(values.length);
        List<String> names = query.parameters();
        for (int i = 0; i < values.length; i++) {
            bindings.put(names.get(i), values[i]);
        }
        return bindings;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof QueryOperation that
                && query.name().equals(that.query.name())
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(digest());
    }

    @Override
    public String toString() {
        return query.name() + bindings();
    }
}
