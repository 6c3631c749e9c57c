# Metrics: the owner of the stream that asks Prometheus.
metrics asks prometheus-main by demo-metrics

2026-09-10T07:34:00Z join

2026-09-10T07:49:00Z see Q-4

2026-09-10T07:52:00Z take Q-4

2026-09-10T07:56:00Z run E-5 for Q-4
    at 2026-09-10T07:55:00Z
    promql max_over_time(cluster:produce_totaltimems:p99_max[8d])

2026-09-10T07:59:00Z run E-8
    at 2026-09-07T23:00:00Z
    promql max_over_time(cluster:consumergroup_lag_seconds:max[119h]) / 3600

2026-09-10T08:01:00Z run E-10
    at 2026-09-07T23:00:00Z
    promql min_over_time(cluster:consumergroup_lag_seconds:min[119h]) / 3600

2026-09-10T08:05:00Z finding F-3 answers Q-4 on E-5
    In eight days no broker has reported a Produce p99 above 7.5 seconds, while the publisher gives up after 120 and 240 seconds.

2026-09-10T08:06:00Z complete F-3
    reasoning A broker starts its clock when it has read a whole request. What waits before that is in none of its timers.
    could-not-check How long a request waits in a socket that nobody reads: there is no metric for it.

2026-09-10T08:20:00Z run E-17
    at 2026-09-04T12:00:00Z
    promql sum(up{job="kafka"})

2026-09-10T08:24:00Z run E-19
    from 2026-09-08T18:00:00Z to 2026-09-08T21:00:00Z
    step 20m
    promql sum by (pod) (rate(container_cpu_usage_seconds_total{container="analytics"}[20m]))

2026-09-10T08:26:00Z run E-20
    from 2026-09-08T18:00:00Z to 2026-09-08T21:00:00Z
    step 10m
    promql kafka_network_requestmetrics_localtimems{request="FetchFollower",quantile="0.75",pod="broker-a"}

2026-09-10T08:28:00Z run E-21
    from 2026-09-09T18:20:00Z to 2026-09-09T22:00:00Z
    step 20m
    promql sum by (pod) (rate(container_cpu_usage_seconds_total{container="analytics"}[20m]))

2026-09-10T08:29:00Z run E-22
    from 2026-09-09T18:20:00Z to 2026-09-09T22:00:00Z
    step 10m
    promql kafka_network_requestmetrics_localtimems{request="FetchFollower",quantile="0.75",pod="broker-a"}

2026-09-10T12:49:00Z run E-27
    at 2026-09-10T12:48:00Z
    promql max(kafka_controller_kafkacontroller_offlinepartitionscount)

2026-09-10T12:49:40Z run E-28
    at 2026-09-10T12:48:00Z
    promql sum(kafka_server_replicamanager_underminisrpartitioncount)

2026-09-10T12:51:30Z run E-29
    at 2026-09-10T12:51:00Z
    promql sum(rate(kafka_network_requestmetrics_errors_total{request="Produce",error="NOT_ENOUGH_REPLICAS"}[5m]))

2026-09-10T12:55:00Z finding F-7 on E-19 E-20 E-21 E-22
    The CPU bursts of a workload on the same machine are the cause: both evening episodes begin and end with them.

2026-09-10T12:58:00Z see Q-6

2026-09-10T13:06:00Z see Q-7

2026-09-10T13:07:00Z take Q-7

2026-09-10T13:19:30Z run E-32 for Q-7
    from 2026-09-10T13:00:00Z to 2026-09-10T13:19:00Z
    step 60s
    promql kafka_network_processor_idle_percent{pod="broker-a",listener="client"}

