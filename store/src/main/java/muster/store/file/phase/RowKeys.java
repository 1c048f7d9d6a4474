package muster.store.file.phase;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import muster.model.PhaseAt;
import org.jspecify.annotations.Nullable;

/** Puts the key of a phase before the values of a row, and reads it back. */
public final class RowKeys {
    private RowKeys() {}

    public static @Nullable Object[] with(PhaseAt at, @Nullable Object... values) {
        @Nullable
        Object[] all = Arrays.copyOf(new Object[] {at.runId(), at.step(), at.trial(), at.phase()}, 4 + values.length);
        System.arraycopy(values, 0, all, 4, values.length);
        return all;
    }

    public static PhaseAt at(ResultSet row) throws SQLException {
        return new PhaseAt(row.getLong(1), row.getInt(2), row.getInt(3), row.getString(4));
    }
}
