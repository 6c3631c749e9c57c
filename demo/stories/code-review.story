# Code review: reads the publisher's and Kafka's sources.
code-review by demo-code-review

2026-09-10T07:37:00Z join

2026-09-10T07:54:00Z see Q-3

2026-09-10T07:54:30Z take Q-3

2026-09-10T08:30:00Z code E-23 for Q-3 repository publisher commit release-2026.09 path src/Batch/Send.cs
    Where a batch ends: the cancellation is logged, the delivery report of each message is never read

2026-09-10T08:32:00Z code E-24 for Q-3 repository publisher commit release-2026.09 path src/Batch/Budget.cs
    One timer for a whole batch: it cancels what waits for the produce, not the produce itself

2026-09-10T08:45:00Z paste E-25 for Q-3
    Commits of the last month, by folder
    | src/Batch    0 commits
    | src/Produce  0 commits
    | src/Metrics  4 commits: names of labels
    | deploy       7 commits: limits and probes

2026-09-10T08:50:00Z retract R-1 of F-1 by E-25
    A month of commits was read: none touches the path from batch to produce.

2026-09-10T08:52:00Z finding F-6 answers Q-3 on E-25 E-23 E-24 observed yes
    The produce path has not changed in a month. The real error cannot show in these logs: a shared timer cancels the wait, and the
    delivery report that would hold the error is never read.

2026-09-10T08:53:00Z complete F-6
    reasoning Messages are sent one at a time, and each waits for its report. The budget of the batch ends first, so the log says
    cancelled whatever happened.
    could-not-check Versions of libraries that were changed without a commit.

2026-09-10T14:27:00Z see Q-17

2026-09-10T14:28:00Z take Q-17

2026-09-10T14:40:00Z code E-68 for Q-17 repository kafka commit 2.6.0 path core/src/main/scala/kafka/server/DelayedOperation.scala
    2.6.0: a handler tries the lock of a delayed operation, and goes on if another one has it

2026-09-10T14:46:00Z code E-69 for Q-17 repository kafka commit 2.7.0 path core/src/main/scala/kafka/server/DelayedOperation.scala
    2.7.0: safeTryComplete takes the lock and waits for it (KAFKA-8334)

2026-09-10T14:54:00Z code E-73 for Q-17 repository kafka commit 2.7.0 path core/src/main/scala/kafka/server/DelayedFetch.scala
    2.7.0: tryComplete walks over every partition of the fetch, under that lock

2026-09-10T15:04:00Z finding F-20 answers Q-17 on E-68 E-69 E-73
    Up to 2.6 a handler that finds the lock taken goes on; since 2.7 it waits. The holder walks over all partitions of the fetch
    meanwhile: 864 on broker A.

2026-09-10T15:05:00Z complete F-20
    reasoning One wide fetch is one operation with one lock, registered under every partition it covers. Every produce and every
    fetch that ends on one of them comes to that lock.
    ruled-out Putting the old behaviour back: it lost completions (KAFKA-8334), which is why it was changed.

2026-09-10T18:03:40Z rate H-1 on E-25 rating very_inconsistent

2026-09-10T18:03:43Z rate H-1 on E-69 rating inconsistent

2026-09-10T18:03:46Z rate H-4 on E-61 rating very_consistent

2026-09-10T18:03:49Z rate H-4 on E-69 rating very_consistent

2026-09-10T18:03:52Z rate H-5 on E-25 rating very_consistent

2026-09-10T18:08:00Z see Q-26
