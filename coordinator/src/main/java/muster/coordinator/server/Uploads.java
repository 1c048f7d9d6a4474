package muster.coordinator.server;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.Peer;
import muster.protocol.Checksum;
import muster.protocol.DataFile;
import muster.protocol.Envelope;
import muster.protocol.FileChunk;
import muster.protocol.FileRequest;
import muster.protocol.Submitted;
import org.jspecify.annotations.Nullable;

/** Hands files to workers, and takes those that a client's plan needs before the plan goes to the state machine. */
final class Uploads {
    private static final long LARGEST_BYTES = 16L << 30;
    /** Plans whose files are on their way; each may be as large as a frame. */
    private static final int MAX_WAITING = 64;

    private final FileDepot depot;
    private final Transport transport;
    private final long epoch;
    /** One submission a client waits here for its files. */
    private final Map<Peer, Event.Received> waiting = new HashMap<>();

    Uploads(FileDepot depot, Transport transport, long epoch) {
        this.depot = depot;
        this.transport = transport;
        this.epoch = epoch;
    }

    /** Whether a message is about files, or a plan that may need some. */
    static boolean concerns(Envelope envelope) {
        return switch (envelope.getBodyCase()) {
            case FILE_REQUEST, FILE_CHUNK, SUBMIT -> true;
            default -> false;
        };
    }

    /** What of such a message the state machine should see; null for nothing. */
    Event.@Nullable Received receive(Event.Received received) {
        Envelope envelope = received.envelope();
        return switch (envelope.getBodyCase()) {
            case FILE_REQUEST -> hand(received.peer(), envelope);
            case FILE_CHUNK -> take(received.peer(), envelope.getFileChunk());
            case SUBMIT -> withFiles(received);
            default -> received;
        };
    }

    private Event.@Nullable Received hand(Peer peer, Envelope envelope) {
        FileChunk chunk = depot.read(envelope.getFileRequest());
        transport.send(
                peer,
                Envelope.newBuilder()
                        .setEpoch(epoch)
                        .setSession(envelope.getSession())
                        .setFileChunk(chunk)
                        .build());
        return null;
    }

    private Event.@Nullable Received withFiles(Event.Received submit) {
        for (DataFile file : submit.envelope().getSubmit().getFilesList()) {
            if (!depot.has(file) && waiting.size() >= MAX_WAITING && !waiting.containsKey(submit.peer())) {
                refuse(submit, "the coordinator waits for the files of " + MAX_WAITING + " plans; try again later");
                return null;
            }
            if (!depot.has(file)) {
                waiting.put(submit.peer(), submit);
                begin(submit, file);
                return null;
            }
        }
        waiting.remove(submit.peer());
        return submit;
    }

    private void begin(Event.Received submit, DataFile file) {
        boolean legal = file.getSha256().size() == 32 && file.getSize() >= 0 && file.getSize() <= LARGEST_BYTES;
        try {
            Files.createDirectories(depot.folder());
            Files.deleteIfExists(part(file.getSha256()));
        } catch (IOException e) {
            legal = false;
        }
        if (legal) {
            ask(submit.peer(), file.getSha256(), 0);
        } else {
            refuse(submit, "data file " + file.getName() + " cannot be kept here");
        }
    }

    private void ask(Peer peer, ByteString sha256, long offset) {
        transport.send(
                peer,
                Envelope.newBuilder()
                        .setEpoch(epoch)
                        .setFileRequest(
                                FileRequest.newBuilder().setSha256(sha256).setOffset(offset))
                        .build());
    }

    private Event.@Nullable Received take(Peer peer, FileChunk chunk) {
        Event.Received submit = waiting.get(peer);
        DataFile file = submit == null ? null : named(submit, chunk.getSha256());
        if (submit == null || file == null) {
            return null;
        }
        try {
            return append(submit, file, chunk);
        } catch (IOException e) {
            refuse(submit, "data file " + file.getName() + " cannot be kept here: " + e.getMessage());
            return null;
        }
    }

    private static @Nullable DataFile named(Event.Received submit, ByteString sha256) {
        return submit.envelope().getSubmit().getFilesList().stream()
                .filter(file -> file.getSha256().equals(sha256))
                .findFirst()
                .orElse(null);
    }

    private Event.@Nullable Received append(Event.Received submit, DataFile file, FileChunk chunk) throws IOException {
        Path part = part(file.getSha256());
        long have = Files.exists(part) ? Files.size(part) : 0;
        boolean wrong = chunk.getOffset() != have
                || chunk.getContent().isEmpty()
                || have + chunk.getContent().size() > file.getSize();
        if (wrong) {
            refuse(submit, "data file " + file.getName() + " did not arrive whole");
            return null;
        }
        Files.write(part, chunk.getContent().toByteArray(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        if (have + chunk.getContent().size() < file.getSize()) {
            ask(submit.peer(), file.getSha256(), have + chunk.getContent().size());
            return null;
        }
        return complete(submit, file, part);
    }

    private Event.@Nullable Received complete(Event.Received submit, DataFile file, Path part) throws IOException {
        if (!Arrays.equals(Checksum.sha256(part), file.getSha256().toByteArray())) {
            refuse(submit, "data file " + file.getName() + " arrived damaged: its checksum differs");
            return null;
        }
        Files.move(part, depot.path(file.getSha256()), StandardCopyOption.REPLACE_EXISTING);
        return withFiles(submit);
    }

    private Path part(ByteString sha256) {
        return depot.folder().resolve(HexFormat.of().formatHex(sha256.toByteArray()) + ".upload");
    }

    private void refuse(Event.Received submit, String reason) {
        waiting.remove(submit.peer());
        transport.send(
                submit.peer(),
                Envelope.newBuilder()
                        .setEpoch(epoch)
                        .setSubmitted(Submitted.newBuilder()
                                .setRequest(submit.envelope().getSubmit().getRequest())
                                .setFailure(reason))
                        .build());
    }
}
