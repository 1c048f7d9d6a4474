package muster.experiments.turns.phase;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.store.table.AlignedRows;

/** What turns of a phase say, for a terminal: the answer and one line an operation; the arms; what else must be known. */
final class TurnsText {
    private final TurnsAnswer answer;
    private final TurnsSentences sentences;
    private final boolean several;

    /** @param several whether the run has more than one such phase, so that each needs a name */
    TurnsText(TurnsAnswer answer, boolean several) {
        this.answer = answer;
        this.sentences = new TurnsSentences(answer);
        this.several = several;
    }

    /** That no arm may be named is an answer, too. */
    List<String> answers() {
        String of = several ? heading(answer) + ": " : "";
        return Stream.of(List.of(sentences.whole()), sentences.operations(), line(sentences.serverCpu()))
                .flatMap(List::stream)
                .map(line -> of + line)
                .toList();
    }

    /** Its lines. */
    List<String> table() {
        TurnsTable table = new TurnsTable(answer);
        List<String> titles = table.titles();
        List<List<String>> rows = new ArrayList<>();
        rows.add(titles.stream()
                .map(title -> title.startsWith(">") ? title.substring(1) : title)
                .toList());
        rows.addAll(table.rows());
        List<String> lines = new ArrayList<>(several ? List.of("", heading(answer)) : List.of());
        lines.addAll(AlignedRows.lines(rows, column -> titles.get(column).startsWith(">")));
        return lines;
    }

    List<String> notes() {
        return Stream.of(line(sentences.advice()), sentences.doubts(), List.of(sentences.basis()))
                .flatMap(List::stream)
                .toList();
    }

    private static List<String> line(String text) {
        return text.isEmpty() ? List.of() : List.of(text);
    }

    static String heading(TurnsAnswer answer) {
        return "%s, step %d, trial %d"
                .formatted(
                        answer.phase().at().phase(),
                        answer.phase().at().step(),
                        answer.phase().at().trial());
    }
}
