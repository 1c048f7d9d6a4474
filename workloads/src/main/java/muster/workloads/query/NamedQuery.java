package muster.workloads.query;

import java.util.List;
import java.util.OptionalLong;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.random.Mix;
import org.jspecify.annotations.Nullable;

/**
 * An operation of the plan.
 *
 * @param parts of it in the mix
 * @param parameters that it draws from, each once for an operation
 * @param arguments in the order of {@link Query#parameters}
 */
record NamedQuery(Query query, int parts, List<Parameter> parameters, List<Argument> arguments) {

    /** @param keys of the draws in the order of {@link #parameters} */
    QueryOperation at(long[] keys, NewIds ids, long index, long rank) {
        long[] items = new long[keys.length];
        for (int i = 0; i < items.length; i++) {
            items[i] = parameters.get(i).draw().at(keys[i], index, rank);
        }
        @Nullable Object[] values = new Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(arguments.get(i), items, ids, index);
        }
        return new QueryOperation(query, values);
    }

    private static @Nullable Object value(Argument argument, long[] items, NewIds ids, long index) {
        return switch (argument) {
            case Argument.Drawn(int draw, Source source, int column) -> source.value(column, items[draw]);
            case Argument.New() -> ids.at(index);
            case Argument.Created(int action, long digest, Argument otherwise) -> {
                OptionalLong created = ids.created(action, digest, index);
                yield created.isPresent() ? (Object) created.getAsLong() : value(otherwise, items, ids, index);
            }
            case Argument.Constant(Object value) -> value;
        };
    }

    NamedQuery with(int otherParts) {
        return new NamedQuery(query, otherParts, parameters, arguments);
    }

    /** The keys of its draws in a phase. */
    long[] keys(long phaseKey) {
        return parameters.stream()
                .mapToLong(parameter -> Mix.mix(phaseKey, parameter.digest()))
                .toArray();
    }
}
