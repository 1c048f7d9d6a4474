package muster.worker.agent;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import muster.protocol.Checksum;
import muster.protocol.DataFile;
import muster.protocol.Envelope;
import muster.protocol.FileChunk;
import muster.protocol.FileRequest;
import muster.workloads.DataFiles;
import muster.workloads.plan.language.PlanException;

/** Data files by checksum: what is not in the folder is asked for, chunk by chunk, and kept. */
public final class DataCache {
    private static final int CHUNK_TIMEOUT_S = 30;
    private static final long LARGEST_BYTES = 64L << 30;

    private final Path folder;
    private final Consumer<Envelope.Builder> requests;
    private final BlockingQueue<FileChunk> chunks = new LinkedBlockingQueue<>(16);

    /**
     * Keeps data files by their checksum.
     *
     * @param requests where a FileRequest goes; its answer is to be given to {@link #take}
     */
    public DataCache(Path folder, Consumer<Envelope.Builder> requests) {
        this.folder = folder;
        this.requests = requests;
    }

    public void take(FileChunk chunk) {
        if (!chunks.offer(chunk)) {
            throw new IllegalStateException("more chunks than were asked for");
        }
    }

    /** Fetches what is missing, then answers where each file is. Blocks: not for the loop's thread. */
    public DataFiles fetch(List<DataFile> files) {
        files.forEach(this::fetch);
        return name -> files.stream()
                .filter(file -> file.getName().equals(name))
                .map(file -> path(file.getSha256()))
                .findFirst()
                .orElseThrow(() -> new PlanException("data file " + name + " is not attached to the plan"));
    }

    private Path path(ByteString sha256) {
        return folder.resolve(HexFormat.of().formatHex(sha256.toByteArray()));
    }

    private synchronized void fetch(DataFile file) {
        Path path = path(file.getSha256());
        if (Files.exists(path)) {
            return;
        }
        if (file.getSize() < 0
                || file.getSize() > LARGEST_BYTES
                || file.getSha256().size() != 32) {
            throw new PlanException("data file " + file.getName() + " has an invalid size or checksum");
        }
        try {
            Files.createDirectories(folder);
            Path part = Files.createTempFile(folder, "part", ".tmp");
            download(file, part);
            check(file, part);
            move(part, path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void download(DataFile file, Path part) throws IOException {
        chunks.clear();
        long offset = 0;
        while (offset < file.getSize()) {
            requests.accept(Envelope.newBuilder()
                    .setFileRequest(
                            FileRequest.newBuilder().setSha256(file.getSha256()).setOffset(offset)));
            FileChunk chunk = await(file, offset);
            Files.write(part, chunk.getContent().toByteArray(), StandardOpenOption.APPEND);
            offset += chunk.getContent().size();
        }
    }

    private FileChunk await(DataFile file, long offset) {
        try {
            FileChunk chunk = chunks.poll(CHUNK_TIMEOUT_S, TimeUnit.SECONDS);
            while (chunk != null
                    && (chunk.getOffset() != offset || !chunk.getSha256().equals(file.getSha256()))) {
                chunk = chunks.poll(CHUNK_TIMEOUT_S, TimeUnit.SECONDS);
            }
            if (chunk == null
                    || !chunk.getFailure().isEmpty()
                    || chunk.getContent().isEmpty()) {
                String why = chunk == null ? "no answer for " + CHUNK_TIMEOUT_S + " s" : chunk.getFailure();
                throw new PlanException("data file " + file.getName() + " could not be fetched: " + why);
            }
            return chunk;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PlanException("interrupted while fetching data file " + file.getName());
        }
    }

    private static void check(DataFile file, Path part) throws IOException {
        if (!Arrays.equals(Checksum.sha256(part), file.getSha256().toByteArray())) {
            Files.delete(part);
            throw new PlanException("data file " + file.getName() + " is damaged: checksum mismatch");
        }
    }

    private static void move(Path part, Path path) throws IOException {
        try {
            Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
