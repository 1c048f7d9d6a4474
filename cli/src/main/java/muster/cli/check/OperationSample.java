package muster.cli.check;

import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.QueryOperation;
import org.jspecify.annotations.Nullable;

/** Shows an operation to people: its record with long lists and texts cut short. */
final class OperationSample {
    private static final int SHOWN = 3;
    private static final int CHARACTERS = 40;
    private static final int QUERY_CHARACTERS = 200;

    private OperationSample() {}

    static String text(Operation operation) {
        if (operation instanceof QueryOperation || operation instanceof JourneyOperation) {
            return cut(operation.toString(), QUERY_CHARACTERS);
        }
        RecordComponent[] components = operation.getClass().getRecordComponents();
        if (components == null) {
            return operation.toString();
        }
        return Arrays.stream(components)
                .map(component -> component.getName() + "=" + value(component, operation))
                .collect(Collectors.joining(", ", operation.getClass().getSimpleName() + "(", ")"));
    }

    private static String value(RecordComponent component, Operation operation) {
        try {
            return shown(component.getAccessor().invoke(operation));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String shown(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return items(list.size(), list::get);
        }
        return value != null && value.getClass().isArray()
                ? items(Array.getLength(value), i -> Array.get(value, i))
                : cut(String.valueOf(value));
    }

    private static String items(int length, IntFunction<@Nullable Object> items) {
        String first = IntStream.range(0, Math.min(length, SHOWN))
                .mapToObj(i -> shown(items.apply(i)))
                .collect(Collectors.joining(", "));
        return "[" + first + (length > SHOWN ? ", ... " + length + " in all]" : "]");
    }

    private static String cut(String text) {
        return cut(text, CHARACTERS);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "...";
    }
}
