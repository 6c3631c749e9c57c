# Broker logs: the owner of the stream that asks the brokers' log store.
broker-logs asks broker-logs by demo-broker-logs

2026-09-10T07:35:00Z join

2026-09-10T07:51:00Z see Q-5

2026-09-10T07:53:00Z take Q-5

2026-09-10T08:08:00Z run E-12 for Q-5
    from 2026-09-03T00:00:00Z to 2026-09-07T23:59:59Z
    index broker-logs-*
    lines 20
    lucene level:(WARN OR ERROR)

2026-09-10T08:09:30Z run E-13 for Q-5
    from 2026-09-03T00:00:00Z to 2026-09-07T23:59:59Z
    index broker-logs-*
    lines 0
    lucene level:INFO

2026-09-10T08:11:00Z finding F-4 answers Q-5 on E-12 E-13
    From 3 to 7 September no broker logged a WARN or an ERROR. The same query finds 2,841 lines of level INFO, so it does reach the logs.

2026-09-10T12:58:00Z run E-30
    from 2026-09-10T12:40:00Z to 2026-09-10T12:57:00Z
    index broker-logs-*
    lines 20
    lucene level:(WARN OR ERROR)

2026-09-10T12:59:00Z complete F-4
    reasoning A control for the query: after the machine was lost the same search finds warnings and errors (E-30).

2026-09-10T13:06:30Z see Q-8

2026-09-10T13:08:00Z take Q-8

2026-09-10T13:27:30Z run E-38 for Q-8
    from 2026-09-10T13:18:00Z to 2026-09-10T13:26:00Z
    index broker-logs-2026.09.10
    dsl {"size": 0,
      "query": {"term": {"logger": "kafka.request.logger"}},
      "aggs": {"queue_ms": {"stats": {"field": "request.queue_ms"}},
               "total_ms": {"max": {"field": "request.total_ms"}}}}

2026-09-10T13:29:30Z answer Q-8 on E-38
    Requests that A did read waited 2.5 to 4.2 seconds in its queue. The total stays below 7.5 seconds, as on the brokers' own timers.

2026-09-10T13:30:00Z run E-40
    from 2026-09-10T12:40:00Z to 2026-09-10T12:50:00Z
    index broker-logs-*
    lines 5
    lucene host.name:kafka-node-5

2026-09-10T13:30:40Z run E-41
    from 2026-09-10T12:40:00Z to 2026-09-10T12:50:00Z
    index broker-logs-*
    lines 5
    lucene host.name:"kafka-node-5"

2026-09-10T13:40:30Z see Q-13

2026-09-10T13:41:30Z run E-46 for Q-13
    from 2026-09-02T00:00:00Z to 2026-09-02T23:59:59Z
    index broker-logs-2026.09.02
    lines 5
    lucene message.keyword:*queued.max.requests*

2026-09-10T13:42:00Z finding F-14 on E-46
    The configuration line of broker A was never logged on 2 September.

2026-09-10T13:45:20Z run E-49 for Q-13 control-of E-46
    from 2026-09-01T00:00:00Z to 2026-09-02T23:59:59Z
    index broker-logs-*
    lines 0
    lucene message.keyword:*queued.max.requests*

2026-09-10T13:46:00Z run E-50 for Q-13
    from 2026-09-02T00:00:00Z to 2026-09-02T23:59:59Z
    index broker-logs-2026.09.02
    lines 5
    lucene message:"queued.max.requests"

2026-09-10T13:46:30Z run E-51 for Q-13
    from 2026-09-02T00:00:00Z to 2026-09-02T23:59:59Z
    index broker-logs-2026.09.02
    lines 0
    lucene message.keyword:*Rolled*

2026-09-10T13:47:00Z retract R-2 of F-14 by E-50
    It was logged. The line is longer than 256 characters, so its keyword field is dropped; a search in the text finds it. The control
    had warned: over both days around the start of A, which logs its configuration, the query found nothing either (E-49).

2026-09-10T13:47:30Z finding F-15 answers Q-13 on E-50 E-51
    Broker A runs with 36 request handlers and queued.max.requests 500. The keyword field finds short lines, such as 480 rolled segments,
    and none above 256 characters.

2026-09-10T13:51:00Z run E-53 for Q-12
    from 2026-08-12T00:00:00Z to 2026-08-12T23:59:59Z
    index broker-logs-2026.08.12
    lines 5
    lucene message:partitions

2026-09-10T14:09:00Z question Q-16 to broker-logs component replicator
    Does a broker's log show that a replication consumer opened again with a new client id on 2 September at 17:43?

2026-09-10T14:13:00Z run E-64 for Q-16
    from 2026-09-02T17:30:00Z to 2026-09-02T18:00:00Z
    index broker-logs-2026.09.02
    lines 20
    lucene message:"client.id" AND message:replicator

2026-09-10T14:14:00Z run E-65 for Q-16
    from 2026-09-02T00:00:00Z to 2026-09-02T23:59:59Z
    index broker-logs-2026.09.02
    lines 0
    lucene message:Stabilized AND message:replicator

2026-09-10T14:15:00Z close Q-16 as unproven
    No line names a client id (E-64). Group changes are logged (E-65), client ids are not, so the absence proves nothing.

2026-09-10T17:24:40Z see Q-23

2026-09-10T17:50:10Z run E-97 for Q-23
    from 2026-09-10T17:30:00Z to 2026-09-10T17:50:00Z
    index broker-logs-2026.09.10
    lines 20
    lucene level:(WARN OR ERROR)

2026-09-10T17:50:40Z finding F-25 answers Q-23 on E-97 E-30
    No broker logged a WARN or an ERROR between 17:30 and 17:50. At 12:45 the same search found them.
