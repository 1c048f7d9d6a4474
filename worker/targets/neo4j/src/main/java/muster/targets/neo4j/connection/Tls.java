package muster.targets.neo4j.connection;

import java.io.File;
import java.net.URI;
import java.util.Set;
import muster.workloads.plan.language.Settings;
import org.neo4j.driver.Config;
import org.neo4j.driver.Config.TrustStrategy;

/**
 * Section "tls": encryption with a plain scheme. Schemes with +s or +ssc say all this themselves.
 *
 * @param trust "system", "all", or a file of certificates
 */
public record Tls(boolean encrypted, String trust) {
    private static final Set<String> SECURE = Set.of("bolt+s", "bolt+ssc", "neo4j+s", "neo4j+ssc");

    /** Throws PlanException. */
    public static Tls of(Settings target, URI uri) {
        Settings tls = target.section("tls");
        Tls read = new Tls(tls.flag("encrypted"), tls.text("trust"));
        if (read.encrypted && isSecure(uri)) {
            throw tls.wrong("encrypted", "nothing here, since scheme " + uri.getScheme() + " is encrypted already");
        }
        if (tls.has("trust") && !read.encrypted) {
            throw tls.wrong(
                    "trust",
                    "nothing here without encrypted: true; schemes with +s trust the system's"
                            + " authorities and those with +ssc trust all");
        }
        if (read.isFile() && !new File(read.trust).canRead()) {
            throw tls.wrong("trust", "system, all, or a file of certificates that can be read");
        }
        return read;
    }

    public static boolean isSecure(URI uri) {
        return SECURE.contains(uri.getScheme());
    }

    private boolean isFile() {
        return !trust.equals("system") && !trust.equals("all");
    }

    public Config.ConfigBuilder apply(Config.ConfigBuilder config) {
        return encrypted ? config.withEncryption().withTrustStrategy(strategy()) : config;
    }

    private TrustStrategy strategy() {
        return switch (trust) {
            case "system" -> TrustStrategy.trustSystemCertificates();
            case "all" -> TrustStrategy.trustAllCertificates();
            default -> TrustStrategy.trustCustomCertificateSignedBy(new File(trust));
        };
    }
}
