package muster.cli.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * What Linux says of a machine under /proc and /sys.
 *
 * @param root "/", or a folder that looks like it
 */
public record KernelFiles(Path root) {
    private static final int LARGEST = 1 << 20;

    /**
     * The content, or "" if there is no such file here. Read in one go: a file under /proc/sys ends after the first read,
     * however little that asked for, and Files.readString asks for one byte where the size is said to be 0.
     */
    public String text(String file) {
        try (InputStream in = new FileInputStream(root.resolve(file).toFile())) {
            return new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Empty if there is no such file, or it holds no number. */
    public OptionalLong number(String file) {
        String text = text(file);
        return text.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /** Fields of the first line that begins with {@code key}, without it; empty if there is none. */
    public List<String> fields(String file, String key) {
        return text(file)
                .lines()
                .filter(line -> line.startsWith(key))
                .findFirst()
                .map(line -> List.of(line.substring(key.length()).strip().split("\\s+")))
                .orElse(List.of());
    }
}
