package muster.workloads.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import org.junit.jupiter.api.Test;

class TransactionTest {
    @Test
    void operations_of_one_part_of_a_load_travel_together_and_any_other_alone() {
        LoadUser user = new LoadUser(1, new long[0]);
        LoadFollows follows = new LoadFollows(1, new long[0]);
        Transaction transaction = new Transaction(9);
        List.of(user, user, follows, new AddUser(2), new AddUser(3), user, user).forEach(transaction::add);
        List<Integer> ends = new ArrayList<>();
        for (int first = 0; first < transaction.size(); first = transaction.endOfGroup(first)) {
            ends.add(transaction.endOfGroup(first));
        }
        assertThat(ends).containsExactly(2, 3, 4, 5, 7);
    }
}
