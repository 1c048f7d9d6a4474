package muster.workloads.query;

/** Whether the end of a text lies within a quoted field: of a record that is read line by line. */
final class QuoteState {
    private final char delimiter;
    private boolean quoted;
    /** At the start of a field, or after the end of a quoted one: a quote elsewhere is a character. */
    private boolean mayQuote = true;

    QuoteState(char delimiter) {
        this.delimiter = delimiter;
    }

    void read(String text) {
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next == '"' && (quoted || mayQuote)) {
                mayQuote = quoted;
                quoted = !quoted;
            } else {
                mayQuote = next == delimiter;
            }
        }
    }

    boolean open() {
        return quoted;
    }
}
