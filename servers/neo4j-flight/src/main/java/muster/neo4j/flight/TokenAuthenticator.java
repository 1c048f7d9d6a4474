package muster.neo4j.flight;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.auth2.CallHeaderAuthenticator;
import org.jspecify.annotations.Nullable;

/** Admits calls with the token in the header "authorization: Bearer TOKEN", and gives others no information. */
final class TokenAuthenticator implements CallHeaderAuthenticator {
    private static final String SCHEME = "Bearer ";

    private final byte[] token;

    /** @param file that holds the token and that only its owner can read: so it stands in no process list and no log */
    TokenAuthenticator(Path file) throws IOException {
        token = Files.readString(file).strip().getBytes(StandardCharsets.UTF_8);
        if (token.length == 0) {
            throw new IOException("the file of the Flight token is empty: " + file);
        }
    }

    @Override
    public AuthResult authenticate(CallHeaders headers) {
        if (!presents(headers.get("authorization"))) {
            throw CallStatus.UNAUTHENTICATED
                    .withDescription("the header \"authorization: Bearer TOKEN\" is missing, or the token is wrong")
                    .toRuntimeException();
        }
        return () -> "muster";
    }

    /** In a time that does not tell how much of it is right. */
    private boolean presents(@Nullable String header) {
        return header != null
                && header.startsWith(SCHEME)
                && MessageDigest.isEqual(
                        token, header.substring(SCHEME.length()).getBytes(StandardCharsets.UTF_8));
    }
}
