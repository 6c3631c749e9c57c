# The war room: people who hold the levers. What they say and bring is evidence, with who said it and when.
war-room by demo-war-room

2026-09-10T07:33:00Z join

2026-09-10T07:47:00Z statement E-1 by the brief said 2026-09-10T07:30:00Z relayed
    The producer got worse in a recent commit; before that, batches did not fail.

2026-09-10T07:48:00Z statement E-2 by operations said 2026-09-10T07:25:00Z first-hand
    3.7.0 since 11 June; lag incidents on 13 June and in August; on 2 September at 17:43 the hardware migration moved leadership.

2026-09-10T07:50:00Z finding F-1 on E-1
    The producer regressed in a recent commit.

2026-09-10T12:30:00Z statement E-26 by operations said 2026-09-10T12:30:00Z first-hand
    Three rebalances of several terabytes were approved from 07:16 on; each was stopped when the stall came back.

2026-09-10T13:05:00Z statement E-31 by operations said 2026-09-10T12:50:00Z first-hand
    The storage controller of machine 5 is broken. Its two brokers, I and J, stay down until it is replaced.

2026-09-10T13:20:00Z hunch H-3
    The machine that lost its storage controller may still have a part in it.

2026-09-10T13:25:40Z picture E-37 named fleet-2.png
    Screenshot from the war room: produce traffic of the second fleet
    shows A line of requests per second of fleet-2 from 2 to 4 September. It stands above 5,000 and falls to about 900 on the evening of
    2 September.

2026-09-10T13:26:00Z finding F-10 on E-37
    The traffic of a second producer fleet collapsed on the evening of 2 September, together with the publisher's.

2026-09-10T13:33:00Z statement E-44 by a replication engineer said 2026-09-10T13:31:00Z relayed
    The replication consumers were restarted or changed on 2 September.

2026-09-10T13:34:00Z finding F-12 on E-44
    The replication consumers had been restarted or changed on 2 September, and came back wider.

2026-09-10T13:37:00Z statement E-45 by operations said 2026-09-10T13:36:00Z relayed
    Partitions were added a month ago, and the wildcard of the replication job picked them up.

2026-09-10T13:38:00Z finding F-13 on E-45
    Partitions were added a month earlier and picked up by the wildcard; that is why the fetch is so wide.

2026-09-10T13:57:30Z statement E-59 by operations said 2026-09-10T13:57:00Z first-hand
    The topics that were widened are not among those of the replication job: its consumers subscribe to none of them.

2026-09-10T13:58:00Z retract R-3 of F-13 by E-52 E-54 E-59
    Retention does not reach back a month, the consumers subscribe to none of those topics, and the width changed by 0.3 % only.

2026-09-10T14:04:00Z retract R-4 of F-12 by E-47 E-48
    All eight groups are there in the first sample that is kept, one member each and 4,728 partitions wide.

2026-09-10T14:05:00Z see Q-15

2026-09-10T14:06:00Z retract R-5 of F-10 by E-60
    The level before was the same 900 a second. What ended on 2 September was a replay job.

2026-09-10T14:06:30Z take Q-15

2026-09-10T14:08:30Z predict P-2 of H-4
    about three thread dumps of broker A, about ten seconds apart
    expected Most of the 36 handlers wait for one lock, below `CoreUtils$.inLock` and `DelayedOperation.safeTryComplete`; one is inside
    `DelayedFetch.tryComplete` or `onComplete`. Control-plane handlers are idle.

2026-09-10T14:11:00Z file E-61 for Q-15 named broker-a-1.txt
    Thread dump of broker A, first of three: excerpt
    | Excerpt. 36 data-plane request handlers: 33 parked on <0x00000006d1a3f0c8>, 1 in tryComplete, 2 in appendRecords.
    |
    | "data-plane-kafka-request-handler-7" #214 daemon prio=5 waiting on condition
    |    java.lang.Thread.State: WAITING (parking)
    |     at jdk.internal.misc.Unsafe.park(Native Method)
    |     - parking to wait for <0x00000006d1a3f0c8> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
    |     at java.util.concurrent.locks.LockSupport.park(LockSupport.java)
    |     at java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(AbstractQueuedSynchronizer.java)
    |     at java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java)
    |     at kafka.utils.CoreUtils$.inLock(CoreUtils.scala)
    |     at kafka.server.DelayedOperation.safeTryComplete(DelayedOperation.scala)
    |     at kafka.server.DelayedOperationPurgatory$Watchers.tryCompleteWatched(DelayedOperation.scala)
    |     at kafka.server.DelayedOperationPurgatory.checkAndComplete(DelayedOperation.scala)
    |     at kafka.server.ReplicaManager.tryCompleteActions(ReplicaManager.scala)
    |     at kafka.server.ReplicaManager.appendRecords(ReplicaManager.scala)
    |     at kafka.server.KafkaApis.handleProduceRequest(KafkaApis.scala)
    |     at kafka.server.KafkaRequestHandler.run(KafkaRequestHandler.scala)
    |
    | "data-plane-kafka-request-handler-12" #219 daemon prio=5 runnable
    |    java.lang.Thread.State: RUNNABLE
    |     at kafka.server.DelayedFetch.tryComplete(DelayedFetch.scala)
    |     at kafka.server.DelayedOperation.safeTryComplete(DelayedOperation.scala)
    |     - holds <0x00000006d1a3f0c8>
    |     at kafka.server.DelayedOperationPurgatory$Watchers.tryCompleteWatched(DelayedOperation.scala)
    |     at kafka.server.DelayedOperationPurgatory.checkAndComplete(DelayedOperation.scala)
    |     at kafka.server.ReplicaManager.fetchMessages(ReplicaManager.scala)
    |     at kafka.server.KafkaRequestHandler.run(KafkaRequestHandler.scala)
    |
    | Control-plane handlers: idle, waiting for a request.

