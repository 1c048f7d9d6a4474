package muster.worker.agent;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What can be seen of a coordinator from outside: ZeroMQ itself gives no reason why a connection fails.
 *
 * @param keys whether this process has keys
 */
public record ReachabilityCheck(String host, int port, boolean keys) {
    private static final Pattern ADDRESS = Pattern.compile("tcp://(.+):(\\d{1,5})");
    private static final int PATIENCE_MS = 2_000;
    /** Of ZMTP 3: 10 bytes of signature, 2 of version, 20 of mechanism, 32 of which nothing is needed. */
    private static final int GREETING = 64;

    private static final int VERSION_AT = 10;
    private static final int MECHANISM_AT = 12;
    private static final int MECHANISM_END = 32;

    /**
     * Takes an address apart.
     *
     * @param address "tcp://HOST:5557"; anything else has no host, which cannot be resolved
     */
    public static ReachabilityCheck of(String address, boolean keys) {
        Matcher parts = ADDRESS.matcher(address);
        return parts.matches()
                ? new ReachabilityCheck(
                        parts.group(1).replaceAll("[\\[\\]]", ""), Integer.parseInt(parts.group(2)), keys)
                : new ReachabilityCheck("", 0, keys);
    }

    /** Whether this is "tcp://HOST:5557". */
    public static boolean isAddress(String text) {
        return ADDRESS.matcher(text).matches();
    }

    /** Whether something listens there: its process exists, though it may not answer now. */
    public boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), PATIENCE_MS);
            return true;
        } catch (IOException nobody) {
            return false;
        }
    }

    /** One line with the cause, or "" if all that can be seen from outside is right. Takes a few seconds at most. */
    public String trouble() {
        try {
            return trouble(InetAddress.getByName(host));
        } catch (UnknownHostException e) {
            return "cannot resolve the coordinator's name " + host + ": not found in DNS or /etc/hosts";
        } catch (ConnectException e) {
            return "nothing listens at " + this + " (" + e.getMessage() + "): is the coordinator running?";
        } catch (SocketTimeoutException e) {
            return this + " does not answer: the host is down, or a firewall drops packets";
        } catch (EOFException e) {
            return "the service at " + this + " closes the connection: not a coordinator, or not ready yet";
        } catch (IOException e) {
            return this + " cannot be reached: " + e.getMessage();
        }
    }

    private String trouble(InetAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), PATIENCE_MS);
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write(hello());
            byte[] answer = socket.getInputStream().readNBytes(GREETING);
            if (answer.length < GREETING) {
                throw new EOFException();
            }
            return judge(answer);
        }
    }

    private String judge(byte[] answer) {
        if (answer[0] != (byte) 0xff || answer[VERSION_AT] < 3) {
            return "the service at " + this + " does not speak ZeroMQ: not a coordinator";
        }
        boolean wantsKeys = mechanism(answer).equals("CURVE");
        if (wantsKeys == keys) {
            return "";
        }
        return wantsKeys
                ? "the coordinator at " + this + " requires a key: set --keys or MUSTER_KEYS"
                : "the coordinator at " + this + " runs without keys, but this side uses them:"
                        + " start it with --keys";
    }

    private static String mechanism(byte[] greeting) {
        byte[] name = Arrays.copyOfRange(greeting, MECHANISM_AT, MECHANISM_END);
        return new String(name, StandardCharsets.US_ASCII).replace("\0", "");
    }

    /** Signature and version. Of its own mechanism it says nothing: a peer with another one would hang up at once. */
    private static byte[] hello() {
        byte[] hello = new byte[MECHANISM_AT];
        hello[0] = (byte) 0xff;
        hello[VERSION_AT - 1] = 0x7f;
        hello[VERSION_AT] = 3;
        return hello;
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
