package muster.targets.support;

import java.util.function.Function;
import muster.workloads.target.TargetException;

/**
 * Calls of a driver outside operations, such as those that count, delete or connect. A failure becomes one line with the target and the cause.
 *
 * @param target how messages name it, without a secret
 * @param failures what the driver throws; any other unchecked exception is a bug and stays what it is
 * @param line a failure as one short line
 */
public record DriverCalls(Object target, Class<? extends Throwable> failures, Function<Throwable, String> line) {
    /** A call; drivers throw checked exceptions that they do not all declare. */
    @FunctionalInterface
    public interface Call<T> {
        T answer() throws Throwable;
    }

    /** The answer to the call. */
    public <T> T ask(Call<T> call) throws TargetException {
        try {
            return call.answer();
        } catch (TargetException | Error e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetException(target + ": interrupted", e);
        } catch (Throwable e) {
            if (e instanceof RuntimeException bug && !failures.isInstance(e)) {
                throw bug;
            }
            throw new TargetException(target + ": " + line.apply(e), e);
        }
    }
}
