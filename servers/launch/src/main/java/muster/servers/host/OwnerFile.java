package muster.servers.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files with secrets, which only their owner can read from the moment they are there. */
public final class OwnerFile {
    private static final FileAttribute<?> OWNER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private OwnerFile() {}

    /** Writes it anew. */
    public static void write(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, OWNER);
        Files.writeString(file, text);
    }

    /** Writes one with a name that no other has. */
    public static Path writeTemporary(Path folder, String prefix, String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, prefix, ".tmp", OWNER), text);
    }
}
