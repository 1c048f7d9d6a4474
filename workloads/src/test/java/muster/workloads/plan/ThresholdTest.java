package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.workloads.plan.rule.Threshold;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdTest {
    @ParameterizedTest
    @CsvSource({
        "post p99 < 50ms,post,response,p99,<,50000000",
        "p99.9<=1.5us,'',response,p99.9,<=,1500",
        "feed service mean > 7ns,feed,service,mean,>,7",
        "response max >= 2s,'',response,max,>=,2000000000",
        "service min == 1ms,'',service,min,==,1000000",
        "throughput > 1000/s,'',response,throughput,>,1000",
        "insertVertices throughput > 1000,insertVertices,response,throughput,>,1000",
        "errors% < 0.1,'',response,errors%,<,0.1",
        "errors% < 0.1%,'',response,errors%,<,0.1",
        "post errors == 0,post,response,errors,==,0",
        "transaction service p50 < 1s,transaction,service,p50,<,1000000000",
    })
    void is_read_with_its_unit(
            String text, String operation, String timing, String metric, String comparator, double value) {
        String plan = "target: {kind: noop}\nworkload: {kind: noop}\nphases: [{kind: measure, duration: 1s}]\n"
                + "thresholds: ['" + text + "']\n";
        assertThat(PlanReader.parse(plan, "p.yaml", List.of()).thresholds())
                .containsExactly(new Threshold(text, operation, timing, metric, comparator, value));
    }
}
