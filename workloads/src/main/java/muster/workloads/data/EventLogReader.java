package muster.workloads.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import muster.workloads.data.EventLog.Event;

/**
 * Reads event logs: lines of time stamp, A, R or U, a user and, for A and R, the user that is followed, parted by tabs.
 * Time stamps are whole numbers; the order is that of the lines.
 */
public final class EventLogReader {
    private static final Pattern TAB = Pattern.compile("\t");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

    private final Lines lines;
    private final Names names = new Names();
    private final List<Event> events = new ArrayList<>();
    private final Ints users = new Ints();
    private final Ints others = new Ints();

    private EventLogReader(Lines lines) {
        this.lines = lines;
    }

    /** Throws {@link muster.workloads.plan.language.PlanException} with file and line if a line is not an event. */
    public static EventLog read(Path file) {
        try (Lines lines = Lines.of(file)) {
            return new EventLogReader(lines).read();
        }
    }

    private EventLog read() {
        for (String line = lines.nextContent(); line != null; line = lines.nextContent()) {
            add(line, TAB.split(line, -1));
        }
        return new EventLog(names.all(), events.toArray(Event[]::new), users.all(), others.all());
    }

    private void add(String line, String[] fields) {
        Event event = event(line, fields);
        if (fields.length != (event == Event.UPDATE ? 3 : 4) || fields[2].isBlank()) {
            throw wrong(line);
        }
        events.add(event);
        users.add(names.number(fields[2]));
        others.add(event == Event.UPDATE ? -1 : other(line, fields));
    }

    private int other(String line, String[] fields) {
        if (fields[3].isBlank() || fields[3].equals(fields[2])) {
            throw wrong(line);
        }
        return names.number(fields[3]);
    }

    private Event event(String line, String[] fields) {
        if (fields.length < 3 || !NUMBER.matcher(fields[0]).matches()) {
            throw wrong(line);
        }
        return switch (fields[1]) {
            case "A" -> Event.FOLLOW;
            case "R" -> Event.UNFOLLOW;
            case "U" -> Event.UPDATE;
            default -> throw wrong(line);
        };
    }

    private RuntimeException wrong(String line) {
        return lines.wrong("\"" + line + "\" is not an event: a time stamp, A, R or U, a user and, for A and R, "
                + "another user, parted by tabs");
    }
}
