package muster.servers.arcadedb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * ArcadeDB's file of users, written before its first start: the server would take the password of its first user from its
 * command line or from a file, but so it only ever sees the hash.
 */
final class RootUser {
    private static final String ALGORITHM = "PBKDF2WithHmacSHA256";
    private static final int ITERATIONS = 65_536;
    private static final int BITS = 256;
    private static final int SALT_BYTES = 32;

    private RootUser() {}

    /** Does nothing to a server that has users: its password is that of its first start. */
    static void create(Path home, String password) throws IOException {
        Path folder = Files.createDirectories(home.resolve("config"));
        Path users = folder.resolve("server-users.jsonl");
        if (!Files.exists(users)) {
            // Readable for its owner only, and never there by half.
            Path half = Files.createTempFile(folder, "users", ".tmp");
            Files.writeString(half, line(password));
            Files.move(half, users, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static String line(String password) {
        return """
                {"name":"%s","databases":{"*":["admin"]},"password":"%s"}
                """.formatted(ArcadeDbServer.USER, hash(password));
    }

    /** ArcadeDB salts with the text of the salt, not with the bytes that it stands for. */
    private static String hash(String password) {
        byte[] random = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(random);
        String salt = Base64.getEncoder().encodeToString(random);
        try {
            byte[] hash = SecretKeyFactory.getInstance(ALGORITHM)
                    .generateSecret(new PBEKeySpec(
                            password.toCharArray(), salt.getBytes(StandardCharsets.UTF_8), ITERATIONS, BITS))
                    .getEncoded();
            return "%s$%d$%s$%s"
                    .formatted(ALGORITHM, ITERATIONS, salt, Base64.getEncoder().encodeToString(hash));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java has " + ALGORITHM, e);
        }
    }
}
