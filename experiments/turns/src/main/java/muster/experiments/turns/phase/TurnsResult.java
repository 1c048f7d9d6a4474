package muster.experiments.turns.phase;

import java.util.List;
import muster.coordinator.server.RunResultExtension;
import muster.protocol.RunResult;
import muster.protocol.RunSection;
import muster.store.file.Store;
import muster.text.Json;

/** What turns say, at the end of a run: its part of what is printed, with and without {@code --json}. */
public final class TurnsResult implements RunResultExtension {
    private static final String TURNS = "turns";

    @Override
    public void addTo(RunResult.Builder result, Store store, long runId) {
        TurnFigureRows.write(store, runId);
        List<TurnsAnswer> answers = TurnsPhaseReader.read(store, runId).stream()
                .map(TurnsAnswer::of)
                .toList();
        if (!answers.isEmpty()) {
            RunSection.Builder section = RunSection.newBuilder()
                    .setName(TURNS)
                    .setJson(Json.write(answers.stream().map(TurnsJson::of).toList()));
            for (TurnsAnswer answer : answers) {
                TurnsText text = new TurnsText(answer, answers.size() > 1);
                section.addAllAnswers(text.answers());
                section.addAllLines(text.table());
                section.addAllNotes(text.notes());
            }
            result.addSections(section);
        }
    }
}
