package muster.workloads.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * Which secrets of this host a plan may name: those that the owner of the worker allowed, each only to its address if it is
 * bound to one. A client chooses both the secret's name and the address of the target, so without this rule it could take any
 * variable of a worker's environment.
 *
 * @param any whether all are allowed: where no client can give a plan
 */
public record SecretRule(boolean any, List<AllowedSecret> allowed) {
    /** The file in a worker's folder of keys. */
    private static final String FILE = "allowed-secrets";

    public static final SecretRule NONE = new SecretRule(false, List.of());
    public static final SecretRule ANY = new SecretRule(true, List.of());

    public SecretRule {
        allowed = List.copyOf(allowed);
    }

    /** Of a plan of the worker's owner: what it names, each only to the address that it has in the plan. */
    public static SecretRule of(Plan own) {
        return new SecretRule(
                false,
                SecretUse.of(own).stream()
                        .filter(use -> !use.address().isEmpty())
                        .map(use -> new AllowedSecret(use.secret(), use.address()))
                        .toList());
    }

    /**
     * Of a worker.
     *
     * @param options as {@link AllowedSecret#parse} reads them
     * @param keys its folder of keys, whose file "allowed-secrets" has more, one a line; null without keys
     */
    public static SecretRule of(List<String> options, @Nullable Path keys) {
        List<AllowedSecret> allowed = new ArrayList<>();
        options.forEach(text -> allowed.add(AllowedSecret.parse(text, "--allow-secret")));
        if (keys != null && Files.exists(keys.resolve(FILE))) {
            allowed.addAll(read(keys.resolve(FILE)));
        }
        return new SecretRule(false, allowed);
    }

    private static List<AllowedSecret> read(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            List<AllowedSecret> allowed = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                if (!line.isEmpty() && !line.startsWith("#")) {
                    allowed.add(AllowedSecret.parse(line, file + ":" + (i + 1)));
                }
            }
            return allowed;
        } catch (IOException e) {
            throw new PlanException(file + ": cannot be read: " + e.getClass().getSimpleName());
        }
    }

    /** Throws {@link PlanException} if the plan, or a step of it, names another secret, or another address for one. */
    public void check(Plan plan) {
        for (SecretUse use : any ? List.<SecretUse>of() : SecretUse.of(plan)) {
            if (allowed.stream().noneMatch(one -> one.allows(use))) {
                throw new PlanException(refusal(use));
            }
        }
    }

    private String refusal(SecretUse use) {
        boolean elsewhere = allowed.stream().anyMatch(one -> one.names(use.secret()));
        String wanted =
                new AllowedSecret(use.secret(), use.address()).toString().replaceFirst("^env:", "");
        return use.key() + ": this worker does not allow the secret "
                + use.secret().shown()
                + (elsewhere ? " to be sent to " + (use.uri().isEmpty() ? use.address() : use.uri()) : "")
                + "; its owner allows it with ./muster worker --allow-secret " + wanted + ", or by this line in "
                + FILE + " next to its keys: " + wanted;
    }
}
