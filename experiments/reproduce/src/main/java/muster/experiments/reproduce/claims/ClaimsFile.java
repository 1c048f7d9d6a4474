package muster.experiments.reproduce.claims;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import muster.text.Json;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanException;

/**
 * The claims of one source.
 *
 * @param full how it is run by default
 * @param quick how it is run with --quick
 * @param experiments by name
 * @param figures plots and tables of the source next to its claims
 */
public record ClaimsFile(
        String name,
        Source source,
        Mode full,
        Mode quick,
        Map<String, Experiment> experiments,
        List<Claim> claims,
        List<ClaimFigure> figures) {
    private static final int DIGEST = 16;
    /** By which claims are judged; those that were judged by others are judged again. */
    private static final String RULES = "3";

    /** An experiment that a claim names. */
    public Experiment experiment(String named) {
        Experiment found = experiments.get(named);
        if (found == null) {
            throw new IllegalStateException(named);
        }
        return found;
    }

    public List<Experiment> experiments(Claim claim) {
        return claim.experiments().stream().map(this::experiment).toList();
    }

    /** Those that must run for a claim: its own, and those whose servers these use. */
    public List<Experiment> needed(Claim claim) {
        return experiments(claim).stream().flatMap(this::withServer).distinct().toList();
    }

    /** Those that a figure needs and no claim runs, with those whose servers they use. Arms that take turns are no runs. */
    public List<Experiment> onlyDrawn() {
        List<Experiment> run = claims.stream()
                .filter(claim -> !claim.takesTurns())
                .flatMap(claim -> needed(claim).stream())
                .toList();
        return figures.stream()
                .flatMap(figure -> figure.experiments().stream())
                .distinct()
                .map(this::experiment)
                .filter(one -> !run.contains(one))
                .flatMap(this::withServer)
                .distinct()
                .toList();
    }

    /**
     * Whether its load generator must not be the limit: a claim names it that is not about clients, or a figure alone. One
     * that only lends its server to another is measured for nothing.
     */
    public boolean aboutDatabases(Experiment one) {
        List<Claim> naming = claims.stream()
                .filter(claim -> claim.experiments().contains(one.name()))
                .toList();
        return naming.isEmpty()
                ? figures.stream().anyMatch(figure -> figure.experiments().contains(one.name()))
                : naming.stream().anyMatch(claim -> !claim.aboutClients());
    }

    private Stream<Experiment> withServer(Experiment one) {
        return one.after().isEmpty() ? Stream.of(one) : Stream.of(experiment(one.after()), one);
    }

    /** The claims with these ids; all for none. Throws {@link PlanException} naming one that there is not. */
    public List<Claim> only(List<String> ids) {
        List<String> known = claims.stream().map(Claim::id).toList();
        ids.stream().filter(id -> !known.contains(id)).findFirst().ifPresent(id -> {
            throw new PlanException(
                    "--only " + id + ": no such claim in " + name + "; " + ClosestName.hint(id, known, "there are"));
        });
        return claims.stream()
                .filter(claim -> ids.isEmpty() || ids.contains(claim.id()))
                .toList();
    }

    /** Of the experiment and how it is run; the number of rounds does not matter. */
    public String digest(Experiment experiment, Mode mode) {
        String before = experiment.after().isEmpty() ? "" : digest(experiment(experiment.after()), mode);
        return digest(Json.write(experiment.plan().plain())
                + before
                + experiment.sets()
                + experiment.quick()
                + experiment.scaled()
                + experiment.workers() + "," + experiment.pythonWorkers()
                + experiment.lease()
                + mode.quick()
                + mode.scale());
    }

    /** Of the claim, its experiments and how they are run; the number of rounds does not matter. */
    public String digest(Claim claim, Mode mode) {
        return digest(RULES
                + name
                + claim.sentence()
                + claim.published()
                + (claim.aboutClients() ? "clients" : "")
                + claim.turns().label()
                + claim.query()
                + claim.shapes()
                + claim.missing()
                + experiments(claim).stream().map(one -> digest(one, mode)).toList()
                + mode.quick()
                + mode.scale());
    }

    private static String digest(String text) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum).substring(0, DIGEST);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
