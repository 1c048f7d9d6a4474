package muster.workloads.plan.language;

import java.util.Locale;
import java.util.regex.Pattern;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.Tree.Leaf;

/**
 * Secrets stand in a plan as references only: ${env:NAME} or ${file:PATH}. So what is stored, sent and shown of a plan
 * never holds one, and messages about them never repeat a value.
 */
public final class Secrets {
    private static final String RIGHT = "write ${env:NAME} or ${file:PATH}";
    private static final Pattern SECRET = Pattern.compile("(.*(password|passwd|token|secret|apikey))|authorization");
    private static final Pattern ADDRESS = Pattern.compile("://[^/?#]*:[^/?#]*@");

    private Secrets() {}

    /** Refuses a literal secret anywhere below: under such a key, or within an address. */
    public static void refuseLiteral(Tree tree, String path) {
        switch (tree) {
            case Branch branch -> branch.entries().forEach((key, value) -> refuseLiteral(key, value, path + "." + key));
            case Items items -> items.items().forEach(item -> refuseLiteral(item, path));
            case Leaf leaf ->
                Trees.leaf(leaf, String.class).ifPresent(text -> refuse(text, leaf.where() + ": " + path));
        }
    }

    /** As {@link #refuseLiteral(Tree, String)}, of the value of a key. */
    public static void refuseLiteral(String key, Tree value, String path) {
        boolean reference =
                Trees.leaf(value, String.class).filter(References::isOne).isPresent();
        if (isSecret(key) && !reference) {
            throw new PlanException(value.where() + ": " + path + ": a literal secret; " + RIGHT);
        }
        refuseLiteral(value, path);
    }

    static boolean hasPassword(String address) {
        return ADDRESS.matcher(address).find();
    }

    private static boolean isSecret(String key) {
        String plain = key.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
        return SECRET.matcher(plain).matches();
    }

    private static void refuse(String text, String place) {
        if (hasPassword(text)) {
            throw new PlanException(
                    place + ": a password within an address; give user and password as keys, and " + RIGHT);
        }
        if (References.brokenIn(text)) {
            throw new PlanException(place + ": not a reference; " + RIGHT);
        }
    }
}
