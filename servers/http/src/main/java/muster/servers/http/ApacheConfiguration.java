package muster.servers.http;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import muster.servers.ServerContext;

/** The file httpd.conf: event-driven worker processes, kept connections, no log of requests. */
record ApacheConfiguration(ServerContext context, int threads) {
    private static final int PROCESSES = 2;
    private static final List<String> MODULES =
            List.of("mpm_event", "authz_core", "mime", "filter", "deflate", "http2", "ssl", "socache_shmcb");

    void write() throws IOException {
        context.write("httpd.conf", text());
        context.write("mime.types", "text/html html\n");
    }

    private String text() {
        String modules = MODULES.stream()
                .map(name -> "LoadModule " + name + "_module " + ApacheModules.file(name))
                .collect(Collectors.joining("\n"));
        int each = Math.max(1, threads / PROCESSES);
        return """
                ServerRoot "%1$s"
                PidFile httpd.pid
                DefaultRuntimeDir "%1$s"
                ServerName localhost
                %2$s
                TypesConfig mime.types
                Listen %3$s
                Listen %4$s
                Protocols h2 h2c http/1.1
                ErrorLog error.log
                LogLevel warn
                DocumentRoot "%1$s/pages"
                <Directory "%1$s/pages">
                  Require all granted
                </Directory>
                AddOutputFilterByType DEFLATE text/html
                # A kept connection stays open, as long as a client of a benchmark may think.
                MaxKeepAliveRequests 0
                KeepAliveTimeout 300
                H2MaxSessionStreams 1000
                # As many threads from the start as there will ever be: no figure depends on when processes began or ended.
                ServerLimit %5$d
                StartServers %5$d
                ThreadLimit %6$d
                ThreadsPerChild %6$d
                MaxRequestWorkers %7$d
                MinSpareThreads 1
                MaxSpareThreads %7$d
                MaxConnectionsPerChild 0
                # Connections that wait hold no thread.
                AsyncRequestWorkerFactor 400
                ListenBacklog 4096
                <VirtualHost %4$s>
                  ServerName localhost
                  SSLEngine on
                  SSLCertificateFile server.crt
                  SSLCertificateKeyFile server.key
                </VirtualHost>
                """.formatted(
                        context.home().toAbsolutePath(),
                        modules,
                        context.ports().address(ApacheProvider.HTTP),
                        context.ports().address(ApacheProvider.HTTPS),
                        PROCESSES,
                        each,
                        each * PROCESSES);
    }
}
