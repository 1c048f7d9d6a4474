package muster.targets.neo4j.query;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import muster.workloads.target.ClientLibrary;
import org.neo4j.driver.NotificationClassification;
import org.neo4j.driver.NotificationSeverity;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.summary.GqlNotification;
import org.neo4j.driver.summary.GqlStatusObject;
import org.neo4j.driver.summary.ResultSummary;

/**
 * What Neo4j warns of when it plans a statement: an unknown label, type or property, a cartesian product, what is deprecated.
 * Only sessions that explain ask for it: the server would send it with every answer, and the driver would read it.
 */
public final class QueryWarnings {
    private static final String CARTESIAN_PRODUCT = "03N90";
    private static final Set<NotificationClassification> SHOWN =
            Set.of(NotificationClassification.UNRECOGNIZED, NotificationClassification.DEPRECATION);

    private QueryWarnings() {}

    /** Has the server send warnings, although the driver asks for none. */
    public static SessionConfig asked(SessionConfig.Builder session) {
        return session.withMinimumNotificationSeverity(NotificationSeverity.INFORMATION)
                .build();
    }

    /** In the server's words, each once. */
    static List<String> of(ResultSummary summary) {
        return summary.gqlStatusObjects().stream()
                .flatMap(status ->
                        status instanceof GqlNotification notification ? Stream.of(notification) : Stream.empty())
                .filter(QueryWarnings::isShown)
                .map(GqlStatusObject::statusDescription)
                .map(QueryWarnings::words)
                .distinct()
                .toList();
    }

    private static boolean isShown(GqlNotification notification) {
        return CARTESIAN_PRODUCT.equals(notification.gqlStatus())
                || notification.classification().filter(SHOWN::contains).isPresent();
    }

    /** Without the severity before them. */
    private static String words(String description) {
        return ClientLibrary.line(description.replaceFirst("^(warn|info): ", ""));
    }
}
