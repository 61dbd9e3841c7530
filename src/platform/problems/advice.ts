import type { ProblemName } from './problem.ts'

/** Advice for operators and managers on turns that ended with a problem. Problems that users can solve have none. */
const ADVICE: Readonly<Partial<Record<ProblemName, string>>> = {
  busy: 'The workers have no free capacity: start another worker, or look for a database with slow queries.',
  configuration_invalid:
    'The settings of the database are inconsistent: open the database and save its settings again.',
  database_connect_timeout:
    'The database did not answer in time: check whether it is overloaded or a firewall drops the connection.',
  database_login_failed: 'The database rejected the user or password: correct the address of the database.',
  database_not_found: 'The database was disconnected after the question was asked: no action is needed.',
  database_too_large:
    'The database has more tables than the service reads: hide tables that are not needed in its policy.',
  database_unreachable:
    'Nothing answers at the address of the database: check that it runs and that this host may connect to it.',
  internal: 'The service has an internal error: search the worker logs for the turn id.',
  model_failed: 'The model returned no usable answer: if this happens often, choose another model.',
  model_unavailable: 'The model provider does not answer or rejects the key: check its status page and the key.',
  monthly_tokens_reached:
    'The organization has used its tokens for this month: raise tokens_per_month, or wait for the next month.',
  query_failed:
    'The database rejected the query: open the run to read its text; add a verified query if it happens again.',
  query_refused:
    'The guard refused the query: if the question is legitimate, check whether the policy hides a column that it needs.',
  query_timeout: 'The query took too long: the database may lack an index for it, or its time limit may be too short.',
  question_quota_reached:
    'The organization has used its questions for this billing period: raise questions_per_month, or wait for the next period.',
  running_limit_reached:
    'The organization reached its limit of concurrent turns: raise concurrent_requests if this happens often.',
  schema_unreadable: 'The tables of the database cannot be read: check that its user may read the catalog.',
  store_unavailable: 'The store did not answer: check MongoDB.',
  tenant_busy: 'One tenant exceeded its limit of concurrent questions: no action is needed unless this happens often.',
  transaction_failed: 'The database could not run a read-only transaction: check the log of the database.',
  turn_timeout: 'The turn exceeded its time limit: open the run to see which step was slow.',
  turn_tokens_reached:
    'The question used all tokens that a turn may use: raise TABLETALK_TURN_TOKENS if this happens often.',
  worker_unavailable: 'No worker accepted the question: check that workers run and can reach Temporal.',
}

/** For a run that ended without the name of a problem. */
const ENDED_EXTERNALLY = 'The run was terminated externally, or no worker finished it: open the run.'

/** @param problem name of the problem; empty if the run ended without one */
export const adviceFor = (problem: string): string | undefined => {
  if (problem === '') return ENDED_EXTERNALLY
  const known: Readonly<Record<string, string | undefined>> = ADVICE
  return known[problem]
}
