# Whoever coordinates: asks, weighs, writes the note. No stream, no data access.
coordinator by demo-coordinator

2026-09-10T07:30:00Z open severity 2 onset 2026-09-02T17:46:00Z
    title Publisher batches fail at exactly their time budget while the brokers look healthy
    label alertname PublisherBatchesFailing
    label datacenter dc-1
    label service publisher
    stream Metrics prometheus-main demo-metrics
    stream Broker logs broker-logs demo-broker-logs
    stream Application logs app-logs demo-application-logs
    stream Code review - demo-code-review
    stream War room - demo-war-room
    text The publisher takes messages from a queue and writes them to one Kafka topic of 105 partitions. Since the evening of
    2 September its batches fail at the time budget with a generic cancellation. Ten brokers, Kafka 3.7.0, two brokers on a machine.
    Several hundred consumer groups read downstream.

2026-09-10T07:31:00Z impact
    Consumers of the topic have been between 2 and 40 hours behind since 2 September. From 3 to 7 September the publisher failed
    1.6 to 1.85 million batches a day. Figures follow from the streams.

2026-09-10T07:32:00Z due 2026-09-10T09:30:00Z

2026-09-10T07:40:00Z pass
    Is it the producer?

2026-09-10T07:41:00Z question Q-1 to application-logs component publisher
    How long do failed batches take, day by day: always the same, or spread out?

2026-09-10T07:42:00Z question Q-2 to application-logs component publisher
    Do failures come from one data centre or from several, and since which minute?

2026-09-10T07:43:00Z question Q-3 to code-review component publisher
    Which commits of the last month touch the path from batch to produce, and can the real error show in the publisher's logs?

2026-09-10T07:44:00Z question Q-4 to metrics metric kafka_network_requestmetrics_totaltimems
    What is the worst Produce p99 that any broker has reported since 2 September?

2026-09-10T07:45:00Z question Q-5 to broker-logs
    Did any broker log a WARN or an ERROR from 3 to 7 September?

2026-09-10T07:51:00Z hypothesis H-1 refuted-by Q-3
    A recent commit made the producer regress.

2026-09-10T08:12:00Z paragraph N-1
    The brief says that the producer got worse in a recent commit (F-1). Two streams look: the publisher's logs for the shape of
    a failure, the repository for what changed.

2026-09-10T09:02:00Z revise N-1
    The brief said that the producer got worse in a recent commit. That fell after an hour (R-1): a month of commits leaves the
    produce path as it was (F-6). What the logs show is a timer, not a fault: every failed batch takes exactly its budget
    (F-2).

2026-09-10T09:04:00Z paragraph N-2
    Two clocks disagree. The publisher waits out its whole budget; the brokers report seconds (F-3) and logged nothing in the worst
    days (F-4). Either the time is lost before a broker starts its clock, or in the publisher. That is the next question.

2026-09-10T09:05:00Z contradiction X-1 of F-2 F-3
    The publisher waits for minutes; no broker has needed more than 7.5 seconds. Both measure a produce request.

2026-09-10T09:06:00Z impact
    From 3 to 7 September the publisher failed 1.6 to 1.85 million batches a day, all in one data centre (E-6, E-4, E-14).
    Consumers fell 2 to 40 hours behind (E-8). Episodes on the evenings of 8 and 9 September.

2026-09-10T09:08:00Z stand
    Not the producer's code, as far as a month of commits says (F-6). The publisher waits minutes, the brokers report at most 7.5
    seconds (F-3). We look for the place where time passes unseen.

2026-09-10T09:10:00Z close Q-1 as answered

2026-09-10T09:10:30Z close Q-3 as answered

2026-09-10T09:12:00Z moment M-1 at 2026-06-11T00:00:00Z as day on E-2
    The cluster is migrated from 2.x to 3.7.0. The first lag incident on the broker side comes two days later, two more in August.

2026-09-10T09:13:00Z moment M-2 at 2026-09-02T17:43:00Z as minute of war-room on E-2
    A hardware migration concentrates leadership on two brokers. One replication consumer opens again with a new client id: a full
    fetch of all its partitions.

2026-09-10T09:14:00Z moment M-3 at 2026-09-02T17:46:00Z as minute of application-logs on E-11
    Onset. From here on the publisher fails every batch at its budget of 120 seconds.

