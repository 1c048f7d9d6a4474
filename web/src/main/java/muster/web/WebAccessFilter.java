package muster.web;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may ask what. A page of another site must neither read this one through a name that it points here (so the
 * Host must be one of ours) nor end a run in the name of who looks at it (so a POST needs our Origin and a secret that
 * only our page knows).
 */
final class WebAccessFilter extends Filter {
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");

    private final Set<String> names;
    private final Optional<AccessToken> token;
    private final String pageToken = random();

    /** @param names that this server is known by; IP addresses need not be among them: no site can point those here */
    WebAccessFilter(Set<String> names, Optional<AccessToken> token) {
        this.names = names;
        this.token = token;
    }

    private static String random() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** What our own page proves itself with; made anew for each start. */
    String pageToken() {
        return pageToken;
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        Headers asked = exchange.getRequestHeaders();
        String method = exchange.getRequestMethod();
        if (!isOurs(asked.getFirst("Host"))) {
            HttpResponse.text(
                            421, "this page is not known by that name: use the address that ./muster coordinator names")
                    .send(exchange);
        } else if (token.isPresent() && !token.get().opens(asked.getFirst("Authorization"))) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"Muster\", charset=\"UTF-8\"");
            HttpResponse.text(
                            401,
                            "the token that the coordinator was started with is the password; any user name will do")
                    .send(exchange);
        } else if (!METHODS.contains(method)) {
            HttpResponse.text(405, "GET, HEAD and POST only").send(exchange);
        } else if (method.equals("POST") && !isFromOurPage(asked)) {
            HttpResponse.text(403, "only the page itself may do this: load it again")
                    .send(exchange);
        } else {
            chain.doFilter(exchange);
        }
    }

    private boolean isOurs(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
        boolean address = name.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");
        return address || names.contains(name);
    }

    private boolean isFromOurPage(Headers asked) {
        String origin = asked.getFirst("Origin");
        String site = asked.getFirst("Sec-Fetch-Site");
        String shown = asked.getFirst("X-Muster-Page");
        boolean sameOrigin = origin == null || origin.equalsIgnoreCase("http://" + asked.getFirst("Host"));
        boolean sameSite = site == null || site.equals("same-origin");
        return sameOrigin && sameSite && shown != null && MessageDigest.isEqual(bytes(shown), bytes(pageToken));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String description() {
        return "host, token, origin";
    }
}
