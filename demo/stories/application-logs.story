# Application logs: the owner of the stream that asks the publisher's log store, which is under load: one narrow query at a time.
application-logs asks app-logs by demo-application-logs

2026-09-10T07:36:00Z join

2026-09-10T07:46:00Z see Q-1

2026-09-10T07:46:20Z take Q-1

2026-09-10T07:47:20Z see Q-2

2026-09-10T07:50:30Z try for Q-1
    from 2026-09-02T00:00:00Z to 2026-09-10T07:00:00Z
    index app-logs-*
    dsl {"size": 0, "query": {"term": {"event": "batch_failed"}}, "aggs": {"took": {"terms": {"field": "duration_ms"}}}}

2026-09-10T07:51:30Z run E-3 unanswered for Q-1
    from 2026-09-05T00:00:00Z to 2026-09-05T23:59:59Z
    index app-logs-*
    dsl {"size": 1000, "query": {"query_string": {"query": "*cancel*"}}}

2026-09-10T07:53:30Z cancel E-3

2026-09-10T07:55:00Z run E-4 for Q-1
    from 2026-09-05T00:00:00Z to 2026-09-05T23:59:59Z
    index app-logs-2026.09.05
    dsl {"size": 0,
      "query": {"term": {"event": "batch_failed"}},
      "aggs": {"duration_ms": {"terms": {"field": "duration_ms"}, "aggs": {"failed": {"sum": {"field": "count"}}}}}}

2026-09-10T07:57:00Z run E-6 for Q-1
    from 2026-09-03T00:00:00Z to 2026-09-03T23:59:59Z
    index app-logs-2026.09.03
    dsl {"size": 0,
      "query": {"term": {"event": "batch_failed"}},
      "aggs": {"failed": {"sum": {"field": "count"}}}}

2026-09-10T07:58:00Z run E-7 for Q-1
    from 2026-09-09T00:00:00Z to 2026-09-09T23:59:59Z
    index app-logs-2026.09.09
    dsl {"size": 0,
      "query": {"term": {"event": "batch_failed"}},
      "aggs": {"duration_ms": {"terms": {"field": "duration_ms"}, "aggs": {"failed": {"sum": {"field": "count"}}}}}}

2026-09-10T08:00:00Z run E-9 for Q-1
    from 2026-09-05T00:00:00Z to 2026-09-05T23:59:59Z
    index app-logs-2026.09.05
    lines 5
    lucene event:batch_failed AND NOT duration_ms:120000

2026-09-10T08:03:00Z finding F-2 answers Q-1 on E-4 E-7 E-9
    Every failed batch takes exactly its budget: 120,000 ms on 5 September, 240,000 ms on 9 September, since the budget was raised on
    the 8th. On the 5th not one takes anything else.

2026-09-10T08:04:00Z take Q-2

2026-09-10T08:07:00Z run E-11 for Q-2
    from 2026-09-02T17:00:00Z to 2026-09-02T18:00:00Z
    index app-logs-2026.09.02
    lines 20
    lucene event:batch_failed

2026-09-10T08:10:00Z run E-14 for Q-2
    from 2026-09-05T00:00:00Z to 2026-09-05T23:59:59Z
    index app-logs-2026.09.05
    dsl {"size": 0,
      "query": {"term": {"event": "batch_failed"}},
      "aggs": {"datacenter": {"terms": {"field": "datacenter"}, "aggs": {"failed": {"sum": {"field": "count"}}}}}}

2026-09-10T08:13:00Z finding F-5 answers Q-2 on E-11 E-14
    All failures come from one data centre, dc-1, and they begin at 17:46 on 2 September.

2026-09-10T08:16:00Z run E-15
    from 2026-09-05T07:00:00Z to 2026-09-05T09:00:00Z
    index app-logs-2026.09.05
    lines 5
    lucene event:queue_cleared

2026-09-10T08:18:00Z run E-16
    from 2026-09-07T15:30:00Z to 2026-09-07T16:10:00Z
    index app-logs-2026.09.07
    dsl {"size": 0,
      "query": {"term": {"event": "batch_failed"}},
      "aggs": {"minutes": {"date_histogram": {"field": "@timestamp", "fixed_interval": "10m"}, "aggs": {"failed": {"sum": {"field": "count"}}}}}}

2026-09-10T08:22:00Z run E-18
    from 2026-09-05T00:00:00Z to 2026-09-05T23:59:59Z
    index app-logs-2026.09.05
    lines 5
    lucene event:reconciliation

2026-09-10T16:10:00Z see Q-19

2026-09-10T16:11:00Z take Q-19

2026-09-10T16:52:00Z run E-80 for Q-19
    from 2026-09-10T15:33:00Z to 2026-09-10T16:51:00Z
    index app-logs-2026.09.10
    dsl {"size": 0,
      "query": {"term": {"event": "batch_failed"}},
      "aggs": {"duration_ms": {"terms": {"field": "duration_ms"}, "aggs": {"failed": {"sum": {"field": "count"}}}}}}

2026-09-10T16:54:00Z run E-81 for Q-19
    from 2026-09-10T16:45:00Z to 2026-09-10T16:53:00Z
    index app-logs-2026.09.10
    lines 20
    lucene event:batch_failed

2026-09-10T16:55:00Z finding F-23 answers Q-19 on E-80 E-81 E-24 observed no
    For 75 minutes after A was free, 22,500 batches still failed at exactly 240 seconds without an error of Kafka, the last one at
    16:48. The timer of the publisher cancels the wait, not the produce, and sends the whole batch again: the amplifier alone.

2026-09-10T16:56:00Z complete F-23
    reasoning 60 messages of a batch, one after the other at 2 seconds each, are 120 seconds. On the worst day 1.74 messages were
    delivered for each unique one (E-18).

2026-09-10T17:24:20Z see Q-22

2026-09-10T17:50:30Z run E-99 for Q-22
    from 2026-09-10T17:30:00Z to 2026-09-10T17:50:00Z
    index app-logs-2026.09.10
    lines 5
    lucene event:batch_failed

2026-09-10T17:50:50Z finding F-26 answers Q-22 on E-99 E-81
    No batch failed between 17:30 and 17:50; the same search finds the last one at 16:48.

2026-09-11T08:08:00Z run E-103
    from 2026-09-11T08:00:00Z to 2026-09-11T08:07:00Z
    index app-logs-2026.09.11
    lines 5
    lucene event:deployed

2026-09-11T08:20:00Z see Q-28

2026-09-11T09:01:00Z run E-104 for Q-28
    from 2026-09-11T07:45:00Z to 2026-09-11T09:00:00Z
    index app-logs-2026.09.11
    lines 20
    lucene event:batch_published

2026-09-11T09:03:00Z run E-106 for Q-28
    from 2026-09-11T00:00:00Z to 2026-09-11T09:02:00Z
    index app-logs-2026.09.11
    lines 5
    lucene event:batch_failed

2026-09-11T09:05:00Z finding F-30 answers Q-28 on E-104 E-106
    The rewritten producer makes batches of 240 messages instead of 60, each in about 1.2 seconds instead of 2.4, and none fails.
