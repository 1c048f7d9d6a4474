package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.workloads.operation.DataOperation;
import muster.workloads.schema.Column;
import muster.workloads.schema.NodeType;
import muster.workloads.schema.ValueType;
import org.junit.jupiter.api.Test;

class OperationSampleTest {
    private static final NodeType CITY = new NodeType("City", new Column("id", ValueType.LONG), List.of());

    @Test
    void rows_are_shown_by_their_values_and_counted() {
        List<Object[]> rows =
                List.of(new Object[] {1L, "Rome", null, 4.5}, new Object[] {2L}, new Object[] {3L}, new Object[] {4L});
        assertThat(OperationSample.text(new DataOperation.LoadNodes(CITY, rows)))
                .startsWith("LoadNodes(type=NodeType[label=City")
                .endsWith("rows=[[1, Rome, null, ... 4 in all], [2], [3], ... 4 in all])");
    }
}
