package muster.experiments.limit;

import java.util.List;
import java.util.stream.Stream;
import muster.cli.terminal.Output;
import muster.cli.terminal.RedrawnLines;
import muster.cli.terminal.Terminal;

/** The steps of searches while they run, on standard error: on a terminal a table that goes when the answer comes, elsewhere a line a step. */
final class LiveSteps {
    /** Rows of a terminal for the step that goes on. */
    private static final int PROGRESS = 12;

    private final LimitTable table;
    private final Output output;
    private final RedrawnLines block;

    LiveSteps(LimitTable table, Output output) {
        this.table = table;
        this.output = output;
        this.block = new RedrawnLines(output.err());
    }

    /** A step that is over. */
    void add(String name, StepResult step) {
        List<String> lines = table.next(name, step);
        if (Terminal.errors()) {
            Terminal.Size size = Terminal.size();
            block.show(newest(table.lines(), Math.max(2, size.rows() - PROGRESS)), size);
        } else {
            lines.forEach(output::note);
        }
    }

    private static List<String> newest(List<String> rows, int most) {
        return rows.size() <= most
                ? rows
                : Stream.concat(rows.stream().limit(1), rows.stream().skip(rows.size() - most + 1))
                        .toList();
    }

    void erase() {
        if (Terminal.errors()) {
            block.erase(Terminal.size());
        }
    }
}