2026-09-10T13:20:30Z try for Q-7
    at 2026-09-10T13:20:00Z
    promql histogram_quantile(0.75, sum by (pod, le) (rate(kafka_network_requestmetrics_localtimems_bucket{request="FetchFollower"}[3m])) > 10

2026-09-10T13:21:00Z run E-33 for Q-7
    at 2026-09-10T13:20:00Z
    promql min by (pod, listener) (kafka_network_processor_idle_percent) < 0.2

2026-09-10T13:22:00Z run E-34 for Q-7
    at 2026-09-10T13:21:00Z
    promql histogram_quantile(0.75, sum by (pod, le) (rate(kafka_network_requestmetrics_localtimems_bucket{request="FetchFollower"}[3m]))) > 10

2026-09-10T13:23:00Z run E-35 for Q-7
    from 2026-09-10T13:00:00Z to 2026-09-10T13:22:00Z
    step 60s
    promql kafka_network_requestchannel_requestqueuesize{pod="broker-a"}

2026-09-10T13:23:30Z finding F-8 answers Q-7 on E-33 E-32
    Exactly one listener is starved: the client listener of broker A, idle 0.00. The others keep up.

2026-09-10T13:24:00Z finding F-9 on E-35
    The request queue of the stalled broker is fine: it is empty.

2026-09-10T13:24:30Z run E-36 for Q-7
    at 2026-09-10T13:24:00Z
    promql avg by (pod) (kafka_server_socket_server_metrics_io_ratio) + avg by (pod) (kafka_server_socket_server_metrics_io_wait_ratio)

2026-09-10T13:25:10Z amend F-8 as sharper_reading
    Exactly one listener is starved: on the client listener of broker A all eight network threads (24 to 31) are at idle 0.00, and they
    are blocked, not busy (E-36). The two other listeners keep up.

2026-09-10T13:28:00Z see Q-9

2026-09-10T13:28:20Z see Q-10

2026-09-10T13:29:00Z run E-39
    at 2026-09-10T13:28:00Z
    promql kafka_server_delayedoperationpurgatory_purgatorysize{delayedOperation="Produce"} > 400

2026-09-10T13:31:30Z run E-42 for Q-9
    at 2026-09-10T13:30:00Z
    promql count by (consumergroup) (kafka_consumergroup_lag) / on (consumergroup) sum by (consumergroup) (kafka_consumergroup_members) > 300

2026-09-10T13:32:30Z run E-43 for Q-9
    at 2026-09-10T13:30:00Z
    promql count(count by (topic) (kafka_topic_partition_leader))

2026-09-10T13:33:30Z finding F-11 answers Q-9 on E-42 E-43
    Eight groups of one member each cover 4,742 partitions of 258 topics. A few hundred a member is a lot.

2026-09-10T13:36:00Z amend F-11 as slip
    Eight groups of one member each cover 4,742 partitions of 285 topics. A few hundred a member is a lot.

2026-09-10T13:41:00Z take Q-11

2026-09-10T13:43:00Z run E-47 for Q-11
    at 2026-09-02T00:00:00Z
    promql count by (consumergroup) (kafka_consumergroup_lag{consumergroup=~"replicator-.*"})

2026-09-10T13:44:00Z run E-48 for Q-11
    from 2026-09-02T00:00:00Z to 2026-09-10T13:00:00Z
    step 6h
    promql sum(kafka_consumergroup_members{consumergroup=~"replicator-.*"})

2026-09-10T13:45:00Z answer Q-11 on E-47 E-48
    Yes. All eight, one member each, in every sample since 2 September 00:00.

2026-09-10T13:50:30Z run E-52 for Q-12
    at 2026-08-10T12:00:00Z
    promql count(kafka_topic_partition_leader)

2026-09-10T13:51:30Z run E-54 for Q-12
    at 2026-09-02T00:00:00Z
    promql 100 * (1 - count(kafka_topic_partition_leader) / 4742)

2026-09-10T13:52:00Z see Q-14

2026-09-10T13:52:30Z take Q-14

2026-09-10T13:52:40Z predict P-1 of H-4
    about the partitions that each broker leads among the 4,742, and FetchFollower local time, at 13:30
    expected Ranking of led partitions equals ranking of the stall: the blocked broker leads most, the clean ones least.

2026-09-10T13:53:00Z run E-55 for Q-14
    at 2026-09-10T13:30:00Z
    promql sort_desc(count_values("broker", kafka_topic_partition_leader))

2026-09-10T13:53:40Z run E-56 for Q-14
    at 2026-09-10T13:30:00Z
    promql count(kafka_topic_partition_leader)

2026-09-10T13:54:20Z run E-57 for Q-14
    at 2026-09-10T13:30:00Z
    promql sort_desc(histogram_quantile(0.75, sum by (pod, le) (rate(kafka_network_requestmetrics_localtimems_bucket{request="FetchFollower"}[3m]))))

2026-09-10T13:55:00Z run E-58 for Q-14
    at 2026-09-10T13:30:00Z
    promql max(kafka_server_replicamanager_leadercount) / avg(kafka_server_replicamanager_leadercount) > 1.3

2026-09-10T13:56:00Z finding F-16 answers Q-14 on E-55 E-56 E-57 observed no
    The order of led partitions is the order of the stall. Of the 4,742 A leads 864, then B 771, C 756, D 739, E 674, F 603, G 258 and
    H 77; balanced would be about 470.

2026-09-10T13:57:00Z complete F-16
    reasoning A is blocked, B to F are elevated at 17 to 47 ms, G and H are clean below 2 ms. The order holds over all eight brokers.
    ruled-out Leaders in all: A leads 35 % more than the average there too (E-58), but B to H are almost level and do not stall alike.
    could-not-check Brokers I and J, which are down.

2026-09-10T13:58:30Z score P-1 as hit on E-55 E-57
    The order is the same for all eight brokers, A first and H last.

2026-09-10T14:00:00Z take Q-10

2026-09-10T14:01:00Z run E-60 for Q-10
    from 2026-09-02T00:00:00Z to 2026-09-10T12:00:00Z
    step 6h
    promql client:produce_requests:rate1m{client_id="fleet-2"}

2026-09-10T14:01:40Z answer Q-10 on E-60
    Yes: about 900 a second before 2 September 06:00 and ever since the evening. The hours above 5,000 between them were a replay job.

2026-09-10T14:21:00Z run E-66
    from 2026-09-10T13:00:00Z to 2026-09-10T14:20:00Z
    step 5m
    promql max by (pod) (kafka_network_requestchannel_requestqueuesize{pod=~"broker-[abc]"})

2026-09-10T14:22:00Z run E-67
    at 2026-09-10T14:20:00Z
    promql kafka_server_kafkarequesthandlerpool_requesthandleravgidle_percent{pod=~"broker-[abc]"} > 1

2026-09-10T14:24:00Z retract R-6 of F-9 by E-66 E-38
    On the three pods that are broker and controller at once this metric always reads zero: the controller's bean takes its name. By
    the request log requests wait for seconds in A's queue.

2026-09-10T14:25:00Z finding F-18 on E-38 E-67
    Requests wait 2.5 to 4.2 seconds in A's request queue by the timers of the request log. On A, B and C the metrics of queue and
    handlers cannot be used: idle there reads above 1.

2026-09-10T14:48:30Z run E-70
    from 2026-09-10T12:40:00Z to 2026-09-10T14:48:00Z
    step 8m
    promql sum by (pod) (rate(container_cpu_usage_seconds_total{pod=~"broker-a|batch-analytics-0",container!=""}[20m]))

2026-09-10T14:50:00Z run E-71
    at 2026-09-10T14:48:00Z
    promql sum by (pod) (rate(container_cpu_usage_seconds_total{pod="broker-a"}[20m]))

2026-09-10T14:52:00Z run E-72
    from 2026-09-10T13:18:00Z to 2026-09-10T14:48:00Z
    step 10m
    promql max(kafka_network_processor_idle_percent{pod="broker-a",listener="client"})

2026-09-10T14:55:00Z retract R-7 of F-7 by E-70 E-72
    Broker A has been blocked for 90 minutes while neither it nor the other workload used much CPU.

2026-09-10T14:55:30Z look Q-6 observed yes on E-70 E-72
    Blocked for 90 minutes, and CPU to spare.

2026-09-10T14:56:00Z finding F-19 on E-19 E-20 E-21 E-22 E-72
    The bursts are a trigger, not the cause: they came with both evening episodes, and the block of today needs none.

2026-09-10T14:58:00Z see Q-18

2026-09-10T15:52:00Z run E-74
    from 2026-09-10T15:40:00Z to 2026-09-10T15:51:00Z
    step 1m
    promql min by (pod) (kafka_network_processor_idle_percent{listener="client"})

2026-09-10T15:54:00Z run E-76
    at 2026-09-10T15:50:00Z
    promql count(kafka_topic_partition_leader == 1)

2026-09-10T15:54:40Z run E-77
    at 2026-09-10T15:50:00Z
    promql round(avg(kafka_server_replicamanager_leadercount), 10)

2026-09-10T15:56:30Z finding F-21 on E-74 E-76 E-77
    A let go within two minutes of the change of leadership and of nothing else. It now leads 470 of the 4,742, and each broker about
    980 partitions in all.

2026-09-10T16:04:00Z run E-78
    at 2026-09-10T16:03:00Z
    promql min by (pod, listener) (kafka_network_processor_idle_percent) < 0.2

2026-09-10T16:06:00Z run E-79
    at 2026-09-10T16:05:00Z
    promql kafka_network_requestchannel_requestqueuesize{pod=~"broker-[d-j]"} >= 450

2026-09-10T16:07:00Z finding F-22 on E-78 E-79
    The same signature is now on D, weaker: its request queue is at its limit of 500 and its client threads are almost never idle. On D
    the queue metric can be read, since D is no controller.

2026-09-10T17:03:00Z run E-83 for Q-20
    from 2026-09-10T16:30:00Z to 2026-09-10T17:02:00Z
    step 4m
    promql kube_deployment_status_replicas{deployment="publisher"}

2026-09-10T17:05:00Z run E-84 for Q-20
    from 2026-09-10T16:30:00Z to 2026-09-10T17:02:00Z
    step 4m
    promql cluster:produce_requests:rate1m

2026-09-10T17:07:00Z run E-85 for Q-20
    from 2026-09-10T16:30:00Z to 2026-09-10T17:02:00Z
    step 4m
    promql cluster:produce_totaltimems:p99_max

2026-09-10T17:08:00Z run E-86
    from 2026-09-10T16:30:00Z to 2026-09-10T16:40:00Z
    step 30s
    promql cluster:produce_requests:rate1m

2026-09-10T17:08:30Z run E-87
    from 2026-09-10T16:55:00Z to 2026-09-10T17:05:00Z
    step 30s
    promql cluster:produce_requests:rate1m

2026-09-10T17:09:00Z measure A-1 on E-86 E-87

2026-09-10T17:10:00Z finding F-24 answers Q-20 on E-83 E-84 E-85
    More publishers do not help: from 11 to 30 instances the rate does not move beyond its noise, and the brokers get slightly slower.

2026-09-10T17:23:00Z predict P-3 of H-4
    about produce requests and FetchFollower local time on D, minute by minute from 17:40
    expected Produce requests at least double within five minutes of the stop, local time on D falls to about 1 ms, no errors.

2026-09-10T17:24:00Z see Q-21

2026-09-10T17:24:30Z take Q-21

2026-09-10T17:26:00Z run E-88 for Q-21
    at 2026-09-10T17:25:00Z
    promql kafka_network_requestchannel_requestqueuesize{pod="broker-d"}

2026-09-10T17:49:10Z run E-91 for Q-21
    from 2026-09-10T17:40:00Z to 2026-09-10T17:49:00Z
    step 60s
    promql sum(rate(kafka_network_requestmetrics_requests_total{request="Produce"}[1m]))

2026-09-10T17:49:20Z run E-92 for Q-21
    from 2026-09-10T17:40:00Z to 2026-09-10T17:49:00Z
    step 60s
    promql cluster:produce_totaltimems:p99_max

2026-09-10T17:49:30Z run E-93 for Q-21
    from 2026-09-10T17:40:00Z to 2026-09-10T17:49:00Z
    step 60s
    promql sum(rate(kafka_network_requestmetrics_errors_total{request="Produce",error!="NONE"}[3m]))

2026-09-10T17:49:40Z run E-94 for Q-21
    at 2026-09-10T12:55:00Z
    promql sum(rate(kafka_network_requestmetrics_errors_total{request="Produce",error!="NONE"}[3m]))

2026-09-10T17:49:50Z run E-95 for Q-21
    from 2026-09-10T17:40:00Z to 2026-09-10T17:49:00Z
    step 60s
    promql kafka_network_requestmetrics_localtimems{request="FetchFollower",quantile="0.75",pod="broker-d"}

2026-09-10T17:50:00Z run E-96 for Q-21
    from 2026-09-10T17:42:00Z to 2026-09-10T17:45:00Z
    step 15s
    promql max by (pod) (kafka_network_requestchannel_requestqueuesize{pod=~"broker-[d-j]"})

2026-09-10T17:50:20Z run E-98 for Q-21
    from 2026-09-10T17:40:00Z to 2026-09-10T17:49:00Z
    step 60s
    promql cluster:messages_in:rate1m / cluster:produce_requests:rate1m

2026-09-10T17:50:35Z run E-100 for Q-21
    from 2026-09-10T17:31:14Z to 2026-09-10T17:41:14Z
    step 30s
    promql cluster:produce_requests:rate1m

2026-09-10T17:50:40Z run E-101 for Q-21
    from 2026-09-10T17:45:14Z to 2026-09-10T17:49:14Z
    step 30s
    promql cluster:produce_requests:rate1m

2026-09-10T17:50:50Z measure A-2 on E-100 E-101

2026-09-10T17:51:00Z finding F-27 answers Q-21 on E-91 E-92 E-93 E-94 E-95 E-96 E-98 rank 1 observed no
    With the eight consumers stopped, produce requests rise from 11,870 to 33,100 a second, 2.8 times, and the highest p99 falls from 354
    to 71 ms within three minutes. On D FetchFollower local time goes from 12.9 to 1 ms and its queue from 500 to 4 in the same minute. No
    errors.

2026-09-10T17:51:30Z complete F-27
    reasoning Messages on the brokers tripled at 1.02 messages per request, so this is delivery and not a storm of retries. One lever
    was moved. The same query for errors finds 440 a second at 12:55 (E-94), so its zero can be believed.
    ruled-out A change of load: the publisher had its whole backlog before and after.
    could-not-check What a slower return of the consumers would do.

2026-09-10T17:52:30Z score P-3 as hit on E-91 E-95 E-93
    2.8 times as many requests within three minutes, 12.9 to 1 ms, no errors.

2026-09-10T17:53:00Z finding F-28 on E-92 E-90
    Two readings differ for 17:43: the minute table says 344 ms, the spoken summary says 354 to 368 ms up to 17:43.

2026-09-10T17:58:10Z rate H-1 on E-91 rating very_inconsistent

2026-09-10T17:58:13Z rate H-1 on E-55 rating very_inconsistent

2026-09-10T17:58:16Z rate H-1 on E-61 rating inconsistent

2026-09-10T17:58:19Z rate H-2 on E-91 rating very_inconsistent

2026-09-10T17:58:22Z rate H-2 on E-55 rating inconsistent

2026-09-10T17:58:25Z rate H-2 on E-61 rating inconsistent

2026-09-10T17:58:28Z rate H-4 on E-91 rating very_consistent

2026-09-10T17:58:31Z rate H-4 on E-55 rating very_consistent

2026-09-10T17:58:34Z rate H-4 on E-61 rating very_consistent

2026-09-10T17:58:37Z rate H-4 on E-5 rating inconsistent

2026-09-10T17:58:40Z rate H-5 on E-91 rating consistent

2026-09-10T17:58:43Z rate H-5 on E-5 rating neutral

2026-09-11T08:30:00Z see Q-27

2026-09-11T09:02:00Z run E-105 for Q-27
    at 2026-09-11T09:00:00Z
    promql cluster:messages_in:rate1m / cluster:produce_requests:rate1m

2026-09-11T09:04:00Z finding F-29 answers Q-27 on E-105
    The rewritten producer still sends 1.06 messages per produce request.

2026-09-11T09:10:00Z run E-107 for Q-24 again E-92
    from 2026-09-10T17:40:00Z to 2026-09-10T17:49:00Z
    step 60s
    promql cluster:produce_totaltimems:p99_max
