package muster.coordinator.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import muster.coordinator.core.event.Peer;
import muster.protocol.Envelope;
import muster.protocol.keys.Admitted;
import muster.protocol.keys.Admitted.Role;

/**
 * Which messages a peer may send. A worker's key stands for its name, for names that begin with that and a slash, and for
 * the sessions that were granted to it; a
 * client's key submits and ends runs. Without keys, on loopback, everybody may do everything. One thread uses it.
 */
final class MessageAuthorization {
    /** Names are logged, stored and shown: no line breaks, and no novels. */
    private static final Pattern NAME = Pattern.compile("[\\p{Graph} ]{1,200}");

    /** No name of a key has it: so several workers may share one key, and none take the name of another's. */
    private static final String REPLICA = "/";

    private final boolean open;
    private final Map<Peer, Admitted> greeted = new Latest<>();
    private final Map<Long, Admitted> sessions = new Latest<>();

    /** Four times as many as there can be sessions: those that are gone are forgotten, the oldest first. */
    private static final class Latest<K> extends LinkedHashMap<K, Admitted> {
        private static final long serialVersionUID = 1;
        private static final int MAX_KEPT = 65_536;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Admitted> eldest) {
            return size() > MAX_KEPT;
        }
    }

    /** @param open whether there are no keys */
    MessageAuthorization(boolean open) {
        this.open = open;
    }

    /** Why the message is not taken, in one line; empty if it is. */
    Optional<String> refusal(Peer peer, Optional<Admitted> sender, Envelope envelope) {
        if (envelope.hasHello() && !NAME.matcher(envelope.getHello().getName()).matches()) {
            return Optional.of("a worker's name is 1 to 200 printable characters");
        }
        return open
                ? Optional.empty()
                : sender.map(by -> listed(peer, by, envelope)).orElse(unknown());
    }

    private static Optional<String> unknown() {
        return Optional.of("sender is not a listed worker or client");
    }

    private Optional<String> listed(Peer peer, Admitted sender, Envelope envelope) {
        return switch (envelope.getBodyCase()) {
            case STATUS_REQUEST -> Optional.empty();
            case SUBMIT, FOLLOW, CANCEL, FILE_CHUNK, LIST_OPERATIONS, ABORT_OPERATIONS ->
                only(Role.CLIENT, sender, envelope);
            case FILE_REQUEST -> Optional.empty();
            case HELLO -> hello(peer, sender, envelope);
            default -> only(Role.WORKER, sender, envelope).or(() -> ownSession(sender, envelope));
        };
    }

    private static Optional<String> only(Role role, Admitted sender, Envelope envelope) {
        return sender.role() == role
                ? Optional.empty()
                : Optional.of("the key of " + sender + " is not for " + envelope.getBodyCase());
    }

    private Optional<String> hello(Peer peer, Admitted sender, Envelope envelope) {
        String name = envelope.getHello().getName();
        boolean own = name.equals(sender.name()) || name.startsWith(sender.name() + REPLICA);
        if (sender.role() != Role.WORKER || !own) {
            return Optional.of("the key of " + sender + " cannot join as worker " + name);
        }
        greeted.put(peer, sender);
        return Optional.empty();
    }

    private Optional<String> ownSession(Admitted sender, Envelope envelope) {
        Admitted owner = sessions.get(envelope.getSession());
        return owner == null || owner.equals(sender)
                ? Optional.empty()
                : Optional.of("the key of " + sender + " used a session of " + owner);
    }

    /** What the coordinator answers: a welcome grants a session to whoever said hello from there. */
    void sent(Peer peer, Envelope envelope) {
        Admitted greeter = envelope.hasWelcome() ? greeted.remove(peer) : null;
        if (greeter != null) {
            sessions.put(envelope.getSession(), greeter);
        }
    }
}
