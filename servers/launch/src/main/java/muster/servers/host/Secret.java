package muster.servers.host;

import java.util.regex.Pattern;

/** A password and the environment variable it came from; it never prints its value. */
public record Secret(String variable, String value) {
    /** Command lines of servers read a leading @ as a file and a leading - as an option. */
    private static final Pattern USABLE = Pattern.compile("(?![@-])[!-~]+");

    public static Secret fromEnvironment(String variable) {
        String value = System.getenv(variable);
        if (value == null || value.isEmpty()) {
            throw new BadServerArgument("the environment variable " + variable
                    + ", which should hold the server's password, is not set; set and export it");
        }
        if (!USABLE.matcher(value).matches()) {
            throw new BadServerArgument("the password in " + variable
                    + " must be of visible ASCII characters without spaces, and not start with @ or -");
        }
        return new Secret(variable, value);
    }

    @Override
    public String toString() {
        return "${env:" + variable + "}";
    }
}
