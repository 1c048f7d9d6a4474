package muster.workloads.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import muster.workloads.answers.AnswerKey;
import org.jspecify.annotations.Nullable;

/** Which values an operation can ever have for its parameters, as far as their sources can be enumerated. */
final class Questions {
    private Questions() {}

    /**
     * The first of these that the operation never asks, whatever its index; below 0 if there is none. New and created ids are
     * not enumerated: any value counts as possible.
     *
     * @param asked values in the order of the parameters
     */
    static int firstNeverAsked(NamedQuery query, List<@Nullable Object[]> asked) {
        BitSet possible = new BitSet(asked.size());
        possible.set(0, asked.size());
        List<Argument> arguments = query.arguments();
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i) instanceof Argument.Constant(Object value)) {
                possible.and(equal(asked, i, value));
            }
        }
        for (int draw = 0; draw < query.parameters().size(); draw++) {
            possible.and(drawn(query, draw, asked));
        }
        int never = possible.nextClearBit(0);
        return never < asked.size() ? never : -1;
    }

    private static BitSet equal(List<@Nullable Object[]> asked, int place, @Nullable Object value) {
        AnswerKey key = new AnswerKey();
        long right = key.of(new @Nullable Object[] {value});
        BitSet equal = new BitSet();
        for (int i = 0; i < asked.size(); i++) {
            equal.set(i, key.of(new @Nullable Object[] {asked.get(i)[place]}) == right);
        }
        return equal;
    }

    /** Those whose values of this draw are an item of its source. */
    private static BitSet drawn(NamedQuery query, int draw, List<@Nullable Object[]> asked) {
        List<Integer> places = new ArrayList<>();
        List<Integer> columns = new ArrayList<>();
        List<Argument> arguments = query.arguments();
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i) instanceof Argument.Drawn drawn && drawn.draw() == draw) {
                places.add(i);
                columns.add(drawn.column());
            }
        }
        return switch (query.parameters().get(draw).source()) {
            case Source.Table table -> inTable(table, columns, places, asked);
            case Source.Integers integers -> amongIntegers(integers, places, asked);
            case Source.Id id -> all(asked);
        };
    }

    private static BitSet all(List<@Nullable Object[]> asked) {
        BitSet all = new BitSet();
        all.set(0, asked.size());
        return all;
    }

    private static BitSet inTable(
            Source.Table table, List<Integer> columns, List<Integer> places, List<@Nullable Object[]> asked) {
        AnswerKey key = new AnswerKey();
        Map<Long, List<Integer>> wanted = new HashMap<>();
        for (int i = 0; i < asked.size(); i++) {
            @Nullable Object[] values = asked.get(i);
            long hash = key.of(places.stream().map(place -> values[place]).toArray());
            wanted.computeIfAbsent(hash, any -> new ArrayList<>()).add(i);
        }
        BitSet found = new BitSet();
        for (long item = 0; item < table.size() && !wanted.isEmpty(); item++) {
            long row = item;
            List<Integer> here = wanted.remove(key.of(
                    columns.stream().map(column -> table.value(column, row)).toArray()));
            if (here != null) {
                here.forEach(found::set);
            }
        }
        return found;
    }

    private static BitSet amongIntegers(
            Source.Integers integers, List<Integer> places, List<@Nullable Object[]> asked) {
        BitSet found = new BitSet();
        for (int i = 0; i < asked.size(); i++) {
            @Nullable Object[] values = asked.get(i);
            @Nullable
            Object[] drawn = places.stream().map(place -> values[place]).toArray();
            found.set(
                    i,
                    Arrays.stream(drawn).allMatch(value -> Objects.equals(value, drawn[0]))
                            && isAmong(integers, drawn[0]));
        }
        return found;
    }

    private static boolean isAmong(Source.Integers integers, @Nullable Object value) {
        return value instanceof Long number
                && number >= integers.first()
                && (number - integers.first()) % integers.step() == 0
                && (number - integers.first()) / integers.step() < integers.size();
    }
}
