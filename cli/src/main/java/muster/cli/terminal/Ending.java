package muster.cli.terminal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import muster.text.Printable;

/**
 * How every command ends that measures or compares: the verdict and the answer, the tables, a few notes, and where the report is, in this
 * order (docs/decisions/0121).
 *
 * @param verdict whether the figures may be used, in one line; "" where the answer says so itself
 * @param answers what was asked for, in one sentence, and then one an operation
 * @param tables lines of aligned columns each
 * @param notes what else must be known, the most important first
 * @param report where all of it is: the file of a page, or the command that writes one; "" for none
 */
public record Ending(
        String verdict, List<String> answers, List<List<String>> tables, List<String> notes, String report) {
    private static final int MAX_NOTES = 5;

    /** Needs no quotes in a shell. */
    private static final Pattern PLAIN = Pattern.compile("[\\w./:@%+=,-]+");

    /** One without a report. */
    public Ending(String verdict, List<String> answers, List<List<String>> tables, List<String> notes) {
        this(verdict, answers, tables, notes, "");
    }

    public Ending withReport(String where) {
        return new Ending(verdict, answers, tables, notes, where);
    }

    /** The command that writes the page of a run, or of a comparison. */
    public static String reportCommand(Path store, String run) {
        Path here = Path.of("").toAbsolutePath();
        String name = (store.startsWith(here) ? here.relativize(store) : store) + ":" + run;
        return "./muster report " + (PLAIN.matcher(name).matches() ? name : "'" + name.replace("'", "'\\''") + "'");
    }

    /** The same, safe to print: parts of it are of peers and of files of anybody. */
    Ending printable() {
        return new Ending(
                Printable.line(verdict),
                printable(answers),
                tables.stream().map(Ending::printable).toList(),
                printable(notes),
                Printable.line(report));
    }

    private static List<String> printable(List<String> lines) {
        return lines.stream().map(Printable::line).toList();
    }

    /** All lines but that of the report, for those who show a run among other things. */
    public String text() {
        return String.join(System.lineSeparator(), join(List.of(head(), table(0), notes)));
    }

    /** With no more notes than people read; the others are counted, with where they are. */
    Ending brief() {
        if (notes.size() <= MAX_NOTES) {
            return this;
        }
        List<String> some = new ArrayList<>(notes.subList(0, MAX_NOTES));
        some.add("... and " + (notes.size() - MAX_NOTES) + " more" + (report.isEmpty() ? "" : ": " + report));
        return new Ending(verdict, answers, tables, some, report);
    }

    /** The lines as they are printed where no terminal is. */
    public List<String> lines() {
        return brief().lines(Terminal.NONE.columns(), Terminal.NONE.rows());
    }

    /**
     * The lines for a terminal.
     *
     * @param columns of the terminal; 0 where lines are not wrapped
     * @param rows of the terminal: where the answer has left it, it is repeated in the end
     */
    List<String> lines(int columns, int rows) {
        List<String> below = join(List.of(table(columns), TextWrap.lines(notes, columns), reportLine()));
        List<String> head = TextWrap.lines(head(), columns);
        List<String> again = below.size() < rows ? List.of() : TextWrap.lines(mostImportant(), columns);
        return join(List.of(head, below, again));
    }

    private List<String> head() {
        return join(List.of(line(verdict), answers));
    }

    private List<String> mostImportant() {
        return join(List.of(line(verdict), answers.stream().limit(1).toList()));
    }

    private List<String> table(int columns) {
        return tables.stream()
                .flatMap(table -> FittedTable.lines(table, columns).stream())
                .toList();
    }

    private List<String> reportLine() {
        return report.isEmpty() ? List.of() : List.of("report: " + report);
    }

    private static List<String> line(String text) {
        return text.isEmpty() ? List.of() : List.of(text);
    }

    private static List<String> join(List<List<String>> parts) {
        return parts.stream().flatMap(List::stream).toList();
    }
}
