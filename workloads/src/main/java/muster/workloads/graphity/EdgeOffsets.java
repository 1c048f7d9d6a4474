package muster.workloads.graphity;

/** Where each user's edges begin, when edges are numbered by user: one number a user and one for the end. */
record EdgeOffsets(long[] starts) {
    long edges() {
        return starts[starts.length - 1];
    }

    int degree(int user) {
        return (int) (starts[user + 1] - starts[user]);
    }

    /** The user that this edge begins at: the only one with start &lt;= edge &lt; start of the next. */
    int user(long edge) {
        int low = 0;
        int high = starts.length - 2;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (starts[middle + 1] > edge) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** The place of the edge among those of its user. */
    int place(int user, long edge) {
        return (int) (edge - starts[user]);
    }
}