2026-09-10T09:15:00Z moment M-4 at 2026-09-03T00:00:00Z until 2026-09-07T23:59:00Z as about of application-logs on E-6 E-4 E-8
    1.6 to 1.85 million failed batch executions a day, consumers 2 to 40 hours behind, no WARN or ERROR from any broker.

2026-09-10T09:16:00Z moment M-5 at 2026-09-04T10:20:00Z as minute of metrics on E-17
    One broker leaves the cluster until the next morning.

2026-09-10T09:17:00Z moment M-6 at 2026-09-05T08:00:00Z as minute of application-logs on E-15
    The upstream queue is cleared. About 36 hours of events never reach Kafka and are sent again later from the database; there is no
    dead-letter path.

2026-09-10T09:18:00Z moment M-7 at 2026-09-07T15:50:00Z as minute of application-logs on E-16
    Leadership of the hot topic is moved off the stalled broker. Failures drop 15 times at once; the convoy moves to the next broker
    for two hours.

2026-09-10T09:19:00Z moment M-8 at 2026-09-08T18:30:00Z until 2026-09-08T20:10:00Z as minute of metrics on E-19
    An episode in the evening, together with the bursts of a workload on the same machine.

2026-09-10T09:20:00Z moment M-9 at 2026-09-09T19:00:00Z until 2026-09-09T21:20:00Z as minute of metrics on E-21
    Another one, again with the bursts.

2026-09-10T12:31:00Z moment M-10 at 2026-09-10T07:16:00Z until 2026-09-10T12:30:00Z as minute of war-room on E-26
    Three rebalances of several terabytes are approved and stopped again. Each landing triggers a short episode.

2026-09-10T12:52:00Z moment M-11 at 2026-09-10T12:45:00Z as minute of metrics on E-27 E-28 E-29
    A storage controller fails on one machine: two brokers down, 14 partitions offline, 140 under min-ISR, 440 refused appends a second.
    Eight brokers are left.

2026-09-10T12:53:00Z severity 1
    Two brokers are gone and appends are refused.

2026-09-10T12:54:00Z due 2026-09-10T14:00:00Z

2026-09-10T12:56:00Z question Q-6 to metrics component broker-a
    Is a broker ever blocked while neither it nor the other workload is short of CPU?

2026-09-10T12:56:30Z hypothesis H-2 refuted-by Q-6
    A co-located workload's CPU bursts are the cause.

2026-09-10T13:02:00Z pass
    Where does the time go?

2026-09-10T13:03:00Z question Q-7 to metrics component broker-a
    Which stage before the request handlers is full on the broker that stalls: the queue, or the network threads?

2026-09-10T13:03:30Z paragraph N-3
    Both evening episodes began and ended with bursts of CPU by a neighbour on A's machine (F-7). If that is the cause, moving the
    neighbour away ends it; operations would need an hour.

2026-09-10T13:04:00Z question Q-8 to broker-logs component broker-a
    What do the request log's own timers say about time in the queue, once a broker stalls?

2026-09-10T13:20:00Z moment M-12 at 2026-09-10T13:18:00Z as minute of metrics on E-32
    Broker A, which leads 35 % more than the average, blocks completely. No pressure on CPU, disk or reassignment.

2026-09-10T13:21:30Z paragraph N-4
    Broker A has stopped reading its client sockets (E-32). Bytes in an unread socket are in no timer of the broker, which would
    explain why the brokers say seconds while the publisher waits for minutes (F-3).

2026-09-10T13:25:00Z pass
    What starves it?

2026-09-10T13:25:30Z paragraph N-5
    The queue in front of the handlers is said to be empty (F-9), so the handlers would keep up and the network threads would be
    the first thing that is full.

2026-09-10T13:26:30Z question Q-9 to metrics metric kafka_consumergroup_lag
    How many partitions does one member of each consumer group cover?

2026-09-10T13:27:00Z question Q-10 to metrics component fleet-2
    Was the traffic of the second producer fleet at this level before the incident?

2026-09-10T13:35:00Z question Q-11 to metrics component replicator
    Were all eight replication groups there, one member each and as wide as now, in the first sample that we have?

