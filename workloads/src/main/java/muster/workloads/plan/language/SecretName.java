package muster.workloads.plan.language;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a reference names: a variable of the worker's environment, or a file on the worker's host.
 *
 * @param name of the variable, or path of the file
 */
public record SecretName(Source source, String name) {
    /** Where a secret is read. */
    public enum Source {
        ENVIRONMENT("env"),
        FILE("file");

        private final String label;

        Source(String label) {
            this.label = label;
        }

        static Source of(String label) {
            return label.equals("env") ? ENVIRONMENT : FILE;
        }
    }

    /** "NAME" of a variable, or "file:PATH". */
    public static SecretName parse(String text) {
        return text.startsWith("file:")
                ? new SecretName(Source.FILE, text.substring("file:".length()))
                : new SecretName(Source.ENVIRONMENT, text.replaceFirst("^env:", ""));
    }

    /** The file; empty for a variable. */
    public Optional<Path> file() {
        return source == Source.FILE ? Optional.of(Path.of(name)) : Optional.empty();
    }

    /** For people: "NEO4J_PASSWORD (environment)". */
    public String shown() {
        return name + (source == Source.ENVIRONMENT ? " (environment)" : " (file)");
    }

    /** As {@link #parse} reads it: "env:NAME" or "file:PATH". */
    @Override
    public String toString() {
        return source.label + ":" + name;
    }
}
