package muster.workloads.target;

import java.util.Optional;
import muster.workloads.plan.language.Settings;

/** Keys "user" and "password" of section "target"; its text never holds the latter. */
public record Login(String user, String password) {
    /** Empty where the plan names neither; throws {@link muster.workloads.plan.language.PlanException} where it names one. */
    public static Optional<Login> of(Settings target) {
        requirePassword(target);
        if (target.has("password") && !target.has("user")) {
            throw target.wrong("user", "the name that the password belongs to");
        }
        return target.has("user")
                ? Optional.of(new Login(target.text("user"), target.text("password")))
                : Optional.empty();
    }

    /** For databases with a usual user: the password may stand alone, a user may not. */
    public static void requirePassword(Settings target) {
        if (target.has("user") && !target.has("password")) {
            throw target.wrong("password", "the user's password as ${env:NAME} or ${file:PATH}");
        }
    }

    @Override
    public String toString() {
        return user;
    }
}
