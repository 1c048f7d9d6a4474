package muster.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A secret that opens the page: "Authorization: Bearer TOKEN", or HTTP Basic with it as the password of any user. */
public final class AccessToken {
    private static final int SHORTEST = 16;

    private final byte[] secret;

    /**
     * Checks and keeps a token.
     *
     * @throws IllegalArgumentException if it is too short to be safe, or holds what a header cannot; never names it
     */
    public AccessToken(String text) {
        if (text.length() < SHORTEST || text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new IllegalArgumentException("a token has at least " + SHORTEST
                    + " letters, digits and signs, and no space; openssl rand -hex 16" + " makes one");
        }
        secret = text.getBytes(StandardCharsets.UTF_8);
    }

    /** @param authorization the header of a request; null if it has none */
    boolean opens(@Nullable String authorization) {
        String[] parts =
                authorization == null ? new String[0] : authorization.strip().split(" +", 2);
        if (parts.length < 2) {
            return false;
        }
        return switch (parts[0].toLowerCase(Locale.ROOT)) {
            case "bearer" -> equal(parts[1].getBytes(StandardCharsets.UTF_8));
            case "basic" -> equal(password(parts[1]));
            default -> false;
        };
    }

    private static byte[] password(String credentials) {
        try {
            String text = new String(Base64.getDecoder().decode(credentials), StandardCharsets.UTF_8);
            return text.substring(text.indexOf(':') + 1).getBytes(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    /** Takes as long for a nearly right one as for a wrong one. */
    private boolean equal(byte[] offered) {
        return MessageDigest.isEqual(secret, offered);
    }
}
