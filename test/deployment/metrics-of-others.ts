/** A metric by its name, and the labels of its samples. */
export type Metric = readonly [name: string, labels: readonly string[]]

/** Metrics of the Temporal SDK that alerts and dashboard use: compared with a real worker in the long suite. */
export const SDK_METRICS: readonly Metric[] = [
  ['temporal_num_pollers', ['namespace', 'task_queue', 'poller_type']],
  ['temporal_worker_task_slots_available', ['namespace', 'task_queue', 'worker_type']],
  ['temporal_workflow_task_schedule_to_start_latency_bucket', ['namespace', 'task_queue', 'le']],
  ['temporal_activity_schedule_to_start_latency_bucket', ['namespace', 'task_queue', 'le']],
  ['temporal_workflow_task_execution_latency_bucket', ['namespace', 'task_queue', 'workflow_type', 'le']],
  ['temporal_workflow_completed', ['namespace', 'task_queue', 'workflow_type']],
  ['temporal_request_latency_bucket', ['namespace', 'operation', 'le']],
]

/** Metrics of the HAProxy 3.0 exporter. */
export const PROXY_METRICS: readonly Metric[] = [
  ['haproxy_frontend_http_responses_total', ['proxy', 'code']],
  ['haproxy_frontend_current_sessions', ['proxy']],
  ['haproxy_backend_current_sessions', ['proxy']],
  ['haproxy_backend_current_queue', ['proxy']],
  ['haproxy_backend_active_servers', ['proxy']],
]

/** Metrics of the exporters of blackbox, MongoDB (Percona), Redis (oliver006) and PostgreSQL, as their documentation names them. */
export const EXPORTER_METRICS: readonly Metric[] = [
  ['probe_ssl_earliest_cert_expiry', []],
  ['mongodb_up', []],
  ['redis_up', []],
  ['redis_memory_used_bytes', []],
  ['redis_memory_max_bytes', []],
  ['pg_up', []],
  ['pg_stat_activity_count', ['datname', 'state']],
  ['pg_settings_max_connections', []],
]
