package muster.targets.support;

/** Texts of statements that are made of others. */
public final class StatementText {
    private StatementText() {}

    /**
     * The text with another one in place of each occurrence of a part.
     *
     * @throws IllegalStateException if it does not hold the part: the change would otherwise be lost silently
     */
    public static String replaced(String text, String part, String by) {
        if (!text.contains(part)) {
            throw new IllegalStateException("no \"" + part + "\" in this statement:\n" + text);
        }
        return text.replace(part, by);
    }
}
