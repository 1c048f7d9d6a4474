package muster.protocol.keys;

import java.util.LinkedHashMap;
import java.util.Map;
import org.zeromq.ZMQ;

/**
 * What a coordinator needs: its own pair, and who may come in.
 *
 * @param listed by public key, Z85
 */
public record ClusterKeys(KeyPair own, Map<String, Admitted> listed) {
    public ClusterKeys {
        listed = Map.copyOf(listed);
    }

    /** Before the socket binds. Keys are checked by whoever serves ZAP: without that jeromq admits every key. */
    public void applyTo(ZMQ.Socket socket) {
        socket.setCurveServer(true);
        socket.setCurvePublicKey(PeerKeys.ascii(own.publicKey()));
        socket.setCurveSecretKey(PeerKeys.ascii(own.secretKey()));
    }

    /** Keys of a client that lives in the coordinator's own process; see {@link #with}. */
    public PeerKeys newClient(String name) {
        return new PeerKeys(name, own.publicKey(), KeyPair.generate());
    }

    /** The same with one more client, whose keys were drawn by the coordinator's own process. */
    public ClusterKeys with(PeerKeys client) {
        Map<String, Admitted> more = new LinkedHashMap<>(listed);
        more.put(client.own().publicKey(), new Admitted(Admitted.Role.CLIENT, client.name()));
        return new ClusterKeys(own, more);
    }
}
