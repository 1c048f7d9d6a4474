package muster.targets.hugegraph;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import muster.targets.support.ChannelSocketFactory;

/**
 * Makes the client's sockets.
 *
 * @see HugeGraphSettings#noDelay
 */
final class ClientSocketFactory extends ChannelSocketFactory {
    private final boolean noDelay;

    /**
     * @param noDelay whether small packets are sent at once. Else a request that is written in several pieces may wait
     *     for the acknowledgement of the piece before, which the other side delays by some 40 ms
     */
    ClientSocketFactory(boolean noDelay) {
        this.noDelay = noDelay;
    }

    @Override
    protected void opened(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, noDelay);
    }
}
