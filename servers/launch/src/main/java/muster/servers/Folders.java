package muster.servers;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Whole folders: their size and their end. Links are counted and deleted as links and never followed. */
public final class Folders {
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

    /** The sum of the sizes of all files, in bytes; files that vanish meanwhile count nothing. */
    static long bytes(Path path) throws IOException {
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
