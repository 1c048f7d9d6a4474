package muster.protocol.zeromq;

import java.lang.reflect.Field;
import java.util.List;
import org.zeromq.ZMQ;
import zmq.Ctx;
import zmq.ZObject;
import zmq.io.IOThread;

/** Fields of jeromq that have no setting. All that reach for them stand in this package, to be looked at with each new version. */
final class PrivateFields {
    private PrivateFields() {}

    static Object read(Class<?> of, String name, Object owner) {
        try {
            return field(of, name).get(owner);
        } catch (ReflectiveOperationException e) {
            throw missing(of, name, e);
        }
    }

    static void write(Class<?> of, String name, Object owner, Object value) {
        try {
            field(of, name).set(owner, value);
        } catch (ReflectiveOperationException e) {
            throw missing(of, name, e);
        }
    }

    /** What serves the network of a socket's context. */
    static List<IOThread> networkThreads(ZMQ.Socket socket) {
        Ctx context = (Ctx) read(ZObject.class, "ctx", socket.base());
        return ((List<?>) read(Ctx.class, "ioThreads", context))
                .stream().map(IOThread.class::cast).toList();
    }

    static IllegalStateException missing(Class<?> of, String name, ReflectiveOperationException e) {
        return new IllegalStateException("this version of jeromq has no " + of.getName() + "." + name, e);
    }

    private static Field field(Class<?> of, String name) throws NoSuchFieldException {
        Field field = of.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
