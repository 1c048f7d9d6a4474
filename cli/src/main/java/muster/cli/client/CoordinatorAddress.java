package muster.cli.client;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * An address as people type it: HOST, HOST:PORT or tcp://HOST:PORT; the port is 5557 where none is given. To listen, host and
 * port may be {@code *}.
 */
public final class CoordinatorAddress implements ITypeConverter<String> {
    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(?:tcp://)?(\\[[^\\[\\]\\s]+]|[^\\[\\]:/\\s]+)(?::(\\d{1,5}|\\*))?");
    /** Without brackets it has no port. */
    private static final Pattern IPV6 = Pattern.compile("(?:tcp://)?([^\\[\\]/\\s:]*:[^\\[\\]/\\s]*:[^\\[\\]/\\s]*)");

    private static final String PORT = "5557";
    private static final int HIGHEST = 65_535;

    @Override
    public String convert(String typed) {
        Matcher parts = HOST_AND_PORT.matcher(typed.strip());
        Matcher ipv6 = IPV6.matcher(typed.strip());
        if (ipv6.matches() && isIpv6(ipv6.group(1))) {
            return "tcp://[" + ipv6.group(1) + "]:" + PORT;
        }
        String port = parts.matches() && parts.group(2) != null ? parts.group(2) : PORT;
        if (!parts.matches() || !isPort(port)) {
            throw new TypeConversionException("expected HOST:PORT or tcp://HOST:PORT");
        }
        return "tcp://" + parts.group(1) + ":" + port;
    }

    /** In brackets it is never looked up as a name. */
    private static boolean isIpv6(String typed) {
        try {
            return InetAddress.getByName("[" + typed.replaceFirst("%.*", "") + "]") instanceof Inet6Address;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean isPort(String port) {
        return port.equals("*") || Integer.parseInt(port) <= HIGHEST;
    }
}
