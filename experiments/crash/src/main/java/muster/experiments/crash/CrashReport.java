package muster.experiments.crash;

import java.util.List;
import muster.report.extension.Outage;
import muster.report.extension.ReportExtension;
import muster.report.run.MeasuredPhase;
import muster.report.run.RunReader;

/** Draws when the server was down because the plan crashed it. */
public final class CrashReport implements ReportExtension {
    @Override
    public List<Outage> outages(RunReader run, MeasuredPhase phase) {
        return run.of("how, crash_ns, ready_ns FROM crash", phase.at(), "").stream()
                .map(crash -> new Outage(crash.text("how"), crash.whole("crash_ns"), crash.whole("ready_ns")))
                .toList();
    }
}
