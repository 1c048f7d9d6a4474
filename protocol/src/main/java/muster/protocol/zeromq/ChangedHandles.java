package muster.protocol.zeromq;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZMQ;
import zmq.io.IOThread;
import zmq.poll.Poller;
import zmq.poll.Poller.Handle;

/**
 * The connections of a network thread of jeromq, of which an iteration shows only those whose events of interest have changed.
 * jeromq walks through all of them whenever one has changed, which is with every message that it sends, takes two locks for
 * each, and tells the kernel nothing new: with thousands of connections that took most of its thread. To compare a number
 * costs a fiftieth. Only the network thread uses it, once it is in place.
 */
public final class ChangedHandles extends AbstractSet<Handle> {
    /** In every so many iterations all are shown, so that jeromq finds those whose channel was closed without a word. */
    private static final int ALL_AFTER = 256;

    private static final int UNKNOWN = -1;
    private static final VarHandle OPS = field(Handle.class, "ops", int.class);
    private static final VarHandle CANCELLED = field(Handle.class, "cancelled", boolean.class);
    private static final VarHandle CHANNEL = field(Handle.class, "fd", SelectableChannel.class);
    private static final VarHandle RETIRED = field(Poller.class, "retired", boolean.class);
    private static final VarHandle SELECTOR = field(Poller.class, "selector", Selector.class);

    private final Poller poller;
    private Handle[] handles = new Handle[64];
    /** What the kernel was told of each. */
    private int[] told = new int[64];

    private int size;
    private int iterations;
    private @Nullable Selector selector;
    /** Whether the last iteration has shown one whose channel the kernel still knows by another handle. */
    private boolean unregistered;

    private ChangedHandles(Poller poller) {
        this.poller = poller;
    }

    /** Before a socket that will have many connections binds. */
    public static void apply(ZMQ.Socket socket) {
        for (IOThread thread : PrivateFields.networkThreads(socket)) {
            of((Poller) PrivateFields.read(IOThread.class, "poller", thread));
        }
    }

    /** Puts one in the place of what the poller has, with what that holds. */
    static ChangedHandles of(Poller poller) {
        Object before = PrivateFields.read(Poller.class, "fdTable", poller);
        if (before instanceof ChangedHandles there) {
            return there;
        }
        ChangedHandles handles = new ChangedHandles(poller);
        ((Iterable<?>) before).forEach(handle -> handles.add((Handle) handle));
        PrivateFields.write(Poller.class, "fdTable", poller, handles);
        return handles;
    }

    private static VarHandle field(Class<?> of, String name, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(of, MethodHandles.lookup()).findVarHandle(of, name, type);
        } catch (ReflectiveOperationException e) {
            throw PrivateFields.missing(of, name, e);
        }
    }

    /** jeromq makes a handle for each channel, and adds it once. */
    @Override
    public boolean add(Handle handle) {
        if (size == handles.length) {
            handles = Arrays.copyOf(handles, 2 * size);
            told = Arrays.copyOf(told, 2 * size);
        }
        handles[size] = handle;
        told[size++] = UNKNOWN;
        return true;
    }

    @Override
    public int size() {
        return size;
    }

    /** A selector that was built anew knows none of them. */
    @Override
    public Iterator<Handle> iterator() {
        Selector now = (Selector) SELECTOR.get(poller);
        boolean all = !now.equals(selector) || ++iterations % ALL_AFTER == 0;
        selector = now;
        return new Changed(all);
    }

    /**
     * Whether jeromq registers this handle now, or has done so. It gives a channel that has connected to another handle, and
     * registers that only when the first one's key is gone, which the next wait of the selector brings about. Taken for told, its
     * connection would be deaf until all are shown: 30 s were seen.
     */
    private boolean isRegistered(Handle handle) {
        SelectionKey key = ((SelectableChannel) CHANNEL.get(handle)).keyFor((Selector) SELECTOR.get(poller));
        return key == null || (key.isValid() && handle.equals(key.attachment()));
    }

    /** One more iteration after a wait that ends at once. */
    private void againSoon() {
        unregistered = false;
        RETIRED.set(poller, true);
        ((Selector) SELECTOR.get(poller)).wakeup();
    }

    private final class Changed implements Iterator<Handle> {
        private final boolean all;
        private int at = -1;
        private int next;

        Changed(boolean all) {
            this.all = all;
            next = from(0);
        }

        private int from(int start) {
            int i = start;
            while (i < size && !all && !changed(i)) {
                i++;
            }
            return i;
        }

        private boolean changed(int i) {
            return (int) OPS.get(handles[i]) != told[i] || (boolean) CANCELLED.get(handles[i]);
        }

        @Override
        public boolean hasNext() {
            if (next >= size && unregistered) {
                againSoon();
            }
            return next < size;
        }

        @Override
        public Handle next() {
            if (next >= size) {
                throw new NoSuchElementException();
            }
            at = next;
            told[at] = isRegistered(handles[at]) ? (int) OPS.get(handles[at]) : UNKNOWN;
            unregistered |= told[at] == UNKNOWN && !(boolean) CANCELLED.get(handles[at]);
            next = from(at + 1);
            return handles[at];
        }

        /** The last takes its place, and is looked at there. */
        @Override
        public void remove() {
            size--;
            handles[at] = handles[size];
            told[at] = told[size];
            handles[size] = null;
            next = from(at);
        }
    }
}