2026-09-10T14:11:40Z file E-62 for Q-15 named broker-a-2.txt
    Thread dump of broker A, second of three, ten seconds later: excerpt
    | Excerpt. 36 data-plane request handlers: 32 parked on <0x00000006d4407b10>, 1 in onComplete, 3 elsewhere.
    |
    | "data-plane-kafka-request-handler-3" #210 daemon prio=5 waiting on condition
    |    java.lang.Thread.State: WAITING (parking)
    |     at jdk.internal.misc.Unsafe.park(Native Method)
    |     - parking to wait for <0x00000006d4407b10> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
    |     at java.util.concurrent.locks.LockSupport.park(LockSupport.java)
    |     at java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(AbstractQueuedSynchronizer.java)
    |     at java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java)
    |     at kafka.utils.CoreUtils$.inLock(CoreUtils.scala)
    |     at kafka.server.DelayedOperation.safeTryComplete(DelayedOperation.scala)
    |     at kafka.server.DelayedOperationPurgatory$Watchers.tryCompleteWatched(DelayedOperation.scala)
    |     at kafka.server.DelayedOperationPurgatory.checkAndComplete(DelayedOperation.scala)
    |     at kafka.server.ReplicaManager.tryCompleteActions(ReplicaManager.scala)
    |     at kafka.server.ReplicaManager.fetchMessages(ReplicaManager.scala)
    |     at kafka.server.KafkaRequestHandler.run(KafkaRequestHandler.scala)
    |
    | Control-plane handlers: idle, waiting for a request.

2026-09-10T14:12:20Z file E-63 for Q-15 named broker-a-3.txt
    Thread dump of broker A, third of three: excerpt
    | Excerpt. 36 data-plane request handlers: 30 parked on <0x00000006d7e90a58>, 1 in tryComplete, 5 elsewhere.
    |
    | "data-plane-kafka-request-handler-21" #228 daemon prio=5 waiting on condition
    |    java.lang.Thread.State: WAITING (parking)
    |     at jdk.internal.misc.Unsafe.park(Native Method)
    |     - parking to wait for <0x00000006d7e90a58> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
    |     at java.util.concurrent.locks.LockSupport.park(LockSupport.java)
    |     at java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(AbstractQueuedSynchronizer.java)
    |     at java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java)
    |     at kafka.utils.CoreUtils$.inLock(CoreUtils.scala)
    |     at kafka.server.DelayedOperation.safeTryComplete(DelayedOperation.scala)
    |     at kafka.server.DelayedOperationPurgatory$Watchers.tryCompleteWatched(DelayedOperation.scala)
    |     at kafka.server.DelayedOperationPurgatory.checkAndComplete(DelayedOperation.scala)
    |     at kafka.server.ReplicaManager.tryCompleteActions(ReplicaManager.scala)
    |     at kafka.server.ReplicaManager.appendRecords(ReplicaManager.scala)
    |     at kafka.server.KafkaApis.handleProduceRequest(KafkaApis.scala)
    |     at kafka.server.KafkaRequestHandler.run(KafkaRequestHandler.scala)
    |
    | Control-plane handlers: idle, waiting for a request.

2026-09-10T14:16:00Z finding F-17 answers Q-15 on E-61 E-62 E-63 observed no
    33, 32 and 30 of A's 36 handlers wait for one lock in each of three dumps, three different locks over the span, all below
    `DelayedOperation.safeTryComplete`. One thread is inside `DelayedFetch`.

2026-09-10T14:17:00Z complete F-17
    reasoning The lock changes from dump to dump while the frame does not: each wide fetch brings its own lock, and every handler that
    touches one of its partitions comes to it.
    ruled-out Waiting for disk or for a socket: no handler is in such a frame. A deadlock: the lock moves on.
    could-not-check What the six handlers that do not wait were asked to do.

2026-09-10T14:17:30Z score P-2 as hit on E-61 E-62 E-63
    33, 32 and 30 of 36, in the frames that were written down, one thread inside each time.

2026-09-10T15:53:00Z statement E-75 by operations said 2026-09-10T15:50:00Z first-hand
    Machine 5 is back since 15:31. Preferred-leader election, then leadership moved until 15:49. No data was moved.

2026-09-10T16:37:00Z see Q-20

2026-09-10T16:38:00Z take Q-20

2026-09-10T17:01:00Z statement E-82 for Q-20 by operations said 2026-09-10T17:00:00Z first-hand
    Publishers went from 11 to 20 at 16:40 and to 30 at 16:55. Nothing else was changed.

2026-09-10T17:01:30Z done A-1 at 2026-09-10T16:40:00Z

2026-09-10T17:02:00Z answer Q-20 on E-82
    Done: 20 since 16:40, 30 since 16:55. What it did is for metrics to say.

2026-09-10T17:43:10Z statement E-89 by operations said 2026-09-10T17:43:00Z first-hand
    The eight replication consumers were stopped one after the other, from 17:41:14 to 17:42:55.

2026-09-10T17:43:30Z done A-2 by operations at 2026-09-10T17:41:14Z

2026-09-10T17:47:30Z statement E-90 by operations said 2026-09-10T17:47:00Z relayed
    Up to 17:43 the highest p99 stayed between 354 and 368 ms; then it fell.

2026-09-10T18:10:00Z link E-102 url https://grafana.example.org/d/replication/lag?from=1789059600000&to=1789063200000
    Dashboard of the replication job's target
    why The board belongs to another team, and its source is not configured here.
