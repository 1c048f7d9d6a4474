package muster.workloads.plan.language;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;

/** Which known name was probably meant. */
public final class ClosestName {
    /** Of names in which letters are swapped, forgotten or doubled: it forgives a swap even in a word of four letters. */
    private static final JaroWinklerSimilarity SIMILARITY = new JaroWinklerSimilarity();

    private static final double NEAR = 0.85;

    private ClosestName() {}

    /** "did you mean follow?" or, where nothing is near, {@code otherwise} and the names. */
    public static String hint(String wrong, Collection<String> known, String otherwise) {
        return of(wrong, known)
                .map(name -> "did you mean " + name + "?")
                .orElseGet(() -> otherwise + " " + String.join(", ", known));
    }

    /** The most similar one, if it is near; case does not count. */
    public static Optional<String> of(String wrong, Collection<String> known) {
        return known.stream()
                .filter(name -> similarity(wrong, name) >= NEAR)
                .max(Comparator.comparingDouble(name -> similarity(wrong, name)));
    }

    private static double similarity(String wrong, String name) {
        return SIMILARITY.apply(wrong.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
    }
}
