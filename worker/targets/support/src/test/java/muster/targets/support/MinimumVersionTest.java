package muster.targets.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import muster.workloads.target.TargetException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MinimumVersionTest {
    @ParameterizedTest
    @CsvSource({
        "5.23, 5.22.9, false",
        "5.23, 5.23.0, true",
        "5.23, 5.9, false",
        "5.23, 2026.08.1, true",
        "5.23, 5, false",
        "14, 15.8 (Debian 15.8-0+deb12u1), true",
        "14, 14beta1, true",
        "14, 9.6.24, false",
        "4.10.0, 4.9.12, false",
        "4.10.0, 4.16.3, true",
        "1.0, 2.0.0-rc1, true",
        "1.0, unknown, false"
    })
    void numbers_are_compared_one_by_one(String minimum, String version, boolean met) {
        assertThat(new MinimumVersion(minimum).isMetBy(version)).isEqualTo(met);
    }

    @Test
    void a_server_that_is_too_old_is_refused_with_the_version_that_is_needed() {
        assertThatThrownBy(() -> new MinimumVersion("5.23").require("Neo4j at 127.0.0.1:7687", "4.4.30"))
                .isInstanceOf(TargetException.class)
                .hasMessage("Neo4j at 127.0.0.1:7687: version 4.4.30 is too old, Muster needs 5.23 or later");
    }
}
