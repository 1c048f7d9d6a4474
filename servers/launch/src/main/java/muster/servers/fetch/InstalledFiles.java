package muster.servers.fetch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.servers.host.ServerException;

/**
 * Programs that a package of the system installs.
 *
 * @param folders where they may lie, best first
 * @param program a program that must be there
 * @param cure the command that installs them
 */
public record InstalledFiles(List<Path> folders, String program, String cure) implements ServerFiles {
    /** Of a server whose classes are in its own module: it needs nothing but Java. */
    public static final InstalledFiles JAVA =
            new InstalledFiles(List.of(Path.of(System.getProperty("java.home"), "bin")), "java", "a JDK");

    public InstalledFiles {
        folders = List.copyOf(folders);
    }

    /** Whether they are installed. */
    public boolean present() {
        return folders.stream().anyMatch(this::holdsProgram);
    }

    /**
     * The folder that holds the programs.
     *
     * @throws ServerException naming the package that is missing
     */
    public Path folder(String what) {
        return folders.stream()
                .filter(this::holdsProgram)
                .findFirst()
                .orElseThrow(() -> new ServerException(
                        "%s is not installed (no %s in %s); install it: %s".formatted(what, program, folders, cure)));
    }

    private boolean holdsProgram(Path folder) {
        return Files.isExecutable(folder.resolve(program));
    }
}
