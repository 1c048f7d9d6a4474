package muster.targets.neo4j;

import java.net.InetSocketAddress;
import java.util.List;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.QueryConfig;
import org.neo4j.driver.Record;

/** A database of the tests, looked at past the target. */
record Database(InetSocketAddress address, String name, Driver driver) {
    Database(InetSocketAddress address, String name, AuthToken login) {
        this(address, name, GraphDatabase.driver("bolt://" + address.getHostString() + ":" + address.getPort(), login));
    }

    List<Record> query(String query) {
        return driver.executableQuery(query)
                .withConfig(QueryConfig.builder().withDatabase(name).build())
                .execute()
                .records();
    }

    long count(String query) {
        return query(query).getFirst().get(0).asLong();
    }

    String text(String query) {
        return query(query).getFirst().get(0).asString();
    }
}
