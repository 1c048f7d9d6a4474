package muster.workloads.plan.language;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Which known name was probably meant. */
public final class ClosestName {
    private static final int MAX_LENGTH = 64;

    private ClosestName() {}

    /** "did you mean follow?" or, where nothing is near, {@code otherwise} and the names. */
    public static String hint(String wrong, Collection<String> known, String otherwise) {
        return of(wrong, known)
                .map(name -> "did you mean " + name + "?")
                .orElseGet(() -> otherwise + " " + String.join(", ", known));
    }

    public static Optional<String> of(String wrong, Collection<String> known) {
        int most = Math.max(1, wrong.length() / 3);
        return known.stream()
                // No name is nearly as long as this, and the table would be large.
                .filter(name -> wrong.length() < MAX_LENGTH)
                .filter(name -> distance(wrong, name) <= most)
                .min(Comparator.comparingInt(name -> distance(wrong, name)));
    }

    /** The number of letters to insert, delete, replace or swap with the next; case does not count. */
    private static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[][] table = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                table[i][j] = cell(a, b, i, j, table);
            }
        }
        return table[a.length()][b.length()];
    }

    private static int cell(String a, String b, int i, int j, int[][] table) {
        if (i == 0 || j == 0) {
            return i + j;
        }
        int replaced = table[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
        boolean swap = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swap ? Math.min(least, table[i - 2][j - 2] + 1) : least;
    }
}
