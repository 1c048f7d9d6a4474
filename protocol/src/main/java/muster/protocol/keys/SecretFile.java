package muster.protocol.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** A file that holds a secret: what others can read is none, and what they can change is no longer its owner's. */
public final class SecretFile {
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private SecretFile() {}

    /** What its group and all others may do with it; nothing where the file system knows no such permissions. */
    public static Set<PosixFilePermission> openToOthers(Path file) throws IOException {
        Set<PosixFilePermission> open = EnumSet.noneOf(PosixFilePermission.class);
        PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (posix != null) {
            open.addAll(posix.readAttributes().permissions());
            open.removeAll(OWNER);
        }
        return open;
    }
}
