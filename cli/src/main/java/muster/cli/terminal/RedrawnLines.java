package muster.cli.terminal;

import java.io.PrintWriter;
import java.util.List;

/** Lines at the end of a terminal that replace those before; no line is wider than the terminal. */
public final class RedrawnLines {
    private final PrintWriter out;
    private List<String> shown = List.of();

    public RedrawnLines(PrintWriter out) {
        this.out = out;
    }

    public void show(List<String> lines, Terminal.Size size) {
        StringBuilder text = new StringBuilder(erased(size.columns()));
        shown = lines.stream()
                .limit(Math.max(1, size.rows() - 1))
                .map(line -> line.substring(0, Math.min(line.length(), size.columns() - 1)))
                .toList();
        shown.forEach(line -> text.append(line).append('\n'));
        out.print(text);
        out.flush();
    }

    /** Takes them away. */
    public void erase(Terminal.Size size) {
        out.print(erased(size.columns()));
        out.flush();
        shown = List.of();
    }

    /** A terminal that has become narrower has wrapped what was shown. */
    private String erased(int columns) {
        int rows = shown.stream()
                .mapToInt(line -> Math.max(1, Math.ceilDiv(line.length(), columns)))
                .sum();
        return rows == 0 ? "" : "\r\u001b[" + rows + "A\u001b[J";
    }
}
