package muster.targets.http.request;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import muster.workloads.plan.language.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Section "tls": whose certificates are trusted.
 *
 * @param ca a file of certificates in PEM; null: those of the Java runtime
 * @param insecure accept any certificate, and any name in it
 */
public record Tls(@Nullable Path ca, boolean insecure) {
    /** Reads and checks; throws PlanException. */
    public static Tls of(Settings target) {
        Settings tls = target.section("tls");
        String ca = tls.text("ca");
        boolean insecure = tls.flag("insecure");
        if (!ca.isEmpty() && insecure) {
            throw tls.wrong("insecure", "false where a ca is given: with insecure: true nothing is checked");
        }
        if (!ca.isEmpty() && !Files.isReadable(Path.of(ca))) {
            throw tls.wrong("ca", "a file of certificates in PEM that can be read");
        }
        return new Tls(ca.isEmpty() ? null : Path.of(ca), insecure);
    }

    /** Throws an IOException that names the file where its certificates are none. */
    public SSLContext context() throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, insecure ? new TrustManager[] {new AnyCertificate()} : trusted(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(ca + ": " + e.getMessage(), e);
        }
    }

    private TrustManager @Nullable [] trusted() throws IOException, GeneralSecurityException {
        if (ca == null) {
            return null;
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(ca)) {
            int number = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + number++, each);
            }
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    /** A client's engine for one connection to this server. */
    public SSLEngine engine(SSLContext context, Route route) {
        SSLEngine engine = context.createSSLEngine(route.host(), route.port());
        engine.setUseClientMode(true);
        if (!insecure) {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            engine.setSSLParameters(parameters);
        }
        return engine;
    }

    /** Extended, so that the runtime does not check the name either. */
    private static final class AnyCertificate extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
