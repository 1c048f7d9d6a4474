package muster.experiments.turns.phase;

import java.util.ArrayList;
import java.util.List;
import muster.store.table.AlignedRows;

/**
 * The answer of a phase whose arms took turns, for a terminal: the arms, one line an operation, advice, and the answer last, as it is what
 * is asked for. That no arm may be named comes first.
 */
final class TurnsText {
    private TurnsText() {}

    /**
     * Its lines.
     *
     * @param several whether the run has more than one such phase, so that each needs a heading
     */
    static List<String> of(TurnsAnswer answer, boolean several) {
        TurnsTable table = new TurnsTable(answer);
        TurnsSentences sentences = new TurnsSentences(answer);
        List<String> lines = new ArrayList<>();
        if (several) {
            lines.add("");
            lines.add(heading(answer));
        }
        if (!answer.isSound()) {
            lines.add(sentences.whole());
        }
        List<String> titles = table.titles();
        List<List<String>> rows = new ArrayList<>();
        rows.add(titles.stream()
                .map(title -> title.startsWith(">") ? title.substring(1) : title)
                .toList());
        rows.addAll(table.rows());
        lines.addAll(AlignedRows.lines(rows, column -> titles.get(column).startsWith(">")));
        lines.add(sentences.basis());
        lines.addAll(sentences.doubts());
        lines.addAll(sentences.operations());
        if (!sentences.serverCpu().isEmpty()) {
            lines.add(sentences.serverCpu());
        }
        if (!sentences.advice().isEmpty()) {
            lines.add(sentences.advice());
        }
        if (answer.isSound()) {
            lines.add(sentences.whole());
        }
        return lines;
    }

    static String heading(TurnsAnswer answer) {
        return "%s, step %d, trial %d"
                .formatted(
                        answer.phase().at().phase(),
                        answer.phase().at().step(),
                        answer.phase().at().trial());
    }
}
