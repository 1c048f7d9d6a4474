package muster.model;

import java.util.Locale;

/** The verdict on the answers of a run or phase with its share, as every output shows it: right means compared. */
public final class AnswerVerdict {
    private AnswerVerdict() {}

    /**
     * Such as "right: 1,228 of 3,469 compared"; the verdict alone where no answers were to be compared.
     *
     * @param verdict "right", "wrong" or "not checked"
     * @param compared measured answers that were compared with known ones
     * @param asked all measured answers of reads
     */
    public static String text(String verdict, long compared, long asked) {
        return asked == 0 || verdict.isEmpty() ? verdict : verdict + ": " + share(compared, asked);
    }

    /** "1,228 of 3,469 compared". */
    public static String share(long compared, long asked) {
        return String.format(Locale.ROOT, "%,d of %,d compared", compared, asked);
    }
}
