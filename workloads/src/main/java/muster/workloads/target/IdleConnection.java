package muster.workloads.target;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection between an answer and the next request, when there is nothing to be read. */
public final class IdleConnection {
    private IdleConnection() {}

    /**
     * Whether the other side has closed it. Who only finds that out by sending cannot tell whether the request was
     * executed. A byte that is there is no answer to what comes next either. One that this side has closed is closed too. It takes
     * some microseconds.
     *
     * @param channel in blocking mode, and used by nobody else meanwhile
     */
    public static boolean isClosed(SocketChannel channel) {
        try {
            channel.configureBlocking(false);
            boolean closed = channel.read(ByteBuffer.allocate(1)) != 0;
            channel.configureBlocking(true);
            return closed;
        } catch (IOException e) {
            return true;
        }
    }

    /** Ends it at once, whatever was wrong with it: a driver's own close would wait for a server that is silent. */
    public static void cut(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            return;
        }
    }
}
