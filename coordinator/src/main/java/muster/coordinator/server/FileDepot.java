package muster.coordinator.server;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import muster.protocol.DataFile;
import muster.protocol.FileChunk;
import muster.protocol.FileRequest;
import muster.workloads.DataFiles;
import muster.workloads.plan.language.PlanException;

/** The data files that the coordinator can hand out, by checksum: files of this machine, and what clients sent. */
public final class FileDepot {
    static final int CHUNK_BYTES = 1 << 20;

    private final Path folder;
    private final Map<ByteString, Path> registered = new ConcurrentHashMap<>();

    public FileDepot(Path folder) {
        this.folder = folder;
    }

    /** A file of this machine; it is not copied. */
    public void register(DataFile file, Path path) {
        registered.put(file.getSha256(), path);
    }

    boolean has(DataFile file) {
        return Files.isReadable(path(file.getSha256()));
    }

    /** Where a file is, or would be once it has arrived. */
    Path path(ByteString sha256) {
        Path known = registered.get(sha256);
        return known != null ? known : folder.resolve(HexFormat.of().formatHex(sha256.toByteArray()));
    }

    Path folder() {
        return folder;
    }

    DataFiles of(List<DataFile> files) {
        return name -> files.stream()
                .filter(file -> file.getName().equals(name))
                .map(file -> path(file.getSha256()))
                .findFirst()
                .orElseThrow(() -> new PlanException("data file " + name + " did not come with the plan"));
    }

    /** A chunk of at most 1 MiB from the offset on. */
    public FileChunk read(FileRequest request) {
        FileChunk.Builder chunk =
                FileChunk.newBuilder().setSha256(request.getSha256()).setOffset(request.getOffset());
        try (RandomAccessFile file =
                new RandomAccessFile(path(request.getSha256()).toFile(), "r")) {
            long left = Math.max(0, file.length() - request.getOffset());
            byte[] content = new byte[(int) Math.min(CHUNK_BYTES, left)];
            file.seek(Math.max(0, request.getOffset()));
            file.readFully(content);
            return chunk.setTotal(file.length())
                    .setContent(ByteString.copyFrom(content))
                    .build();
        } catch (IOException e) {
            return chunk.setFailure("the coordinator does not have this file").build();
        }
    }
}
