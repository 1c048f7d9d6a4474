package muster.store.file.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads SQL scripts that are packed with a class. */
final class SqlResource {
    private SqlResource() {}

    /** Empty if there is no such resource. */
    static Optional<String> read(Class<?> of, String name) {
        try (InputStream in = of.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
