package muster.targets.contract;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/**
 * What every target does, against its real server. A target's test class extends this and gives its {@link Subject}; it
 * has further tests only for what no other target has. Nothing in here may hang: each test has two minutes.
 */
@Tag("server")
@Timeout(120)
public abstract class TargetContract {
    private final Subject subject;

    protected TargetContract(Subject subject) {
        this.subject = subject;
    }

    /** Its server may have to be fetched first, which is not in the two minutes of a test. */
    @BeforeEach
    void start() {
        subject.address();
    }

    @Nested
    class Graphity extends GraphityContract {
        Graphity() {
            super(subject);
        }
    }

    @Nested
    class Load extends LoadContract {
        Load() {
            super(subject);
        }
    }

    @Nested
    @Tag("thorough")
    class Concurrency extends ConcurrencyContract {
        Concurrency() {
            super(subject);
        }
    }

    @Nested
    class BatchInsert extends BatchInsertContract {
        BatchInsert() throws Exception {
            super(subject);
        }
    }

    @Nested
    class Queries extends QueryContract {
        Queries() {
            super(subject);
        }
    }

    @Nested
    class Data extends DataContract {
        Data() throws Exception {
            super(subject);
        }
    }

    @Nested
    @Tag("thorough")
    class Connections extends ConnectionContract {
        Connections() throws Exception {
            super(subject);
        }
    }

    @Nested
    class OpeningAndRefusing extends OpeningContract {
        OpeningAndRefusing() {
            super(subject);
        }
    }

    @Nested
    @Tag("thorough")
    class Safety extends SafetyContract {
        Safety() {
            super(subject);
        }
    }
}
