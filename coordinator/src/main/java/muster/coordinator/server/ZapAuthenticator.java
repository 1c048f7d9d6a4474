package muster.coordinator.server;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.coordinator.server.RejectionLog.Kind;
import muster.protocol.keys.Admitted;
import muster.protocol.keys.ClusterKeys;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMsg;

/**
 * Answers ZAP requests (ZeroMQ RFC 27): only listed keys are admitted. jeromq admits everyone when no handler is bound,
 * so this one is bound before the coordinator's socket is. The user id that it hands to jeromq is a random token for
 * each key, because jeromq lets a peer overwrite the user id by a property of its own: a token cannot be guessed.
 */
final class ZapAuthenticator implements AutoCloseable {
    private static final String ADDRESS = "inproc://zeromq.zap.01";
    private static final int FRAMES = 7;
    private static final int MECHANISM = 5;
    private static final int HOST = 3;
    private static final int WAIT_MS = 100;

    private final ZMQ.Socket handler;
    private final Map<String, String> tokens = new HashMap<>();
    private final Map<String, Admitted> byToken = new HashMap<>();
    private final RejectionLog refusals;
    private final Thread thread;
    private volatile boolean closing;

    ZapAuthenticator(ZContext context, ClusterKeys keys, RejectionLog refusals) {
        this.refusals = refusals;
        keys.listed().forEach(this::list);
        handler = context.createSocket(SocketType.REP);
        handler.setReceiveTimeOut(WAIT_MS);
        if (!handler.bind(ADDRESS)) {
            throw new IllegalStateException("no ZAP handler, so any key would be admitted");
        }
        thread = Thread.ofPlatform().name("muster-zap").daemon(true).start(this::serve);
    }

    private void list(String key, Admitted admitted) {
        byte[] token = new byte[32];
        new SecureRandom().nextBytes(token);
        String text = HexFormat.of().formatHex(token);
        tokens.put(key, text);
        byToken.put(text, admitted);
    }

    /** Who sent a message. */
    Optional<Admitted> holder(@Nullable String token) {
        return Optional.ofNullable(token).map(byToken::get);
    }

    private void serve() {
        while (!closing) {
            ZMsg request = ZMsg.recvMsg(handler);
            if (request != null) {
                answer(request).send(handler);
            }
        }
    }

    /** Version, request id, domain, address, identity, mechanism, key. */
    private ZMsg answer(ZMsg request) {
        List<byte[]> frames = request.stream().map(frame -> frame.getData()).toList();
        String token = frames.size() == FRAMES ? token(frames) : null;
        ZMsg answer = new ZMsg();
        answer.add("1.0");
        answer.add(frames.size() > 1 ? frames.get(1) : new byte[0]);
        answer.add(token == null ? "400" : "200");
        answer.add(token == null ? "this key is not listed" : "OK");
        answer.add(token == null ? "" : token);
        answer.add("");
        return answer;
    }

    private @Nullable String token(List<byte[]> frames) {
        boolean curve = text(frames.get(MECHANISM)).equals("CURVE") && frames.get(FRAMES - 1).length == 32;
        String key = curve ? ZMQ.Curve.z85Encode(frames.get(FRAMES - 1)) : "";
        String token = tokens.get(key);
        if (token == null) {
            refusals.add(Kind.UNLISTED_KEY, text(frames.get(HOST)), "its public key " + key + " is not listed here");
        }
        return token;
    }

    private static String text(byte[] frame) {
        return new String(frame, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join(10 * WAIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
