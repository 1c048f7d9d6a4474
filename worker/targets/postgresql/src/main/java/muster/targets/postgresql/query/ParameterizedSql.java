package muster.targets.postgresql.query;

import java.util.ArrayList;
import java.util.List;

/**
 * A statement whose parameters are written as {@code :name}, as the driver takes it.
 *
 * @param text with a question mark for each parameter
 * @param places for each question mark, which of the names it stands for
 */
public record ParameterizedSql(String text, List<Integer> places) {
    /** A colon before any other name stays, as in casts and slices; so does one in quotes and comments. */
    public static ParameterizedSql of(String statement, List<String> names) {
        Reader reader = new Reader(statement, names);
        reader.read();
        return new ParameterizedSql(reader.text.toString(), List.copyOf(reader.places));
    }

    private static final class Reader {
        private final String statement;
        private final List<String> names;
        private final StringBuilder text = new StringBuilder();
        private final List<Integer> places = new ArrayList<>();
        private int at;

        Reader(String statement, List<String> names) {
            this.statement = statement;
            this.names = names;
        }

        void read() {
            while (at < statement.length()) {
                switch (statement.charAt(at)) {
                    case '\'' -> copyTo(quoteEnd('\'', at > 0 && "eE".indexOf(statement.charAt(at - 1)) >= 0));
                    case '"' -> copyTo(quoteEnd('"', false));
                    case '-' -> copyTo(statement.startsWith("--", at) ? after("\n", at) : at + 1);
                    case '/' -> copyTo(statement.startsWith("/*", at) ? after("*/", at + 2) : at + 1);
                    case '$' -> copyTo(dollarEnd());
                    case ':' -> colon();
                    case '?' -> question();
                    default -> copyTo(at + 1);
                }
            }
        }

        private void copyTo(int end) {
            text.append(statement, at, end);
            at = end;
        }

        /** A doubled quote is two quoted texts, which comes to the same. */
        private int quoteEnd(char quote, boolean escapes) {
            int end = at + 1;
            while (end < statement.length() && statement.charAt(end) != quote) {
                end += escapes && statement.charAt(end) == '\\' ? 2 : 1;
            }
            return Math.min(statement.length(), end + 1);
        }

        private int after(String word, int from) {
            int found = statement.indexOf(word, from);
            return found < 0 ? statement.length() : found + word.length();
        }

        /** Of a text such as $tag$...$tag$. */
        private int dollarEnd() {
            int end = nameEnd(at + 1);
            boolean opens = end < statement.length() && statement.charAt(end) == '$';
            return opens ? after(statement.substring(at, end + 1), end + 1) : at + 1;
        }

        private int nameEnd(int from) {
            int end = from;
            while (end < statement.length()
                    && (Character.isLetterOrDigit(statement.charAt(end)) || statement.charAt(end) == '_')) {
                end++;
            }
            return end;
        }

        private void colon() {
            if (statement.startsWith("::", at)) {
                copyTo(at + 2);
                return;
            }
            int end = nameEnd(at + 1);
            int place = names.indexOf(statement.substring(at + 1, end));
            if (place < 0) {
                copyTo(at + 1);
            } else {
                text.append('?');
                places.add(place);
                at = end;
            }
        }

        /** An operator of PostgreSQL, which the driver wants doubled. */
        private void question() {
            text.append("??");
            at++;
        }
    }
}