2026-09-10T13:39:00Z question Q-12 to metrics metric kafka_topic_partition_leader
    Was the number of partitions of the replicated topics the same a month ago?

2026-09-10T13:40:00Z question Q-13 to broker-logs component broker-a
    With which request handlers and which queue limit does broker A run?

2026-09-10T13:48:00Z pass
    Predict where the threads wait

2026-09-10T13:49:00Z question Q-14 to metrics metric kafka_topic_partition_leader
    Among the partitions of the replication job, how many does each broker lead, and is that the order in which the brokers stall?

2026-09-10T13:50:00Z hypothesis H-4 refuted-by Q-14
    Request handlers queue behind the lock of one wide delayed fetch, which stands under every partition it covers. Any other order
    of led partitions than that of the stall would refute it.

2026-09-10T13:50:20Z relate H-4 of H-2 as rival_of

2026-09-10T13:50:40Z expect Q-14 of H-4
    the same order

2026-09-10T13:50:50Z expect Q-14 of H-2
    no order

2026-09-10T13:59:00Z paragraph N-6
    Said before anybody looks at a thread: if one wide fetch is checked under one lock by every request that touches its partitions,
    then most of A's 36 handlers wait for the same lock, below `DelayedOperation.safeTryComplete`, and one of them is inside
    `DelayedFetch.tryComplete`. If they wait for disk or for a socket instead, this idea is dead. A leads 864 of the 4,742 (F-16).

2026-09-10T14:02:00Z question Q-15 to war-room component broker-a
    Three thread dumps of broker A, about ten seconds apart, please: how many of the 36 data-plane handlers wait, for how many locks, below
    which frame?

2026-09-10T14:02:30Z refuter H-4 refuted-by Q-15

2026-09-10T14:03:00Z close Q-12 as could_not_look
    Retention begins on 2 September (E-52, E-53). Nobody can look a month back with what we have.

2026-09-10T14:07:00Z due 2026-09-10T15:30:00Z

2026-09-10T14:08:00Z paragraph N-7
    Three ideas fell within forty minutes, each by one query: a collapsed fleet (R-5), restarted replication consumers (R-4)
    and partitions picked up by wildcard (R-3). What stays is the width: eight groups of one member, 4,742 partitions each (F-11).

2026-09-10T14:15:00Z moment M-13 at 2026-09-10T14:10:00Z as minute of war-room on E-61 E-62 E-63
    Three thread dumps of broker A, ten seconds apart.

2026-09-10T14:18:00Z pass
    The dumps

2026-09-10T14:19:00Z question Q-17 to code-review
    What does a handler do when another one holds the lock of a delayed operation: in 2.6.0, and in 2.7.0?

2026-09-10T14:20:00Z paragraph N-8
    The handlers wait where they were expected to wait (F-17): 33, 32 and 30 of 36 on one lock, below `safeTryComplete`. The lock is
    another one in each dump, so it is the same kind of work again and again, not one stuck thread.

2026-09-10T14:26:00Z revise N-5
    The queue in front of the handlers was said to be empty, which fell after an hour (R-6): on pods that are broker and
    controller at once the metric reads zero whatever waits. By the request log a request waits 2.5 to 4.2 seconds there (F-18).
    So the handlers are full first, then the queue, then the network threads.

2026-09-10T14:30:00Z explain X-1
    Both hold. A broker's clock starts when it has read a whole request, and A's client threads had stopped reading (E-32, F-18):
    bytes in an unread socket are in no timer of the broker.

2026-09-10T14:57:00Z question Q-18 to metrics component broker-a
    What does a burst of the neighbour's CPU change for A, if it only triggers the convoy and does not keep it up?

2026-09-10T14:57:30Z demote H-2
    The bursts set off both evening episodes and keep nothing up (F-19).

2026-09-10T15:06:00Z stand
    One lock. A wide fetch that cannot be answered is registered under every partition it covers; each request that touches one of
    these partitions checks it under its lock, and since 2.7 waits for that lock (F-20). The broker that leads most of the 4,742
    partitions stalls (F-16), and the dumps show its handlers on that lock (F-17). A test is owed: stop the eight consumers.

2026-09-10T15:08:00Z due 2026-09-10T17:30:00Z

