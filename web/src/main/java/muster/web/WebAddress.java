package muster.web;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Where the page is served.
 *
 * @param host a name or an IP address, without brackets
 * @param port from 0, which takes a free one, to 65535
 */
public record WebAddress(String host, int port) {
    private static final int PORTS = 65_536;

    /**
     * Reads "8090", which is on loopback, or "ADDRESS:PORT", such as "192.0.2.7:8090" or "[::1]:8090".
     *
     * @throws IllegalArgumentException with what would be right
     */
    public static WebAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon).replaceAll("^\\[|]$", "");
        if (host.isEmpty() || host.contains("/")) {
            throw new IllegalArgumentException(text + ": PORT, such as 8090, or ADDRESS:PORT, such as 192.0.2.7:8090");
        }
        return new WebAddress(host, port(text, text.substring(colon + 1)));
    }

    private static int port(String text, String digits) {
        int port = digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : PORTS;
        if (port >= PORTS) {
            throw new IllegalArgumentException(text + ": the port is a number from 0 to 65535, such as 8090");
        }
        return port;
    }

    /** Whether only this machine reaches it; what cannot be told is not. */
    public boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** As it stands in a URL. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
