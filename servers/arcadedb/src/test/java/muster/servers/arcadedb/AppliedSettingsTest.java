package muster.servers.arcadedb;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import muster.servers.host.ServerException;
import org.junit.jupiter.api.Test;

class AppliedSettingsTest {
    private static final String APPLIED = """
            [{"key":"arcadedb.txWalFlush","value":2,"description":"0 = no flush","overridden":false,"default":0},\
            {"key":"arcadedb.txWAL","value":true,"description":"Uses the WAL","overridden":false,"default":true},\
            {"key":"arcadedb.server.backupDirectory","value":"\\/backups","description":"","overridden":false},\
            {"key":"arcadedb.ssl.keyStorePassword","value":"*****","description":"","overridden":false}]
            """;

    @Test
    void numbers_words_paths_and_hidden_values_are_those_that_the_user_chose() {
        assertThatCode(() -> {
                    AppliedSettings.check(APPLIED, "txWalFlush", "2");
                    AppliedSettings.check(APPLIED, "txWAL", "TRUE");
                    AppliedSettings.check(APPLIED, "server.backupDirectory", "/backups");
                    AppliedSettings.check(APPLIED, "ssl.keyStorePassword", "secret");
                })
                .doesNotThrowAnyException();
    }

    @Test
    void another_value_and_an_unknown_name_are_refused() {
        assertThatThrownBy(() -> AppliedSettings.check(APPLIED, "txWalFlush", "20"))
                .isInstanceOf(ServerException.class)
                .hasMessage("ArcadeDB runs with txWalFlush=2, not with 20");
        assertThatThrownBy(() -> AppliedSettings.check(APPLIED, "arcadedb.txWalFlush", "2"))
                .isInstanceOf(ServerException.class)
                .hasMessage("ArcadeDB has no setting arcadedb.txWalFlush");
    }
}