2026-09-10T15:56:00Z moment M-14 at 2026-09-10T15:31:00Z until 2026-09-10T15:49:00Z as minute of war-room on E-75 E-74
    The machine returns. Preferred-leader election, then a reassignment of leadership only. A lets go within two minutes.

2026-09-10T16:02:00Z question Q-19 to application-logs component publisher
    A is free since 15:49 and batches still fail. How long do they take, and since when?

2026-09-10T16:03:00Z hypothesis H-5 refuted-by Q-19
    The publisher's batch timer amplifies: it cancels the wait, not the send.

2026-09-10T16:35:00Z action A-1 to up before 10 settle 15 after 10
    text Run more publishers: from 11 instances to 20, then to 30.
    on metrics prometheus-main
    step 30s
    metric cluster:produce_requests:rate1m

2026-09-10T16:35:30Z approve A-1
    It is cheap to take back, and it says whether the publisher is what limits.

2026-09-10T16:36:00Z question Q-20 to war-room component publisher
    Does it help to run more publishers? Please go from 11 to 20 and to 30, and say when.

2026-09-10T16:57:00Z moment M-15 at 2026-09-10T16:48:00Z as minute of application-logs on E-81
    The last failed batch, after a tail of 75 minutes at exactly 240 seconds without any error of Kafka: the amplifier alone.

2026-09-10T17:16:00Z pass
    The experiment

2026-09-10T17:18:00Z paragraph N-9
    Expected, and written down before the lever is pulled: when the eight replication consumers stop, the wide fetch is gone. Throughput of
    the publisher at least doubles, FetchFollower local time on D falls to about 1 ms, its queue empties, and no errors come up. If
    throughput stays where it is, the lock is not what holds it. More publishers did not help (F-24).

2026-09-10T17:19:00Z action A-2 to up before 10 settle 4 after 4
    text Stop the eight replication consumers, one after the other, and nothing else.
    how kubectl --namespace replication scale deployment --selector app=replicator --replicas 0
    on metrics prometheus-main
    step 30s
    metric cluster:produce_requests:rate1m

2026-09-10T17:19:30Z approve A-2
    The target of the replication falls behind; its owner agrees.

2026-09-10T17:20:00Z question Q-21 to metrics
    Minute by minute from 17:40: produce requests, highest Produce p99, and the local time on D?

2026-09-10T17:20:30Z refuter H-4 refuted-by Q-21

2026-09-10T17:21:00Z question Q-22 to application-logs
    Did any batch fail between 17:30 and 17:50?

2026-09-10T17:22:00Z question Q-23 to broker-logs
    Did any broker log a WARN or an ERROR between 17:30 and 17:50?

2026-09-10T17:44:00Z moment M-16 at 2026-09-10T17:41:14Z until 2026-09-10T17:42:55Z as second of war-room on E-89
    The eight replication consumers are stopped.

2026-09-10T17:52:00Z cause N-10 of H-4 against H-2
    The cause is held to be H-4. Three sources agree within minutes (F-27, F-26, F-25). 11,870 produce requests a second became 33,100, the highest
    p99 went from 354 to 55 ms, and nothing else was changed.

2026-09-10T17:54:00Z question Q-24 to metrics metric cluster:produce_totaltimems:p99_max
    For 17:43 one reading says 344 ms and the spoken summary says at least 354 ms (F-28). Which is right, and where does the
    other come from?

2026-09-10T17:55:00Z contradiction X-2 of E-92 E-90
    For 17:43 the minute table reads 344 ms, and the spoken summary says 354 to 368 ms up to 17:43.

2026-09-10T17:56:00Z state mitigated
    The eight replication consumers are stopped, and the publisher keeps up.

2026-09-10T17:57:00Z impact
    No batch has failed since 16:48 (E-81). The publisher catches up at 33,100 requests a second (E-91). The replication job
    is stopped: its target falls behind until it is built differently. About 36 hours of events were cleared on 5 September
    (E-15) and are sent again from the database.

2026-09-10T17:58:00Z stand
    Found and held down. Eight consumers of one member, each over 4,742 partitions, made every broker check one wide fetch under one lock
    (F-11, F-20, F-17). With them stopped, throughput is 2.8 times as high (F-27). They must not come back as they were.

2026-09-10T17:59:00Z due 2026-09-11T09:30:00Z

