package muster.protocol.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One certificate: NAME.pub holds a public key, NAME.key both, readable by its owner alone. */
final class KeyFile {
    private static final Pattern PUBLIC = key("public-key");
    private static final Pattern SECRET = key("secret-key");
    private static final int MAX_BYTES = 1 << 16;
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> LENT = EnumSet.of(PosixFilePermission.GROUP_READ);

    private KeyFile() {}

    private static Pattern key(String name) {
        return Pattern.compile("^\\s*" + name + "\\s*=\\s*\"(\\S{40})\"\\s*$", Pattern.MULTILINE);
    }

    static KeyPair secret(Path file) {
        refuseOthers(file);
        String text = read(file);
        return new KeyPair(find(PUBLIC, text, file), find(SECRET, text, file));
    }

    static String publicKey(Path file) {
        return find(PUBLIC, read(file), file);
    }

    private static String find(Pattern key, String text, Path file) {
        Matcher found = key.matcher(text);
        if (!found.find()) {
            throw new KeyException(file + ": not a key file; make one with ./muster keys new");
        }
        return found.group(1);
    }

    private static String read(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new KeyException(file + ": longer than any key file");
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new KeyException(file + ": no such key file, or not readable; make it with ./muster keys new,"
                    + " or copy it from where that was run");
        }
    }

    /**
     * As ssh does: a secret that others can read is none. One exception: Kubernetes lends root's file to the group of a user
     * without rights, who could read no other.
     */
    private static void refuseOthers(Path file) {
        try {
            if (Files.exists(file) && isOpen(file)) {
                throw new KeyException(file + ": others can read or change this secret key; chmod 600 " + file);
            }
        } catch (IOException e) {
            throw new KeyException(file + ": its permissions cannot be read: " + e.getMessage());
        }
    }

    private static boolean isOpen(Path file) throws IOException {
        Set<PosixFilePermission> open = SecretFile.openToOthers(file);
        return !open.isEmpty() && !(isLent(file) && LENT.containsAll(open));
    }

    private static boolean isLent(Path file) throws IOException {
        return Files.getOwner(file).getName().equals("root") && !"root".equals(System.getProperty("user.name"));
    }

    /** Both files; never over one that is there. */
    static void write(Path folder, String name, KeyPair pair) {
        try {
            Files.createDirectories(folder);
            Path secret = Files.createFile(folder.resolve(name + ".key"), PosixFilePermissions.asFileAttribute(OWNER));
            Files.writeString(secret, text(pair) + "    secret-key = \"" + pair.secretKey() + "\"\n");
            // Not secret, but whoever can write it decides who is admitted.
            Path open = Files.createFile(folder.resolve(name + ".pub"), PosixFilePermissions.asFileAttribute(OWNER));
            Files.writeString(open, text(pair), StandardOpenOption.TRUNCATE_EXISTING);
        } catch (IOException e) {
            throw new KeyException(folder.resolve(name) + ": cannot be written: "
                    + e.getClass().getSimpleName());
        }
    }

    private static String text(KeyPair pair) {
        return "curve\n    public-key = \"" + pair.publicKey() + "\"\n";
    }
}
