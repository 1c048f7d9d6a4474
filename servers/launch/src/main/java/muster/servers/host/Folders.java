package muster.servers.host;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Whole folders: their size and their end, where links are counted and deleted as links and never followed; whole files. */
public final class Folders {
    /** How the name of a file ends that is being written. */
    public static final String HALF = ".tmp";

    private Folders() {}

    /** Deletes a file or a folder with all below it; nothing happens where there is none. */
    public static void delete(Path path) throws IOException {
        walk(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                return goneOr(e);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Writes a small file so that whoever reads it finds the old text or the new one, and nothing is left of a failure. */
    public static void writeWhole(Path file, String text) throws IOException {
        Path half = Files.createTempFile(file.resolveSibling("."), "half", HALF);
        try {
            Files.writeString(half, text);
            Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(half);
        }
    }

    /** The sum of the sizes of all files, in bytes; files that vanish meanwhile count nothing. */
    public static long bytes(Path path) throws IOException {
        AtomicLong bytes = new AtomicLong();
        walk(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                bytes.addAndGet(attributes.size());
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                return goneOr(e);
            }
        });
        return bytes.get();
    }

    /**
     * Copies a folder with all below it, links as links; returns the bytes of its files. A file system that can shares their
     * blocks (copy_file_range(2)).
     *
     * @param without left out
     */
    public static long copy(Path from, Path to, Path without) throws IOException {
        AtomicLong bytes = new AtomicLong();
        walk(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                own(Files.createDirectories(to.resolve(from.relativize(folder))), folder);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.equals(without)) {
                    Files.copy(
                            file,
                            to.resolve(from.relativize(file)),
                            LinkOption.NOFOLLOW_LINKS,
                            StandardCopyOption.COPY_ATTRIBUTES);
                    bytes.addAndGet(attributes.size());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return bytes.get();
    }

    /** PostgreSQL starts in no folder that others may enter, or that is another user's. */
    private static void own(Path copy, Path folder) throws IOException {
        if (!Files.getOwner(copy).equals(Files.getOwner(folder))) {
            Files.setOwner(copy, Files.getOwner(folder));
        }
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(folder));
        }
    }

    private static void walk(Path path, SimpleFileVisitor<Path> visitor) throws IOException {
        Files.walkFileTree(path, visitor);
    }

    private static FileVisitResult goneOr(IOException e) throws IOException {
        if (e instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw e;
    }
}
