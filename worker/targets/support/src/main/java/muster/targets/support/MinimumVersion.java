package muster.targets.support;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.workloads.target.TargetException;

/**
 * The first version of a server that a target supports.
 *
 * @param text numbers with points between them: "5.23"
 */
public record MinimumVersion(String text) {
    private static final Pattern NUMBERS = Pattern.compile("\\d{1,9}(\\.\\d{1,9})*");

    /** Throws where the server is older, or has a version without a number. */
    public void require(Object target, String version) throws TargetException {
        if (!isMetBy(version)) {
            throw new TargetException(
                    "%s: version %s is too old, Muster needs %s or later".formatted(target, version, text));
        }
    }

    /** Compares number by number; what follows the numbers, such as "-rc1", does not count. */
    public boolean isMetBy(String version) {
        return Arrays.compare(numbers(version), numbers(text)) >= 0;
    }

    private static int[] numbers(String version) {
        Matcher numbers = NUMBERS.matcher(version);
        return numbers.lookingAt()
                ? Stream.of(numbers.group().split("\\.", -1))
                        .mapToInt(Integer::parseInt)
                        .toArray()
                : new int[0];
    }
}
