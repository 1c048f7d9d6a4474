package muster.protocol.zeromq;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** What a socket keeps for a peer that asks and does not read, over a real connection, encrypted or not. */
class UnsentFramesTest {
    private static final int MEGABYTE = 1 << 20;
    private static final byte[] ID = "p".getBytes(StandardCharsets.US_ASCII);

    private static ZMQ.Socket router(ZContext context, ZMQ.Curve.@Nullable KeyPair keys) {
        ZMQ.Socket router = context.createSocket(SocketType.ROUTER);
        router.setHWM(100_000);
        router.setRouterMandatory(true);
        if (keys != null) {
            router.setCurveServer(true);
            router.setCurveSecretKey(ZMQ.Curve.z85Decode(keys.secretKey));
            router.setCurvePublicKey(ZMQ.Curve.z85Decode(keys.publicKey));
        }
        router.bind("tcp://127.0.0.1:*");
        return router;
    }

    private static ZMQ.Socket peer(ZContext context, ZMQ.Socket router, ZMQ.Curve.@Nullable KeyPair server) {
        ZMQ.Socket peer = context.createSocket(SocketType.DEALER);
        peer.setIdentity(ID);
        peer.setRcvHWM(1);
        if (server != null) {
            ZMQ.Curve.KeyPair own = ZMQ.Curve.generateKeyPair();
            peer.setCurveServerKey(ZMQ.Curve.z85Decode(server.publicKey));
            peer.setCurvePublicKey(ZMQ.Curve.z85Decode(own.publicKey));
            peer.setCurveSecretKey(ZMQ.Curve.z85Decode(own.secretKey));
        }
        peer.connect(router.getLastEndpoint());
        peer.send("asks");
        assertThat(router.recv()).isEqualTo(ID);
        router.recv();
        return peer;
    }

    /** Sends as long as it may, and what is on its way has a moment to leave; returns how many frames that were. */
    private static int fill(UnsentFrames unsent, ZMQ.Socket router, int bytes) {
        int sent = 0;
        for (int refused = 0; refused < 20 && sent < 200; ) {
            if (unsent.takes("p", bytes)) {
                router.send(ID, ZMQ.SNDMORE | ZMQ.DONTWAIT);
                assertThat(unsent.send("p", new byte[bytes])).isTrue();
                sent++;
            } else {
                refused++;
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
        return sent;
    }

    @Test
    void a_peer_that_does_not_read_is_kept_no_more_than_a_few_megabytes_and_all_of_it_arrives_once_it_reads() {
        unread(null);
    }

    @Test
    void so_is_one_with_a_key() {
        unread(ZMQ.Curve.generateKeyPair());
    }

    private static void unread(ZMQ.Curve.@Nullable KeyPair keys) {
        try (ZContext context = new ZContext()) {
            ZMQ.Socket router = router(context, keys);
            ZMQ.Socket peer = peer(context, router, keys);
            UnsentFrames unsent = new UnsentFrames(router);
            int sent = fill(unsent, router, MEGABYTE);
            assertThat(sent).as("with what the two systems buffer").isLessThan(60);
            for (int i = 0; i < sent; i++) {
                // With a full queue jeromq hands over what it received as it came, still encrypted, and that is longer.
                assertThat(peer.recv()).hasSizeGreaterThanOrEqualTo(MEGABYTE);
            }
            while (!unsent.takes("p", MEGABYTE)) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            assertThat(fill(unsent, router, MEGABYTE)).isPositive();
        }
    }

    @Test
    void small_answers_are_counted_too() {
        try (ZContext context = new ZContext()) {
            ZMQ.Socket router = router(context, null);
            peer(context, router, null);
            UnsentFrames unsent = new UnsentFrames(router);
            long sent = 0;
            while (unsent.takes("p", 10_000) && sent < 20_000) {
                router.send(ID, ZMQ.SNDMORE | ZMQ.DONTWAIT);
                unsent.send("p", new byte[10_000]);
                sent++;
            }
            assertThat(sent).isLessThan(10_000);
        }
    }
}
