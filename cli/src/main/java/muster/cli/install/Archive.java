package muster.cli.install;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import muster.cli.terminal.Failure;

/** A tar.gz of a folder, the same byte for byte wherever and whenever the same files are packed by the same JDK. */
public final class Archive {
    /** As project.build.outputTimestamp of the build. */
    private static final String TIME = "2026-11-21 00:00:00Z";

    private Archive() {}

    /** Needs GNU tar. Returns {@code file}. */
    public static Path pack(Path folder, Path file) {
        try {
            Process tar = new ProcessBuilder(command(folder.toAbsolutePath()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (InputStream packed = tar.getInputStream();
                    OutputStream out = new GZIPOutputStream(Files.newOutputStream(file), 1 << 16)) {
                packed.transferTo(out);
            }
            if (tar.waitFor() != 0) {
                throw Failure.fault("tar could not pack " + folder + "; dist needs GNU tar");
            }
            return file;
        } catch (IOException e) {
            throw Failure.fault("cannot pack " + file + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.fault("interrupted while packing " + file);
        }
    }

    private static List<String> command(Path folder) {
        return List.of(
                "tar",
                "--create",
                "--format=ustar",
                "--sort=name",
                "--mtime=" + TIME,
                "--owner=0",
                "--group=0",
                "--numeric-owner",
                "--mode=go=rX,u+rw",
                "--directory=" + folder.getParent(),
                folder.getFileName().toString());
    }
}
