package muster.cli.terminal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import muster.coordinator.core.event.ExitCode;

/**
 * What Ctrl-C, SIGTERM and SIGHUP (a terminal that is closed) do: the first asks for a clean end, the second ends the process and stops the servers that
 * it has started, the third does not even wait for that. A shutdown hook cannot tell the two apart, so this goes to the JVM's signals, by reflection, as they are no part of the platform.
 */
public final class Interrupts {
    private static volatile boolean leftToParent;

    private Interrupts() {}

    /** From now on. {@code clean} must not block. Where the JVM has no signals nothing changes. */
    public static void handle(Runnable clean) {
        handle(leftToParent ? List.of("TERM") : List.of("INT", "TERM", "HUP"), clean);
    }

    /** Of a launcher whose child gets Ctrl-C by itself: what ends the launcher ends the child. */
    public static void passOn(Runnable clean) {
        leaveToParent();
        handle(List.of("TERM", "HUP"), clean);
    }

    private static void handle(List<String> signals, Runnable clean) {
        AtomicInteger count = new AtomicInteger();
        signals.forEach(name -> on(name, () -> {
            switch (count.incrementAndGet()) {
                case 1 -> clean.run();
                // Not by this thread: it would wait for the hooks, and no further signal be heard.
                case 2 -> Thread.ofPlatform().start(() -> System.exit(ExitCode.ABORTED.code()));
                default -> Runtime.getRuntime().halt(ExitCode.ABORTED.code());
            }
        }));
    }

    /** A process that another one of ours has started leaves Ctrl-C, and the end of the terminal, to that one. */
    public static void leaveToParent() {
        leftToParent = true;
        on("INT", () -> {});
        on("HUP", () -> {});
    }

    /** When the signal comes, in a thread of its own. Where the JVM has no such signal nothing happens. */
    static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            Object named = signal.getConstructor(String.class).newInstance(name);
            signal.getMethod("handle", signal, handler).invoke(null, named, proxy);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            // Then Ctrl-C ends the process as it would any other.
        }
    }
}
