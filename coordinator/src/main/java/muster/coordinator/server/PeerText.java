package muster.coordinator.server;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.protocol.Envelope;
import muster.protocol.Finished;
import muster.protocol.OperationSample;
import muster.protocol.Series;
import muster.protocol.Snapshot;
import muster.text.Printable;

/**
 * Where text of peers comes in, at a coordinator or at a command: every text of a message becomes printable and of bounded
 * length before anybody logs, stores or shows it. Only plans are left as they are, which their reader checks. Any thread.
 */
@SuppressWarnings("ReferenceEquality") // What is safe already is the same object, and copies nothing.
public final class PeerText {
    /** Facts of a machine or a database: more are cut off. */
    private static final int MAX_ENTRIES = 1_000;
    /** Fields that hold sentences, and values of maps; all others are names. */
    private static final Set<String> MESSAGES =
            Set.of("message", "first_message", "reason", "expected", "observed", "value", "allow_erase", "statement");

    private static final String PLAN = "plan";

    private interface Rule {
        String printable(FieldDescriptor field, String text);
    }

    private static final PeerText OF_PEER = new PeerText((field, text) ->
            Printable.line(text, MESSAGES.contains(field.getName()) ? Printable.MAX_MESSAGE : Printable.MAX_NAME));
    private static final PeerText OF_COORDINATOR =
            new PeerText((field, text) -> field.getNumber() == Finished.MESSAGE_FIELD_NUMBER
                            && field.getContainingType().equals(Finished.getDescriptor())
                    ? Printable.lines(text, Printable.MAX_MESSAGE)
                    : Printable.line(text, Printable.MAX_MESSAGE));

    private final Rule rule;

    private PeerText(Rule rule) {
        this.rule = rule;
    }

    /** What a coordinator says to a command: the message of a run that is over may have several lines. */
    public static Envelope ofCoordinator(Envelope envelope) {
        return switch (envelope.getBodyCase()) {
            case REFUSED, SUBMITTED, CANCELLED, PROGRESS, STATUS, FINISHED, OPERATIONS_IN_FLIGHT, OPERATIONS_ABORTED ->
                (Envelope) OF_COORDINATOR.safe((Message) envelope);
            default -> envelope;
        };
    }

    /** What a peer says to the coordinator, each text as one line. The same envelope where nothing is to be changed, as is nearly always so. */
    static Envelope safe(Envelope envelope) {
        return switch (envelope.getBodyCase()) {
            case HELLO,
                    READY,
                    TASK_RESULT,
                    LEAVE,
                    FAILED,
                    SESSION_STATE,
                    SUBMIT,
                    RESOURCE_SAMPLE,
                    OPERATIONS_IN_FLIGHT,
                    OPERATIONS_ABORTED -> (Envelope) OF_PEER.safe((Message) envelope);
            case SNAPSHOT -> isPlain(envelope.getSnapshot()) ? envelope : (Envelope) OF_PEER.safe((Message) envelope);
            default -> envelope;
        };
    }

    /** Once a second from each worker: to look is cheaper than to walk through all fields. */
    private static boolean isPlain(Snapshot snapshot) {
        return snapshot.getSeriesList().stream().allMatch(PeerText::isPlain)
                && snapshot.getSlowList().stream()
                        .allMatch(slow -> isPlain(slow.getOperation()) && isPlain(slow.getOutcome()))
                && snapshot.getNonOkPositionsList().stream().allMatch(positions -> isPlain(positions.getOutcome()))
                && snapshot.getSamplesList().stream().allMatch(PeerText::isPlain)
                && snapshot.getAnswersList().stream().allMatch(answers -> isPlain(answers.getOperation()))
                && snapshot.getWrongAnswersList().stream().allMatch(answer -> isPlain(answer.getOperation()))
                && snapshot.getSeenAnswersList().stream().allMatch(answer -> isPlain(answer.getOperation()));
    }

    private static boolean isPlain(OperationSample sample) {
        return isPlain(sample.getOperation())
                && isPlain(sample.getOutcome())
                && sample.getStagesList().stream().allMatch(stage -> isPlain(stage.getStage()));
    }

    private static boolean isPlain(Series series) {
        return isPlain(series.getOperation())
                && isPlain(series.getTiming())
                && isPlain(series.getOutcome())
                && isPlain(series.getFirstMessage());
    }

    private static boolean isPlain(String text) {
        return text.length() <= Printable.MAX_NAME && text.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    private Message safe(Message message) {
        Message.Builder changed = null;
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            Object before = field.getValue();
            Object after = field.getKey().getName().equals(PLAN) ? before : safe(field.getKey(), before);
            if (after != before) {
                changed = changed == null ? message.toBuilder() : changed;
                changed.setField(field.getKey(), after);
            }
        }
        return changed == null ? message : changed.build();
    }

    private Object safe(FieldDescriptor field, Object value) {
        boolean text = field.getJavaType() == JavaType.STRING || field.getJavaType() == JavaType.MESSAGE;
        if (!text) {
            return value;
        }
        return field.isRepeated() ? safe(field, (List<?>) value) : one(field, value);
    }

    private List<?> safe(FieldDescriptor field, List<?> values) {
        List<Object> after = new ArrayList<>();
        boolean bounded = field.isMapField() || field.getJavaType() == JavaType.STRING;
        boolean changed = bounded && values.size() > MAX_ENTRIES;
        for (Object before : changed ? values.subList(0, MAX_ENTRIES) : values) {
            Object one = one(field, before);
            after.add(one);
            changed |= one != before;
        }
        return changed ? after : values;
    }

    private Object one(FieldDescriptor field, Object value) {
        return switch (value) {
            case Message message -> safe(message);
            case String text when !isPlain(text) -> rule.printable(field, text);
            default -> value;
        };
    }
}
