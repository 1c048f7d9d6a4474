package muster.servers.power;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import muster.servers.host.BadServerArgument;
import muster.servers.host.Folders;
import muster.servers.host.Jdks;
import muster.servers.host.ServerException;

/**
 * Holds back what the processes of a server have not synced of their files, by a library that is loaded into them. It is
 * compiled by the host's C compiler when it is first used; it needs no rights and no device.
 *
 * @param library what LD_PRELOAD names
 * @param program what gives files the content that was synced
 */
public record UnsyncedWrites(Path library, Path program) {
    private static final String SOURCE = "unsynced.c";
    private static final String WRITABLE = "rwxrwxrwx";

    /**
     * Refuses what {@link #in} could not do.
     *
     * @throws BadServerArgument with cause and cure
     */
    public static void check() {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new BadServerArgument("a loss of power needs Linux; use how: kill");
        }
        if (Jdks.onPath("cc").isEmpty()) {
            throw new BadServerArgument(
                    "a loss of power needs a C compiler, cc: apt-get install gcc libc6-dev, or use how: kill");
        }
    }

    /**
     * Compiled, unless it is already.
     *
     * @param cache where it is kept, by the checksum of its source
     */
    public static UnsyncedWrites in(Path cache) throws IOException, InterruptedException {
        check();
        byte[] source = source();
        CRC32 sum = new CRC32();
        sum.update(source);
        Path folder = cache.resolve("unsynced-" + HexFormat.of().toHexDigits((int) sum.getValue()));
        UnsyncedWrites compiled = new UnsyncedWrites(folder.resolve("unsynced.so"), folder.resolve("unsynced"));
        if (!Files.exists(compiled.program)) {
            Files.createDirectories(folder);
            Path file = Files.write(folder.resolve(SOURCE), source);
            compile(file, compiled.library, List.of("-shared", "-fPIC"));
            compile(file, compiled.program, List.of("-DPOWER_OFF"));
        }
        return compiled;
    }

    private static byte[] source() throws IOException {
        try (InputStream in = Objects.requireNonNull(UnsyncedWrites.class.getResourceAsStream(SOURCE))) {
            return in.readAllBytes();
        }
    }

    private static void compile(Path source, Path to, List<String> options) throws IOException, InterruptedException {
        Path half = to.resolveSibling(to.getFileName() + Folders.HALF);
        List<String> words = new ArrayList<>(List.of("cc", "-O2", "-o", half.toString()));
        words.addAll(options);
        words.addAll(List.of(source.toString(), "-ldl", "-lpthread"));
        run(words, "the C compiler");
        Files.move(half, to, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String run(List<String> words, String name) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new ServerException(
                    name + " failed: " + output.lines().findFirst().orElse("no output"));
        }
        return output;
    }

    /**
     * Variables of a process whose unsynced writes are held back from now on; all that the folder holds is synced.
     *
     * @param images a folder, which is made anew; the process may run as another user
     */
    public Map<String, String> environment(Path folder, Path images) throws IOException {
        Folders.delete(images);
        Files.createDirectories(images);
        Files.setPosixFilePermissions(images, PosixFilePermissions.fromString(WRITABLE));
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "MUSTER_UNSYNCED_FOLDER", folder.toRealPath().toString(),
                "MUSTER_UNSYNCED_IMAGES", images.toRealPath().toString());
    }

    /** Of processes that were killed: takes out of the folder what they had not synced. Returns how many files lost something. */
    public long lose(Path folder, Path images) throws IOException, InterruptedException {
        return Long.parseLong(
                run(List.of(program.toString(), folder.toString(), images.toString()), "the loss of power"));
    }
}
