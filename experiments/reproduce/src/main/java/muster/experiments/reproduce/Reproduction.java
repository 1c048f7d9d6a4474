package muster.experiments.reproduce;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.cli.run.LocalFiles;
import muster.cli.terminal.Output;
import muster.experiments.reproduce.claims.Claim;
import muster.experiments.reproduce.claims.ClaimsFile;
import muster.experiments.reproduce.claims.Experiment;
import muster.experiments.reproduce.claims.Mode;
import muster.experiments.reproduce.judgement.ClaimRecords;
import muster.experiments.reproduce.judgement.ClaimRow;
import muster.experiments.reproduce.judgement.Judgement;
import muster.report.analysis.AnalysisException;
import muster.servers.Servers;
import muster.store.file.Store;

/** Tests the claims of a file. What the store has of them already is kept, so that an interrupted one goes on. */
final class Reproduction {
    private final ClaimsFile file;
    private final Mode mode;
    private final Path store;
    private final Output output;
    private final Rounds rounds;
    private final List<String> wrong = new ArrayList<>();

    Reproduction(ClaimsFile file, Mode mode, Path store, Output output) {
        this.file = file;
        this.mode = mode;
        this.store = store;
        this.output = output;
        this.rounds = new Rounds(file, mode, output);
    }

    /** Returns false if Ctrl-C ended it; what was judged until then is stored. */
    boolean run(List<Claim> claims) throws InterruptedException {
        List<Claim> unjudged = unjudged(claims);
        if (unjudged.size() < claims.size()) {
            output.note(claims.size() - unjudged.size() + " claims are kept as they were judged in " + store);
        }
        List<Claim> open = testable(unjudged);
        open.stream()
                .flatMap(claim -> file.needed(claim).stream())
                .distinct()
                .forEach(experiment -> experiment.check(mode, LocalFiles.inWorkingDirectory()));
        List<Claim> ran = open.stream().filter(claim -> !claim.takesTurns()).toList();
        boolean whole;
        try (Store opened = Store.open(store)) {
            whole = rounds.run(ran, opened);
            if (whole) {
                ran.forEach(claim -> judge(claim, opened));
            }
        }
        for (Claim claim : open) {
            whole = whole && (!claim.takesTurns() || turns(claim));
        }
        return whole;
    }

    /** Measures, once, what figures alone need and this machine has. Returns false if Ctrl-C ended it. */
    boolean draw() throws InterruptedException {
        Requirements requirements = requirements();
        List<Experiment> drawn = file.onlyDrawn().stream()
                .filter(one -> requirements.missing(one, mode).isEmpty())
                .toList();
        try (Store opened = Store.open(store)) {
            return rounds.once(drawn, opened);
        }
    }

    private Requirements requirements() {
        return new Requirements(Requirements.Host.here(store, Servers.local().providers()));
    }

    /** Claims whose query gives no row, or is wrong. */
    List<String> wrong() {
        return wrong;
    }

    /** The rest is said, and stored, before anything is loaded. */
    private List<Claim> testable(List<Claim> claims) {
        Requirements requirements = requirements();
        Map<Claim, String> missing = new LinkedHashMap<>();
        claims.forEach(claim -> requirements.missing(claim, file, mode).ifPresent(what -> missing.put(claim, what)));
        if (!missing.isEmpty()) {
            try (Store opened = Store.open(store)) {
                missing.forEach((claim, what) -> cannotRun(claim, what, opened));
            }
        }
        return claims.stream().filter(claim -> !missing.containsKey(claim)).toList();
    }

    /** What was measured when nothing was missing counts. */
    private void cannotRun(Claim claim, String what, Store opened) {
        boolean judged = new ClaimRecords(opened.database()).judged(file.digest(claim, mode)) > 0;
        boolean measured = !new ClaimJudge(file, mode, opened).runs(claim).isEmpty();
        output.note(claim.id() + (judged || measured ? ": no more rounds here: " : ": not testable here: ") + what);
        if (!judged && measured) {
            judge(claim, opened);
        } else if (!judged) {
            put(opened, claim, missing(what));
        }
    }

    private List<Claim> unjudged(List<Claim> claims) {
        try (Store opened = Store.open(store)) {
            return claims.stream()
                    .filter(claim ->
                            new ClaimRecords(opened.database()).judged(file.digest(claim, mode)) < mode.rounds())
                    .toList();
        }
    }

    private void judge(Claim claim, Store opened) {
        Optional<String> failure = file.needed(claim).stream()
                .map(Experiment::name)
                .filter(rounds.failed()::containsKey)
                .map(name -> name + ": " + rounds.failed().get(name))
                .findFirst();
        if (failure.isPresent()) {
            put(opened, claim, missing(failure.get()));
            return;
        }
        try {
            put(opened, claim, new ClaimJudge(file, mode, opened).judge(claim));
        } catch (AnalysisException noRow) {
            wrong.add(String.valueOf(noRow.getMessage()));
        }
    }

    private boolean turns(Claim claim) {
        output.note(claim.id() + ": " + String.join(", ", claim.experiments()) + " take turns");
        ClaimTurns.Measured measured;
        try (ClaimTurns turns = new ClaimTurns(mode, store, output)) {
            measured = turns.measure(claim, file.experiments(claim));
        }
        if (measured.values().isEmpty()) {
            return false;
        }
        ClaimJudge.Judged judged = ClaimJudge.judge(claim, measured.values());
        if (!measured.doubts().isEmpty()) {
            judged = ClaimJudge.doubtful(String.join("; ", measured.doubts()), judged.values());
        }
        try (Store opened = Store.open(store)) {
            put(opened, claim, judged);
        }
        return true;
    }

    private static ClaimJudge.Judged missing(String what) {
        return new ClaimJudge.Judged(Judgement.notTestable(what), List.of(), 0);
    }

    /** That of the runs: they may be older than this judgement. */
    private String machine(Store opened, Claim claim) {
        List<Long> runs = claim.takesTurns() ? List.of() : new ClaimJudge(file, mode, opened).runs(claim);
        return runs.isEmpty() ? MachineLine.text() : MachineLine.text(opened, runs);
    }

    private void put(Store opened, Claim claim, ClaimJudge.Judged judged) {
        Instant now = Instant.now();
        new ClaimRecords(opened.database())
                .put(new ClaimRow(
                        file.digest(claim, mode),
                        file.name(),
                        file.source().toString(),
                        claim.position(),
                        claim.id(),
                        claim.sentence(),
                        claim.unit(),
                        claim.conditions(),
                        String.join("\n", claim.notes()),
                        claim.shape(),
                        mode.quick(),
                        mode.scale(),
                        judged.rounds(),
                        judged.judgement(),
                        now.getEpochSecond() * 1_000_000_000 + now.getNano(),
                        machine(opened, claim),
                        claim.published(),
                        judged.values()));
    }
}