2026-09-10T18:02:00Z rate H-1 on E-91 rating very_inconsistent

2026-09-10T18:02:03Z rate H-1 on E-55 rating very_inconsistent

2026-09-10T18:02:06Z rate H-1 on E-61 rating very_inconsistent

2026-09-10T18:02:09Z rate H-1 on E-25 rating very_inconsistent

2026-09-10T18:02:12Z rate H-1 on E-69 rating inconsistent

2026-09-10T18:02:15Z rate H-1 on E-72 rating not_applicable

2026-09-10T18:02:18Z rate H-1 on E-5 rating inconsistent

2026-09-10T18:02:21Z rate H-2 on E-91 rating very_inconsistent

2026-09-10T18:02:24Z rate H-2 on E-55 rating inconsistent

2026-09-10T18:02:27Z rate H-2 on E-61 rating inconsistent

2026-09-10T18:02:30Z rate H-2 on E-25 rating not_applicable

2026-09-10T18:02:33Z rate H-2 on E-69 rating not_applicable

2026-09-10T18:02:36Z rate H-2 on E-72 rating very_inconsistent

2026-09-10T18:02:39Z rate H-2 on E-5 rating not_applicable

2026-09-10T18:02:42Z rate H-4 on E-91 rating very_consistent

2026-09-10T18:02:45Z rate H-4 on E-55 rating very_consistent

2026-09-10T18:02:48Z rate H-4 on E-61 rating very_consistent

2026-09-10T18:02:51Z rate H-4 on E-25 rating not_applicable

2026-09-10T18:02:54Z rate H-4 on E-69 rating very_consistent

2026-09-10T18:02:57Z rate H-4 on E-72 rating consistent

2026-09-10T18:03:00Z rate H-4 on E-5 rating consistent

2026-09-10T18:03:03Z rate H-5 on E-91 rating consistent

2026-09-10T18:03:06Z rate H-5 on E-55 rating not_applicable

2026-09-10T18:03:09Z rate H-5 on E-61 rating not_applicable

2026-09-10T18:03:12Z rate H-5 on E-25 rating consistent

2026-09-10T18:03:15Z rate H-5 on E-69 rating not_applicable

2026-09-10T18:03:18Z rate H-5 on E-72 rating not_applicable

2026-09-10T18:03:21Z rate H-5 on E-5 rating consistent

2026-09-10T18:04:00Z question Q-25 to code-review component publisher
    What would it take that a cleared queue loses nothing: is there a place for a dead-letter path?

2026-09-10T18:06:00Z question Q-26 to code-review component replicator
    With 16 members, how many partitions does the widest fetch of the replication job cover?

2026-09-10T18:07:00Z hypothesis H-6 refuted-by Q-26
    With 16 static members the widest fetch covers about 55 partitions, and no convoy forms.

2026-09-11T08:10:00Z moment M-17 at 2026-09-11T08:06:00Z as minute of application-logs on E-103
    The rewritten producer is deployed: batches four times as large, twice as fast, no errors.

2026-09-11T08:12:00Z question Q-27 to metrics metric cluster:messages_in:rate1m
    How many messages does one produce request carry with the rewritten producer?

2026-09-11T08:13:00Z question Q-28 to application-logs component publisher
    How large are its batches now and how long do they take, compared with the hour before?

2026-09-11T09:12:00Z paragraph N-11
    The rewritten producer does what it should, except for one thing: it still sends a request for almost every message (F-29).
    Raising linger to 100 or 200 ms is expected to give 4 to 9 times fewer requests. That is a change for another day, under load.

2026-09-11T09:14:00Z question Q-29 to metrics metric cluster:messages_in:rate1m
    Once linger is raised to 100 ms: how many messages does one produce request carry?

2026-09-11T09:15:00Z stand
    Held down since 17:42 on 10 September; no batch has failed since 16:48 that day. The cause is one lock that every request waits for
    (F-20, F-17), made hot by eight consumers of 4,742 partitions each (F-11), shown by stopping them (F-27).
    The timer of the publisher made it worse (F-23). The rewritten producer runs (F-30). Open: the reading of 17:43 (Q-24), linger
    (Q-29), and how the replication job comes back.

2026-09-11T09:16:00Z nothing-due
