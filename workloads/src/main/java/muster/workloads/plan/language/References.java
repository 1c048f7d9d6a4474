package muster.workloads.plan.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.Tree.Leaf;

/** The references ${env:NAME} and ${file:PATH}, within any text of section "target". */
public final class References {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^{}]+)}");
    private static final int MAX_BYTES = 1 << 16;

    private References() {}

    static boolean isOne(String text) {
        return REFERENCE.matcher(text).matches();
    }

    /** Whether something looks like a reference but is none: ${NAME}. */
    static boolean brokenIn(String text) {
        return REFERENCE.matcher(text).replaceAll("").contains("${");
    }

    /** The files that a text names. */
    public static List<Path> files(String text) {
        return REFERENCE
                .matcher(text)
                .results()
                .filter(found -> found.group(1).equals("file"))
                .map(found -> Path.of(found.group(2)))
                .toList();
    }

    /** Makes the paths of ${file:PATH} absolute, so that they mean the same wherever the plan is read again. */
    public static Branch anchor(Branch branch, Path folder) {
        return map(
                branch,
                "",
                (text, place) -> REFERENCE.matcher(text).replaceAll(found -> {
                    String name = found.group(2);
                    boolean file = found.group(1).equals("file");
                    String anchored = file ? folder.resolve(name).normalize().toString() : name;
                    return Matcher.quoteReplacement("${" + found.group(1) + ":" + anchored + "}");
                }));
    }

    /** Replaces the references; throws naming the variable or the file that is not there. */
    static Branch resolve(Branch branch, String path) {
        return map(branch, path, (text, place) -> {
            String value = REFERENCE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found, place)));
            if (Secrets.hasPassword(value)) {
                throw new PlanException(place + ": a password within an address; give user and password as keys");
            }
            return value;
        });
    }

    private static String value(MatchResult reference, String place) {
        String name = reference.group(2);
        return reference.group(1).equals("env") ? variable(name, place) : content(Path.of(name), place);
    }

    private static String variable(String name, String place) {
        String value = System.getenv(name);
        if (value == null) {
            throw new PlanException(place + ": the environment variable " + name + " is not set");
        }
        return value;
    }

    private static String content(Path file, String place) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new PlanException(place + ": " + file + " is longer than " + MAX_BYTES + " bytes");
            }
            return Files.readString(file).stripTrailing();
        } catch (IOException e) {
            throw new PlanException(
                    place + ": cannot read " + file + ": " + e.getClass().getSimpleName());
        }
    }

    /** What is done with each text. */
    private interface Change {
        String of(String text, String place);
    }

    private static Branch map(Branch branch, String path, Change change) {
        Branch mapped = Branch.empty(branch.where());
        branch.entries().forEach((key, value) -> {
            String below = path.isEmpty() ? key : path + "." + key;
            mapped.entries().put(key, map(value, below, change));
        });
        return mapped;
    }

    private static Tree map(Tree tree, String path, Change change) {
        return switch (tree) {
            case Branch branch -> map(branch, path, change);
            case Items list -> {
                List<Tree> mapped = new ArrayList<>();
                list.items().forEach(item -> mapped.add(map(item, path, change)));
                yield new Items(mapped, list.where());
            }
            case Leaf leaf ->
                Trees.leaf(leaf, String.class)
                        .map(text -> new Leaf(change.of(text, leaf.where() + ": " + path), leaf.where()))
                        .orElse(leaf);
        };
    }
}
