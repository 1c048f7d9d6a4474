package muster.workloads.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.SecretName;

/**
 * A secret that the owner of a worker lets plans name.
 *
 * @param address the only one that it may be sent to, as {@link SecretUse#address}; empty for any
 */
public record AllowedSecret(SecretName secret, String address) {
    private static final Pattern TEXT = Pattern.compile(
            "(\\S.*?)(?:(?:@|\\s+)(unix:\\S+|default|(?:neo4j://)?(?:\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::\\d{1,5})?))?");

    /** "NAME", "file:PATH", and either with "@HOST:PORT" or " HOST:PORT". Throws {@link PlanException}. */
    public static AllowedSecret parse(String text, String place) {
        Matcher parts = TEXT.matcher(text.strip());
        if (!parts.matches()) {
            throw new PlanException(
                    place + ": expected NAME, env:NAME or file:PATH, with @HOST:PORT to allow only that address");
        }
        SecretName secret = SecretName.parse(parts.group(1));
        if (secret.name().isEmpty()
                || (secret.file().isEmpty() && !secret.name().matches("[^\\s=@]+"))) {
            throw new PlanException(place + ": " + text.strip()
                    + ": expected NAME, env:NAME or file:PATH, with @HOST:PORT to allow only that address");
        }
        String address = parts.group(2);
        return new AllowedSecret(secret, address == null ? "" : normal(address));
    }

    private static String normal(String address) {
        return address.startsWith("unix:") ? address : address.toLowerCase(Locale.ROOT);
    }

    /** Whether this is the secret, wherever it is sent. Files are compared by where they really are. */
    boolean names(SecretName other) {
        return secret.equals(other)
                || (secret.file().isPresent()
                        && other.file().isPresent()
                        && real(secret.file().get()).equals(real(other.file().get())));
    }

    boolean allows(SecretUse use) {
        return names(use.secret()) && (address.isEmpty() || address.equals(use.address()));
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException notThere) {
            return file.toAbsolutePath().normalize();
        }
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return address.isEmpty() ? secret.toString() : secret + "@" + address;
    }
}
