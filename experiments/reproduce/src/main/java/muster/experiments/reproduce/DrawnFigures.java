package muster.experiments.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.experiments.reproduce.claims.ClaimFigure;
import muster.experiments.reproduce.claims.ClaimsFile;
import muster.experiments.reproduce.claims.Experiment;
import muster.experiments.reproduce.claims.Mode;
import muster.experiments.reproduce.judgement.ClaimRecords;
import muster.experiments.reproduce.judgement.ClaimRunRow;
import muster.experiments.reproduce.report.Drawn;
import muster.store.file.Store;
import muster.store.file.sqlite.StoreException;
import muster.store.table.Table;

/** Figures of a source, made again from the runs that the store has. */
final class DrawnFigures {
    private static final Table NO_ROWS = new Table(List.of(), List.of());

    private final ClaimsFile file;
    private final Mode mode;
    private final Store store;

    DrawnFigures(ClaimsFile file, Mode mode, Store store) {
        this.file = file;
        this.mode = mode;
        this.store = store;
    }

    /**
     * Those of which anything was measured.
     *
     * @param wrong takes what is wrong with a query
     */
    List<Drawn> drawn(List<String> wrong) {
        List<Drawn> drawn = new ArrayList<>();
        for (ClaimFigure figure : file.figures()) {
            try {
                drawn(figure).ifPresent(drawn::add);
            } catch (StoreException query) {
                wrong.add("figure \"" + figure.title() + "\": query: " + query.getMessage());
            }
        }
        return drawn;
    }

    private Optional<Drawn> drawn(ClaimFigure figure) {
        List<Long> runs = figure.experiments().stream()
                .map(file::experiment)
                .flatMap(this::runs)
                .toList();
        if (runs.isEmpty()) {
            return Optional.empty();
        }
        Table rows = rows(figure.query(), runs);
        if (figure.plot().isEmpty()) {
            return rows.rows().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Drawn.Numbers(figure.title(), figure.note(), rows));
        }
        Table right = figure.rightQuery().isEmpty() ? NO_ROWS : rows(figure.rightQuery(), runs);
        return figure.plot()
                .flatMap(plot -> plot.chart(file.name(), rows, right).map(Drawn.Picture::new));
    }

    /** Of all rounds, but for those that cannot be trusted. */
    private Stream<Long> runs(Experiment experiment) {
        return new ClaimRecords(store.database())
                .runs(file.digest(experiment, mode)).stream()
                        .map(ClaimRunRow::runId)
                        .filter(run -> Validity.doubt(store, run, !file.aboutDatabases(experiment))
                                .isEmpty());
    }

    private Table rows(String query, List<Long> runs) {
        String numbers = runs.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return store.query(query.replace("{runs}", numbers));
    }
}
