package muster.cli.client;

import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;
import muster.protocol.Status;
import muster.text.Json;
import muster.web.PageJson;

/** What {@code ./muster status --json} and {@code ./muster abort --json} print, for the page. */
public final class CommandJson implements PageJson {
    @Override
    public String of(Status status) {
        return Json.write(StatusJson.of(status));
    }

    @Override
    public String of(OperationsInFlight inFlight) {
        return Json.write(OperationJson.of(inFlight));
    }

    @Override
    public String of(OperationsAborted aborted) {
        return Json.write(OperationJson.of(aborted));
    }
}
