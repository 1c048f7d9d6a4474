package muster.targets.neo4j.cypher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LocksTest {
    @Test
    void each_place_of_a_template_is_a_lock_of_its_variable() {
        assertThat(Locks.COUNTED.in("MATCH (u) LOCK u\nMATCH (v) LOCK v"))
                .isEqualTo(
                        "MATCH (u) SET u.lock = coalesce(u.lock, 0) + 1\nMATCH (v) SET v.lock = coalesce(v.lock, 0) + 1");
    }

    @Test
    void neo4j_locks_what_is_no_user_by_its_label() {
        assertThat(Locks.WAITING.in("MATCH (s) LOCK s", "Vertex")).isEqualTo("MATCH (s) SET s:Vertex");
    }

    @Test
    void a_load_locks_its_users_where_transactions_do_not_wait_and_all_its_nodes_before_where_they_do() {
        String load = "MATCH (u)\nLOCK_LOADED u\nRETURN u";
        assertThat(Locks.COUNTED.inLoad("LOCK n\n", load))
                .isEqualTo("MATCH (u)\nSET u.lock = coalesce(u.lock, 0) + 1\nRETURN u");
        assertThat(Locks.WAITING.inLoad("LOCK n\n", load)).isEqualTo("SET n.lock = 0\nMATCH (u)\nRETURN u");
    }

    @Test
    void a_statement_without_a_place_for_a_lock_is_refused_and_shown() {
        assertThatThrownBy(() -> Locks.COUNTED.in("MATCH (u) SET u.lock = 0"))
                .hasMessage("no \"LOCK x\" in this statement:\nMATCH (u) SET u.lock = 0");
        assertThatThrownBy(() -> Locks.COUNTED.in("MATCH (s) SET s:Vertex", "Vertex"))
                .hasMessageContaining("no \"LOCK x\" in this statement");
        assertThatThrownBy(() -> Locks.WAITING.inLoad("UNWIND $users AS row"))
                .hasMessageContaining("no \"LOCK_LOADED u\n\" in this statement:\nUNWIND $users AS row");
    }
}
