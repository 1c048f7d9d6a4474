package muster.workloads.target;

import java.net.URI;
import java.util.function.Predicate;
import muster.workloads.plan.language.Settings;

/** Key "uri" of section "target": always a scheme and a host, never a user or password. */
public final class TargetAddress {
    private TargetAddress() {}

    /**
     * Reads and checks it.
     *
     * @param usual where the plan names none
     * @param right what the message says is right
     * @param accepted what else holds for this kind of target
     * @throws muster.workloads.plan.language.PlanException naming the value, and what would be right
     */
    public static URI of(Settings target, String usual, String right, Predicate<URI> accepted) {
        return checked(target, target.text("uri", usual), right, accepted);
    }

    /** The same without a usual one: the plan must name it. */
    public static URI required(Settings target, String right, Predicate<URI> accepted) {
        return checked(target, target.text("uri"), right, accepted);
    }

    private static URI checked(Settings target, String text, String right, Predicate<URI> accepted) {
        try {
            URI uri = URI.create(text);
            if (uri.getScheme() != null && uri.getHost() != null && uri.getUserInfo() == null && accepted.test(uri)) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw target.wrong("uri", right);
        }
        throw target.wrong("uri", right);
    }

    public static boolean hasNoPath(URI uri) {
        return uri.getPath() == null || uri.getPath().isEmpty() || uri.getPath().equals("/");
    }
}
