package muster.cli.results;

import java.io.IOException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.cli.terminal.Terminal;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import muster.store.table.TableText;
import muster.store.table.TableText.Format;
import org.jspecify.annotations.Nullable;

/** Answers queries, and the few commands that begin with a point, one after another. */
final class SqlShell {
    private static final List<String> HELP = List.of(
            "A query ends with a semicolon, and may have several lines. Ctrl-D or .quit ends.",
            "  .views          the views, which answer most questions, with their columns",
            "  .schema [NAME]  how a view or table is made; without a name all tables",
            "  .help           this",
            "  .quit           ends",
            "Functions: hdr_merge(histogram), hdr_percentile(merged, percent), hdr_count, hdr_mean, hdr_min, hdr_max.",
            "docs/sql.md has common questions with their queries.");

    private final Query store;
    private final Format format;
    private final Output output;

    SqlShell(Query store, Format format, Output output) {
        this.store = store;
        this.format = format;
        this.output = output;
    }

    /** One query or command. */
    void run(String text) {
        if (text.strip().startsWith(".")) {
            command(text.strip().split("\\s+", 2));
        } else {
            answer(text);
        }
    }

    /** What is typed, or comes through a pipe, until it ends. */
    void runAll() throws IOException {
        boolean typed = Terminal.input();
        try (SqlInput input = typed ? SqlInput.typed(names()) : SqlInput.piped()) {
            if (typed) {
                output.line("End each query with a semicolon; .help lists commands, Ctrl-D ends.");
            }
            for (String text = next(input); text != null && !text.strip().equals(".quit"); text = next(input)) {
                runOrExplain(text, typed);
            }
        }
    }

    /** Who types may make mistakes; a script must not go on after one. */
    private void runOrExplain(String text, boolean typed) {
        try {
            run(text);
        } catch (StoreException | Failure e) {
            if (!typed) {
                throw e;
            }
            output.line(String.valueOf(e.getMessage()));
        }
    }

    /** The next query, up to a line that ends with a semicolon, or command, which is one line; null at the end. */
    private static @Nullable String next(SqlInput input) throws IOException {
        StringBuilder text = new StringBuilder();
        do {
            String line = input.line(text.isEmpty());
            if (line == null) {
                return text.toString().isBlank() ? null : text.toString();
            }
            if (line.equals(SqlInput.DROPPED)) {
                text.setLength(0);
                continue;
            }
            text.append(line).append('\n');
        } while (!isWhole(text.toString().strip()));
        return text.toString();
    }

    private static boolean isWhole(String text) {
        return text.endsWith(";") || (text.startsWith(".") && !text.contains("\n"));
    }

    private void answer(String sql) {
        store.stream(sql, TableText.sink(format, output.out()));
        output.out().flush();
    }

    private void command(String[] words) {
        switch (words[0]) {
            case ".views" -> views();
            case ".schema" -> schema(words.length > 1 ? words[1] : "");
            case ".help" -> HELP.forEach(output::line);
            case ".quit" -> {}
            default ->
                throw Failure.badInput(
                        words[0] + ": no such command; .views, .schema [NAME], .help and .quit are there");
        }
    }

    /** Each with its columns below it: a table of them would be wider than any terminal. */
    private void views() {
        var found = store.table("select name, (select group_concat(name, ', ') from pragma_table_info(v.name))"
                + " from sqlite_schema v where type = 'view' order by name");
        for (var row : found.rows()) {
            output.line(String.valueOf(row.get(0)));
            wrapped(String.valueOf(row.get(1))).forEach(line -> output.line("    " + line));
        }
    }

    /** Lines that fit into a terminal of 80 columns. */
    private static List<String> wrapped(String names) {
        return Pattern.compile("\\S.{0,70}(?:,|$)(?= |$)")
                .matcher(names)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private void schema(String name) {
        String of = name.isEmpty() ? "type = 'table'" : "name = '" + name.replace("'", "''") + "'";
        var found = store.table("select sql from sqlite_schema where sql is not null and name not like 'sqlite%' and "
                        + of + " order by name")
                .rows();
        if (found.isEmpty()) {
            throw Failure.badInput(".schema " + name + ": no such view or table; .views lists the views");
        }
        found.forEach(row -> output.line(row.getFirst() + ";"));
    }

    private List<String> names() {
        return store
                .table(
                        "select name from sqlite_schema where type in ('view', 'table') and name not like 'sqlite%'"
                                + " union select c.name from sqlite_schema v, pragma_table_info(v.name) c where v.type = 'view'")
                .rows()
                .stream()
                .map(row -> String.valueOf(row.getFirst()))
                .toList();
    }
}
