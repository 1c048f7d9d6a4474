package muster.experiments.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import muster.experiments.reproduce.claims.Claim;
import muster.experiments.reproduce.claims.ClaimsFile;
import muster.experiments.reproduce.claims.Experiment;
import muster.experiments.reproduce.claims.Mode;
import muster.experiments.reproduce.judgement.ClaimRecords;
import muster.experiments.reproduce.judgement.ClaimRunRow;
import muster.experiments.reproduce.judgement.Judgement;
import muster.experiments.reproduce.judgement.Observation;
import muster.experiments.reproduce.judgement.Observations;
import muster.report.analysis.AnalysisException;
import muster.store.file.Store;
import muster.store.file.sqlite.StoreException;
import muster.store.table.Table;
import org.jspecify.annotations.Nullable;

/** Asks the query of a claim, round by round, and judges what it gives. */
final class ClaimJudge {
    private static final int LABEL_AND_VALUE = 2;

    private final ClaimsFile file;
    private final Mode mode;
    private final Store store;
    private final List<Observation> valid = new ArrayList<>();
    private final List<Observation> doubtful = new ArrayList<>();
    private final Tally invalid = new Tally();
    private final Tally unsteady = new Tally();
    private final Tally failing = new Tally();

    /** Rounds of which something is so, and how it was in the last of them. */
    private static final class Tally {
        private int rounds;
        private String how = "";

        private void add(String of) {
            rounds++;
            how = of;
        }
    }

    /**
     * A verdict and the values that it rests on.
     *
     * @param values of valid rounds; of all where none is
     * @param rounds valid ones
     */
    record Judged(Judgement judgement, List<Observation> values, int rounds) {}

    ClaimJudge(ClaimsFile file, Mode mode, Store store) {
        this.file = file;
        this.mode = mode;
        this.store = store;
    }

    /** Throws {@link AnalysisException} naming the claim if its query gives no row, or is wrong. */
    Judged judge(Claim claim) {
        try {
            for (int round = 1; round <= mode.rounds(); round++) {
                read(claim, round);
            }
            return judged(claim);
        } catch (StoreException | AnalysisException wrong) {
            throw new AnalysisException(claim.where() + ": claim " + claim.id() + ": query: " + wrong.getMessage());
        }
    }

    /** Of values that were not asked for by a query; NaN where there were too few operations for one. */
    static Judged judge(Claim claim, List<Observation> values) {
        List<Observation> known =
                values.stream().filter(value -> !Double.isNaN(value.value())).toList();
        String unknown = values.stream()
                .map(Observation::label)
                .filter(label -> known.stream().noneMatch(value -> value.label().equals(label)))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            return doubtful(unknown + ": too few operations for this figure; a longer phase would do", known);
        }
        Observations here = new Observations(known);
        return new Judged(Judgement.of(claim.shapes(), here), known, here.rounds().length);
    }

    /** Nothing that can be trusted. */
    static Judged doubtful(String why, List<Observation> values) {
        return new Judged(Judgement.notDecided(why), values, 0);
    }

    private Judged judged(Claim claim) {
        if (valid.isEmpty() && !doubtful.isEmpty()) {
            // For what is missing, or has too few operations: another verdict is worth nothing.
            Judged unsure = judge(claim, doubtful);
            String why = unsure.rounds() == 0 ? unsure.judgement().note() + "; " : "";
            return doubtful(why + doubt(), unsure.values());
        }
        Judged judged = judge(claim, valid);
        Judgement judgement = judged.judgement();
        String note = judgement.note()
                + (invalid.rounds == 0 ? "" : "; " + doubt())
                + told("not steady", unsteady)
                + told("operations failed", failing);
        return new Judged(
                new Judgement(judgement.verdict(), judgement.interval(), note), judged.values(), judged.rounds());
    }

    private String doubt() {
        String cure = invalid.how.startsWith(Validity.WRONG_ANSWERS)
                ? "how fast they come decides nothing"
                : "a quieter machine would do, the same command measures them again";
        return invalid.rounds + " of " + mode.rounds() + " rounds are invalid and left out (" + invalid.how + "); "
                + cure;
    }

    private String told(String what, Tally tally) {
        return tally.rounds == 0
                ? ""
                : "; " + what + " in " + tally.rounds + " of " + mode.rounds() + " rounds (" + tally.how + ")";
    }

    private void read(Claim claim, int round) {
        Map<String, Long> runs = runs(claim, round);
        if (runs.isEmpty()) {
            return;
        }
        List<Observation> values = values(query(claim, runs), round);
        Optional<String> doubt = first(runs, run -> Validity.doubt(store, run, claim.aboutClients()));
        (doubt.isPresent() ? doubtful : valid).addAll(values);
        doubt.ifPresentOrElse(invalid::add, () -> {
            first(runs, run -> Validity.drift(store, run)).ifPresent(unsteady::add);
            first(runs, run -> Validity.failures(store, run)).ifPresent(failing::add);
        });
    }

    private static Optional<String> first(Map<String, Long> runs, LongFunction<Optional<String>> found) {
        return runs.values().stream().flatMap(run -> found.apply(run).stream()).findFirst();
    }

    /** Whole rounds that were run, invalid ones and those of earlier commands, too; those judged of what takes turns. */
    int rounds(Claim claim) {
        if (claim.takesTurns()) {
            return (int) new ClaimRecords(store.database()).judged(file.digest(claim, mode));
        }
        return file.experiments(claim).stream()
                .map(experiment -> new ClaimRecords(store.database()).runs(file.digest(experiment, mode)))
                .mapToInt(runs ->
                        (int) runs.stream().map(ClaimRunRow::round).distinct().count())
                .min()
                .orElse(0);
    }

    /** The runs that the claim rests on. */
    List<Long> runs(Claim claim) {
        return IntStream.rangeClosed(1, mode.rounds())
                .boxed()
                .flatMap(round -> runs(claim, round).values().stream())
                .toList();
    }

    /** Run numbers by experiment; none if the round is not whole. */
    private Map<String, Long> runs(Claim claim, int round) {
        Map<String, Long> runs = new LinkedHashMap<>();
        for (Experiment experiment : file.experiments(claim)) {
            new ClaimRecords(store.database())
                    .runs(file.digest(experiment, mode)).stream()
                            .filter(run -> run.round() == round)
                            .mapToLong(ClaimRunRow::runId)
                            .forEach(run -> runs.put(experiment.name(), run));
        }
        return runs.size() == claim.experiments().stream().distinct().count() ? runs : Map.of();
    }

    private Table query(Claim claim, Map<String, Long> runs) {
        String all =
                String.join(", ", runs.values().stream().map(String::valueOf).toList());
        String sql = claim.query().replace("{runs}", all);
        for (Map.Entry<String, Long> run : runs.entrySet()) {
            sql = sql.replace("{" + run.getKey() + "}", String.valueOf(run.getValue()));
        }
        return store.query(sql);
    }

    /** The views give no quantile of too few operations, and no figure of a phase that did not begin: NULL, here NaN. */
    private static List<Observation> values(Table table, int round) {
        List<Observation> values = new ArrayList<>();
        for (List<@Nullable Object> row : table.rows()) {
            boolean series = row.size() > LABEL_AND_VALUE;
            double value = number(row.getLast());
            if (row.getLast() == null || Double.isFinite(value)) {
                values.add(new Observation(
                        String.valueOf(row.getFirst()), series ? number(row.get(1)) : Double.NaN, round, value));
            }
        }
        return values;
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
