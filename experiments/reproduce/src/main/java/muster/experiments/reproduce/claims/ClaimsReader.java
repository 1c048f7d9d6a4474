package muster.experiments.reproduce.claims;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.workloads.plan.ReadyPlans;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Yaml;

/**
 * Reads claims files, and checks them as plans are checked: what is wrong is named with file, line, key and what would be right, in a
 * {@link PlanException}.
 */
public final class ClaimsReader {
    static final List<String> KEYS =
            List.of("name", "source", "rounds", "quick", "queries", "experiments", "claims", "figures");
    static final List<String> SOURCE_KEYS = List.of("title", "url", "date", "machine", "flaws");
    static final List<String> QUICK_KEYS = List.of("rounds", "scale");

    private static final int ROUNDS = 5;
    private static final int QUICK_ROUNDS = 3;
    private static final int MAX_ROUNDS = 1_000;

    private final TreeSettings root;

    private ClaimsReader(TreeSettings root) {
        this.root = root;
    }

    /** A path, or the name of ready claims. */
    public static ClaimsFile find(String pathOrName) {
        Path file = Path.of(pathOrName);
        if (Files.isRegularFile(file)) {
            return parse(content(file), pathOrName);
        }
        return parse(ReadyClaims.text(pathOrName), pathOrName + ".yaml");
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new PlanException(file + ": cannot be read: " + e.getClass().getSimpleName());
        }
    }

    /** @param source what messages call it */
    static ClaimsFile parse(String text, String source) {
        return new ClaimsReader(TreeSettings.of("", Yaml.document(text, source))).read();
    }

    private ClaimsFile read() {
        root.allowOnly(KEYS);
        Mode full = new Mode(false, 1, (int) root.integer("rounds", ROUNDS, 1, MAX_ROUNDS));
        TreeSettings fast = root.section("quick");
        fast.allowOnly(QUICK_KEYS);
        Mode quick = new Mode(
                true, fast.number("scale", 1, 1e-6, 1), (int) fast.integer("rounds", QUICK_ROUNDS, 1, MAX_ROUNDS));
        Map<String, Experiment> experiments = experiments();
        for (Experiment experiment : experiments.values()) {
            experiment.checkReadable(full);
            experiment.checkReadable(quick);
            checkServer(experiment, experiments, full);
        }
        Map<String, String> queries = queries();
        return new ClaimsFile(
                root.text("name"),
                source(),
                full,
                quick,
                experiments,
                claims(experiments.keySet(), queries),
                figures(experiments.keySet(), queries));
    }

    private Source source() {
        TreeSettings source = root.section("source");
        source.allowOnly(SOURCE_KEYS);
        return new Source(
                source.text("title"),
                source.text("url"),
                source.text("date"),
                source.text("machine", ""),
                Needs.texts(source, "flaws"));
    }

    private Map<String, Experiment> experiments() {
        TreeSettings section = root.section("experiments");
        Map<String, Experiment> experiments = new LinkedHashMap<>();
        section.raw().keySet().forEach(name -> experiments.put(name, experiment(name, section.section(name))));
        return experiments;
    }

    /** An experiment after another one uses its server, so that one has one, and this one has none. */
    private void checkServer(Experiment experiment, Map<String, Experiment> experiments, Mode mode) {
        if (experiment.after().isEmpty()) {
            return;
        }
        TreeSettings settings = root.section("experiments").section(experiment.name());
        Experiment before = experiments.get(experiment.after());
        if (before == null
                || !before.after().isEmpty()
                || before.plan(mode).server().isEmpty()) {
            throw settings.wrong("after", "an experiment with a server in its plan");
        }
        if (experiment.plan(mode).server().isPresent()) {
            throw settings.refused(
                    "after", "it runs on the server of " + before.name() + "; take server out of its plan");
        }
    }

    private static Experiment experiment(String name, TreeSettings experiment) {
        experiment.allowOnly(Experiment.KEYS);
        return new Experiment(
                name,
                plan(experiment),
                experiment.text("after", ""),
                Needs.texts(experiment, "set"),
                Needs.texts(experiment, "quick"),
                experiment.numbers("scaled"),
                (int) experiment.integer("workers", 0, 0, 1_000),
                (int) experiment.integer("pythonWorkers", 0, 0, 1_000),
                lease(experiment),
                Needs.read(experiment.section("needs")));
    }

    private static String lease(TreeSettings experiment) {
        Object lease = experiment.find("lease").map(Tree::plain).orElse("auto");
        boolean fits =
                lease.equals("auto") || (lease instanceof Long number && number > 0 && number <= Integer.MAX_VALUE);
        if (!fits) {
            throw experiment.wrong("lease", "a number of operations from 1 on, or auto");
        }
        return lease.toString();
    }

    private static Branch plan(TreeSettings experiment) {
        return switch (experiment.find("plan").orElse(null)) {
            case Branch inline -> inline;
            case Tree.Leaf(String name, String where) -> {
                if (!ReadyPlans.names().contains(name)) {
                    throw experiment.refused(
                            "plan",
                            "no ready plan " + name + "; " + ClosestName.hint(name, ReadyPlans.names(), "there are"));
                }
                yield Yaml.document(ReadyPlans.text(name), name + ".yaml");
            }
            case null, default -> throw experiment.wrong("plan", "a plan, or the name of a ready plan");
        };
    }

    private List<Claim> claims(Set<String> experiments, Map<String, String> queries) {
        List<Claim> claims = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (TreeSettings settings : each("claims", "id, sentence and shape")) {
            claims.add(new ClaimReader(settings, experiments, queries).read(claims.size() + 1));
            refuseSecond(settings, ids);
        }
        if (claims.isEmpty()) {
            throw root.wrong("claims", "a list of claims");
        }
        return claims;
    }

    private List<ClaimFigure> figures(Set<String> experiments, Map<String, String> queries) {
        List<ClaimFigure> figures = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (TreeSettings settings : each("figures", "id, title and left or table")) {
            figures.add(new FigureReader(settings, experiments, queries).read());
            refuseSecond(settings, ids);
        }
        return figures;
    }

    /** The maps of a list. */
    private List<TreeSettings> each(String key, String keys) {
        List<TreeSettings> all = new ArrayList<>();
        for (Tree tree : root.items(key, "a list of " + key)) {
            if (!(tree instanceof Branch branch)) {
                throw new PlanException(tree.where() + ": " + key + ": expected a map with " + keys);
            }
            all.add(TreeSettings.of(key + "[" + all.size() + "]", branch));
        }
        return all;
    }

    private static void refuseSecond(TreeSettings settings, Set<String> ids) {
        String id = settings.text("id");
        if (!ids.add(id)) {
            throw settings.refused("id", id + ": given twice");
        }
    }

    private Map<String, String> queries() {
        TreeSettings section = root.section("queries");
        Map<String, String> queries = new LinkedHashMap<>();
        section.raw().keySet().forEach(name -> queries.put(name, section.text(name)));
        return queries;
    }
}
