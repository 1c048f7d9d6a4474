package muster.cli.client;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An address as people type it: HOST, HOST:PORT or tcp://HOST:PORT; the port is 5557 where none is given. */
public final class CoordinatorAddress implements ITypeConverter<String> {
    private static final String SCHEME = "tcp://";
    private static final String PORT = ":5557";

    @Override
    public String convert(String typed) {
        String text = typed.strip();
        if (text.isEmpty() || (text.contains("://") && !text.startsWith(SCHEME))) {
            throw new TypeConversionException(
                    "'" + typed + "' is not an address; expected HOST:PORT or tcp://HOST:PORT");
        }
        String place = text.startsWith(SCHEME) ? text.substring(SCHEME.length()) : text;
        boolean withPort = place.matches(".*:\\d+") && !place.matches("[^\\[\\]]*:[^\\[\\]]*:\\d+");
        return SCHEME + place + (withPort ? "" : PORT);
    }
}
