package muster.workloads.plan.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.Tree.Leaf;

/** The references ${env:NAME} and ${file:PATH}, as values of the secret keys of section "target". */
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

    /** The first reference within a text. */
    static Optional<String> first(String text) {
        return REFERENCE.matcher(text).results().map(MatchResult::group).findFirst();
    }

    /** What the references of a text name. */
    public static List<SecretName> names(String text) {
        return REFERENCE
                .matcher(text)
                .results()
                .map(found -> new SecretName(SecretName.Source.of(found.group(1)), found.group(2)))
                .toList();
    }

    /** The files that a text names. */
    public static List<Path> files(String text) {
        return names(text).stream().flatMap(name -> name.file().stream()).toList();
    }

    /** Makes the paths of ${file:PATH} absolute, so that they mean the same wherever the plan is read again. */
    public static Branch anchor(Branch branch, Path folder) {
        return map(
                branch,
                "",
                (key, text, place) -> REFERENCE.matcher(text).replaceAll(found -> {
                    String name = found.group(2);
                    boolean file = found.group(1).equals("file");
                    String anchored = file ? folder.resolve(name).normalize().toString() : name;
                    return Matcher.quoteReplacement("${" + found.group(1) + ":" + anchored + "}");
                }));
    }

    /** Replaces the references of secret keys; throws naming the variable or the file that is not there. */
    static Branch resolve(Branch branch, String path) {
        return map(
                branch,
                path,
                (key, text, place) -> Secrets.isSecret(key)
                        ? REFERENCE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found, place)))
                        : text);
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
            PrivateKeys.refuse(file, place);
            String content = Files.readString(file);
            PrivateKeys.refuseContent(content, file, place);
            return content.stripTrailing();
        } catch (NoSuchFileException e) {
            throw new PlanException(
                    place + ": no such file " + file + "; relative paths begin at the folder of the plan");
        } catch (IOException e) {
            throw new PlanException(
                    place + ": cannot read " + file + ": " + e.getClass().getSimpleName());
        }
    }

    /** What is done with each text. */
    private interface Change {
        String of(String key, String text, String place);
    }

    private static Branch map(Branch branch, String path, Change change) {
        Branch mapped = Branch.empty(branch.where());
        branch.entries().forEach((key, value) -> {
            String below = path.isEmpty() ? key : path + "." + key;
            mapped.entries().put(key, map(key, value, below, change));
        });
        return mapped;
    }

    private static Tree map(String key, Tree tree, String path, Change change) {
        return switch (tree) {
            case Branch branch -> map(branch, path, change);
            case Items list -> {
                List<Tree> mapped = new ArrayList<>();
                list.items().forEach(item -> mapped.add(map(key, item, path, change)));
                yield new Items(mapped, list.where());
            }
            case Leaf leaf ->
                Trees.leaf(leaf, String.class)
                        .map(text -> new Leaf(change.of(key, text, leaf.where() + ": " + path), leaf.where()))
                        .orElse(leaf);
        };
    }
}
