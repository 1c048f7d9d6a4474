package muster.cli.check;

import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Collectors;
import muster.workloads.operation.Operation;
import muster.workloads.operation.QueryOperation;

/** Shows an operation to people: its record with long arrays and texts cut short. */
final class OperationSample {
    private static final int SHOWN = 3;
    private static final int CHARACTERS = 40;
    private static final int QUERY_CHARACTERS = 200;

    private OperationSample() {}

    static String text(Operation operation) {
        if (operation instanceof QueryOperation query) {
            return cut(query.toString(), QUERY_CHARACTERS);
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
            Object value = component.getAccessor().invoke(operation);
            return value.getClass().isArray() ? array(value) : cut(value.toString());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String array(Object array) {
        int length = Array.getLength(array);
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < Math.min(length, SHOWN); i++) {
            text.append(i == 0 ? "" : ", ").append(cut(String.valueOf(Array.get(array, i))));
        }
        return text.append(length > SHOWN ? ", ... " + length + " in all]" : "]")
                .toString();
    }

    private static String cut(String text) {
        return cut(text, CHARACTERS);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "...";
    }
}
