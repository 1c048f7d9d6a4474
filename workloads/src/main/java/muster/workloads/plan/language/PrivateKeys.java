package muster.workloads.plan.language;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Keeps the keys of a cluster out of plans: no plan can name a file within a folder of keys, nor a file that holds a private
 * key of CURVE, under whatever name, link or copy. All methods throw {@link PlanException}.
 */
public final class PrivateKeys {
    /** Key files are shorter; a longer file that begins as one does is refused too. */
    private static final int MAX_BYTES = 1 << 16;

    private static final Pattern SECRET_KEY =
            Pattern.compile("^\\s*secret-?key\\s*[=:]\\s*[\"']?\\S{40}", Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);

    private PrivateKeys() {}

    /** Refuses the file by where it really is, and by what it begins with; a file that does not exist is no key. */
    public static void refuse(Path file, String place) {
        try {
            Path real = file.toRealPath();
            refuseFolder(real, file, place);
            if (Files.isRegularFile(real)) {
                refuseContent(beginning(real), file, place);
            }
        } catch (IOException unreadable) {
            // The reader of the file reports this.
        }
    }

    /** Refuses a text that holds a private key. */
    static void refuseContent(String content, Path file, String place) {
        if (SECRET_KEY.matcher(content).find()) {
            throw new PlanException(place + ": " + file + " holds a private key, which no plan may name");
        }
    }

    private static void refuseFolder(Path real, Path file, String place) {
        for (Path folder = real.getParent(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("cluster.pub")) || Files.exists(folder.resolve("cluster.key"))) {
                throw new PlanException(
                        place + ": " + file + " is in " + folder + ", a folder of keys, which no plan may name");
            }
        }
    }

    private static String beginning(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1);
        }
    }
}
