package muster.cli.results;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Where lines of SQL come from. */
interface SqlInput extends AutoCloseable {
    /** A line instead of which somebody pressed Ctrl-C: what was typed so far is dropped. No line holds this. */
    String DROPPED = "\n";
    /**
     * The next line, or null at the end.
     *
     * @param first whether a query begins with it
     */
    @Nullable
    String line(boolean first) throws IOException;

    @Override
    void close() throws IOException;

    /** A pipe or file, which is read as it is. */
    static SqlInput piped() {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        return new SqlInput() {
            @Override
            public @Nullable String line(boolean first) throws IOException {
                return in.readLine();
            }

            @Override
            public void close() {
                // Standard input is not ours to close.
            }
        };
    }

    /** Somebody at a terminal: lines can be edited, the arrows bring back what was asked before, Tab completes names. */
    static SqlInput typed(List<String> names) throws IOException {
        List<String> known = new ArrayList<>(names);
        known.addAll(List.of(".views", ".schema", ".help", ".quit"));
        // The one that calls stty: the others load native code.
        Terminal terminal =
                TerminalBuilder.builder().provider("exec").system(true).build();
        LineReader reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .completer(new StringsCompleter(known))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
        return new Typed(terminal, reader);
    }

    /** Ctrl-C drops the line, Ctrl-D ends. */
    record Typed(Terminal terminal, LineReader reader) implements SqlInput {
        @Override
        public @Nullable String line(boolean first) {
            try {
                return reader.readLine(first ? "muster> " : "   ...> ");
            } catch (UserInterruptException dropped) {
                return DROPPED;
            } catch (EndOfFileException end) {
                return null;
            }
        }

        @Override
        public void close() throws IOException {
            terminal.close();
        }
    }
}
