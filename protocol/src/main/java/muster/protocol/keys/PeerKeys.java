package muster.protocol.keys;

import java.nio.charset.StandardCharsets;
import org.zeromq.ZMQ;

/**
 * What a worker or a client needs to reach a coordinator.
 *
 * @param name of the own key
 * @param coordinator the public key that the coordinator must prove to have, Z85
 */
public record PeerKeys(String name, String coordinator, KeyPair own) {
    /** Before the socket connects. */
    public void applyTo(ZMQ.Socket socket) {
        socket.setCurveServerKey(ascii(coordinator));
        socket.setCurvePublicKey(ascii(own.publicKey()));
        socket.setCurveSecretKey(ascii(own.secretKey()));
    }

    static byte[] ascii(String key) {
        return key.getBytes(StandardCharsets.US_ASCII);
    }
}
