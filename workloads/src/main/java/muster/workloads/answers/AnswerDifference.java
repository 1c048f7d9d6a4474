package muster.workloads.answers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Shows how two answers differ: "-" before a row that is missing, "+" before one that is too many. */
public final class AnswerDifference {
    private static final int MAX_ROWS = 20;
    private static final int MAX_ROW = 200;

    private AnswerDifference() {}

    /**
     * A line a row, at most 20.
     *
     * @param expectedRows how many rows the reference's answer has
     * @param expected first rows of the reference's answer, encoded; empty if they were not kept
     * @param observedRows how many rows the wrong answer has
     * @param observed first rows of the wrong answer, encoded
     */
    public static String text(boolean ordered, long expectedRows, byte[] expected, long observedRows, byte[] observed) {
        List<String> was = AnswerRows.texts(expected);
        List<String> is = AnswerRows.texts(observed);
        boolean whole = was.size() == expectedRows && is.size() == observedRows;
        if (!whole && (was.isEmpty() || !ordered)) {
            return expectedRows + " rows expected, " + observedRows
                    + " observed; too many bytes to keep all rows and show the difference";
        }
        List<String> lines = ordered ? byPlace(was, is) : byCount(was, is);
        if (lines.isEmpty()) {
            return "the difference is after row " + Math.min(was.size(), is.size()) + ", the last one that was kept";
        }
        Stream<String> shown = lines.stream().limit(MAX_ROWS).map(AnswerDifference::brief);
        int more = lines.size() - MAX_ROWS;
        return Stream.concat(shown, more > 0 ? Stream.of("... " + more + " more") : Stream.empty())
                .collect(Collectors.joining("\n"));
    }

    /** Rows that are on one side more often than on the other. */
    private static List<String> byCount(List<String> was, List<String> is) {
        List<String> missing = new ArrayList<>(was);
        List<String> surplus = new ArrayList<>();
        for (String row : is) {
            if (!missing.remove(row)) {
                surplus.add(row);
            }
        }
        return Stream.concat(
                        missing.stream().map(row -> "- " + row),
                        surplus.stream().map(row -> "+ " + row))
                .toList();
    }

    /** What remains without equal rows at the beginning and at the end. */
    private static List<String> byPlace(List<String> was, List<String> is) {
        int shorter = Math.min(was.size(), is.size());
        int head = 0;
        while (head < shorter && was.get(head).equals(is.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head && was.get(was.size() - 1 - tail).equals(is.get(is.size() - 1 - tail))) {
            tail++;
        }
        return Stream.concat(lines("- ", was, head, tail), lines("+ ", is, head, tail))
                .toList();
    }

    private static Stream<String> lines(String sign, List<String> rows, int head, int tail) {
        return IntStream.range(head, rows.size() - tail).mapToObj(i -> sign + "row " + (i + 1) + ": " + rows.get(i));
    }

    private static String brief(String line) {
        return line.length() <= MAX_ROW ? line : line.substring(0, MAX_ROW) + "...";
    }
}
