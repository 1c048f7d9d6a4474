package muster.workloads.plan.language;

import java.util.Locale;
import java.util.regex.Pattern;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.Tree.Leaf;

/**
 * Secrets stand in a plan as references only, ${env:NAME} or ${file:PATH}, and only as values of keys whose name is that of
 * a secret. So what is stored, sent and shown of a plan never holds one, messages about a plan never repeat a value, and no
 * other key can carry a secret of a worker to a database.
 */
public final class Secrets {
    private static final String RIGHT = "write ${env:NAME} or ${file:PATH}";
    private static final String KEYS = "secret keys of section target (password, token, secret, apiKey, and the headers"
            + " authorization, proxy-authorization, cookie, and those that end in token, secret, password or api-key)";
    private static final Pattern SECRET =
            Pattern.compile("(.*(password|passwd|token|secret|apikey))|(proxy)?authorization|cookie");
    /** Headers whose value begins with a word that is no secret: "Bearer ${env:TOKEN}", "session=${env:SESSION}". */
    private static final Pattern PREFIXED = Pattern.compile("(proxy)?authorization|cookie");

    private static final Pattern ADDRESS = Pattern.compile("://[^/?#]*:[^/?#]*@");

    private Secrets() {}

    /** Refuses a literal secret anywhere below, and a reference that is not the value of a secret key. */
    public static void refuseMisplaced(Tree tree, String path) {
        switch (tree) {
            case Branch branch ->
                branch.entries().forEach((key, value) -> refuseMisplaced(key, value, path + "." + key));
            case Items items -> items.items().forEach(item -> refuseMisplaced(item, path));
            case Leaf leaf ->
                Trees.leaf(leaf, String.class).ifPresent(text -> refuse(text, leaf.where() + ": " + path));
        }
    }

    /** As {@link #refuseMisplaced(Tree, String)}, of the value of a key. */
    public static void refuseMisplaced(String key, Tree value, String path) {
        if (!isSecret(key)) {
            refuseMisplaced(value, path);
        } else if (Trees.leaf(value, String.class)
                .filter(text -> isReference(key, text))
                .isEmpty()) {
            throw new PlanException(value.where() + ": " + path + ": a literal secret; " + RIGHT);
        }
    }

    /** Refuses references in a section that holds no secrets. */
    public static void refuseReferences(Tree tree, String path) {
        switch (tree) {
            case Branch branch -> branch.entries().forEach((key, value) -> refuseReferences(value, path + "." + key));
            case Items items -> items.items().forEach(item -> refuseReferences(item, path));
            case Leaf leaf ->
                Trees.leaf(leaf, String.class).ifPresent(text -> refuseReference(text, leaf.where() + ": " + path));
        }
    }

    /** Whether a reference is resolved as the value of this key. */
    static boolean isSecret(String key) {
        return SECRET.matcher(plain(key)).matches();
    }

    private static boolean isReference(String key, String text) {
        boolean prefixed = PREFIXED.matcher(plain(key)).matches();
        return References.isOne(prefixed ? text.replaceFirst("^[A-Za-z][A-Za-z0-9_-]*[ =]", "") : text);
    }

    private static String plain(String key) {
        return key.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }

    private static void refuse(String text, String place) {
        if (ADDRESS.matcher(text).find()) {
            throw new PlanException(
                    place + ": a password within an address; give user and password as keys, and " + RIGHT);
        }
        refuseReference(text, place);
        if (References.brokenIn(text)) {
            throw new PlanException(place + ": not a reference; " + RIGHT);
        }
    }

    private static void refuseReference(String text, String place) {
        References.first(text).ifPresent(reference -> {
            throw new PlanException(
                    place + ": " + reference + " is resolved only in " + KEYS + "; write the text itself");
        });
    }
}
