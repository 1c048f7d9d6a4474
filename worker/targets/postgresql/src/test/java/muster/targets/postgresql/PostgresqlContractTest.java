package muster.targets.postgresql;

import muster.targets.contract.TargetContract;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(
        value = "muster.servers.postgresql.PostgresqlServer#installed",
        disabledReason = "PostgreSQL 15 is not installed: apt-get install postgresql-15")
class PostgresqlContractTest extends TargetContract {
    PostgresqlContractTest() {
        super(new PostgresqlSubject());
    }
}
