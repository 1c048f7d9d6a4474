package muster.servers.http;

import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;

/** The process: port, home, threads. */
final class TomcatMain {
    private static final String MAX_CONNECTIONS = "100000";

    private TomcatMain() {}

    public static void main(String[] arguments) throws LifecycleException {
        Path home = Path.of(arguments[1]);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(home.toString());
        tomcat.setConnector(connector(Integer.parseInt(arguments[0]), arguments[2]));
        Context context = tomcat.addContext("", home.resolve("pages").toString());
        Tomcat.addServlet(context, "default", new DefaultServlet()).addMapping("/");
        tomcat.start();
        tomcat.getServer().await();
    }

    private static Connector connector(int port, String threads) {
        Connector connector = new Connector();
        connector.setPort(port);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxThreads", threads);
        connector.setProperty("maxConnections", MAX_CONNECTIONS);
        connector.setProperty("acceptCount", "4096");
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("keepAliveTimeout", "300000");
        connector.addUpgradeProtocol(new Http2Protocol());
        return connector;
    }
}
