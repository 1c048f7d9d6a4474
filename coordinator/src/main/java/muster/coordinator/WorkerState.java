package muster.coordinator;

import java.util.List;
import java.util.Map;
import muster.protocol.Conversation;
import muster.protocol.Envelope;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Resources;
import org.jspecify.annotations.Nullable;

/** One session of one worker. */
final class WorkerState {
    final long session;
    final Hello hello;
    final long joinedNs;
    Peer peer;
    long lastSeenNs;
    long offsetNs;
    long offsetErrorNs = Long.MAX_VALUE;
    Resources resources = Resources.getDefaultInstance();
    boolean leaving;
    /** Whether an earlier incarnation granted the session. */
    boolean goesOn;
    /** Fenced: its lease time has run out, or it said goodbye. What it still reports is quarantined. */
    boolean gone;
    /** Null if this worker does not number its messages. */
    private final @Nullable Conversation conversation;
    /** What the target told this worker of itself. */
    Map<String, String> target = Map.of();

    WorkerState(long session, Hello hello, Peer peer, long nowNs) {
        this.session = session;
        this.hello = hello;
        this.peer = peer;
        this.joinedNs = nowNs;
        this.lastSeenNs = nowNs;
        this.conversation = hello.getNumbered() ? new Conversation() : null;
    }

    /** A message to it that must not be lost. */
    Envelope say(Envelope.Builder message) {
        return conversation == null ? message.build() : conversation.say(message);
    }

    /** A message to it that may be lost, because another one like it follows. */
    Envelope mention(Envelope.Builder message) {
        return conversation == null ? message.build() : conversation.mention(message);
    }

    /** Whether to act on what it says: not if that was heard before, or comes too early. */
    boolean hears(Envelope message, long nowNs) {
        return conversation == null || conversation.hear(message, nowNs);
    }

    List<Envelope> overdue(long nowNs) {
        return conversation == null ? List.of() : conversation.overdue(nowNs);
    }

    String name() {
        return hello.getName();
    }

    void heard(Heartbeat heartbeat) {
        resources = heartbeat.getResources();
        if (heartbeat.getOffsetErrorNs() > 0) {
            offsetNs = heartbeat.getOffsetNs();
            offsetErrorNs = heartbeat.getOffsetErrorNs();
        }
    }

    /** Round trip that the offset came from; 0 if none is known yet. */
    long roundTripNs() {
        return offsetErrorNs == Long.MAX_VALUE ? 0 : 2 * offsetErrorNs;
    }
}
