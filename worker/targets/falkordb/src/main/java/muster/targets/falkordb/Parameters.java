package muster.targets.falkordb;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a query as literals of Cypher, which precede it. JFalkorDB writes its own, but knows no maps, and a
 * dollar sign in a text gets a backslash that stays in the database.
 */
final class Parameters {
    private final StringBuilder text = new StringBuilder();

    Parameters with(String name, long value) {
        return literal(name, Long.toString(value));
    }

    Parameters with(String name, String value) {
        return literal(name, quoted(value));
    }

    Parameters with(String name, long[] values) {
        return literal(name, list(values));
    }

    /** A value that is a literal already. */
    Parameters literal(String name, String literal) {
        text.append(name).append('=').append(literal).append(' ');
        return this;
    }

    /** Of a Long, Double, Boolean, String or null. */
    static String literal(@Nullable Object value) {
        return value instanceof String text ? quoted(text) : String.valueOf(value);
    }

    static String row(@Nullable Object[] values) {
        return list(Arrays.stream(values).map(Parameters::literal));
    }

    @Override
    public String toString() {
        return text.toString();
    }

    static String list(long[] values) {
        return list(LongStream.of(values).mapToObj(Long::toString));
    }

    static String list(Stream<String> literals) {
        return literals.collect(Collectors.joining(",", "[", "]"));
    }

    static String quoted(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
