package muster.endtoend.peers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import muster.endtoend.Shell;

/** The wall clock of one process, which a test sets while the process runs. */
record WallClock(Path library, Path setting) {
    /** As much as the clock of a bad crystal. */
    private static final int DRIFT_PPM = 500;

    /** Compiles what stands in front of the system's clock; the test is skipped where that cannot be done. */
    static Path library(Path folder) {
        Path source = folder.resolve("wall_clock.c");
        Path library = folder.resolve("wall_clock.so");
        try (InputStream in = WallClock.class.getResourceAsStream("wall_clock.c")) {
            Files.copy(in, source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        boolean linux = Files.isReadable(Path.of("/proc/self/maps"));
        boolean compiler = Shell.in(folder).run("sh", "-c", "command -v gcc").exitCode() == 0;
        assumeTrue(linux && compiler, "a wall clock is set for one process with gcc and LD_PRELOAD, on Linux");
        Shell.Result compiled = Shell.in(folder)
                .run("gcc", "-shared", "-fPIC", "-O2", "-o", library.toString(), source.toString(), "-ldl");
        assumeTrue(compiled.exitCode() == 0, "gcc cannot make a shared library here: " + compiled.err());
        return library;
    }

    static WallClock of(Path library, String process) {
        WallClock clock = new WallClock(library, library.resolveSibling("clock-" + process));
        clock.set(Duration.ZERO);
        return clock;
    }

    /** So far from the system's, from now on; it drifts, too. At once: a process sees the old setting or the new one. */
    void set(Duration ahead) {
        try {
            Path next = Files.writeString(
                    setting.resolveSibling(setting.getFileName() + ".next"), ahead.toNanos() + " " + DRIFT_PPM);
            Files.move(next, setting, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "WALL_CLOCK", setting.toString());
    }
}
