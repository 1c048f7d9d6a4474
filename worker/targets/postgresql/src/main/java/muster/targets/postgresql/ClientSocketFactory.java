package muster.targets.postgresql;

import java.nio.channels.SocketChannel;
import muster.targets.support.ChannelSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the driver's sockets. The driver makes it by its name and connects in the thread of its caller, so the channel is handed
 * over in a thread's variable.
 */
public final class ClientSocketFactory extends ChannelSocketFactory {
    private static final ThreadLocal<@Nullable SocketChannel> MADE = new ThreadLocal<>();

    /** The channel of the connection that this thread made last. */
    static SocketChannel taken() {
        SocketChannel channel = MADE.get();
        MADE.remove();
        if (channel == null) {
            throw new IllegalStateException("the driver has made no socket in this thread");
        }
        return channel;
    }

    @Override
    protected void opened(SocketChannel channel) {
        MADE.set(channel);
    }
}
