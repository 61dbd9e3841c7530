import type { ProblemName } from '../problem.ts'

/** What whoever looks after the service does where turns end with a problem. What readers mend by themselves has none. */
const ADVICE: Readonly<Partial<Record<ProblemName, string>>> = {
  busy: 'More is asked than workers can take: start another worker, or look for a database whose queries take long.',
  configuration_invalid:
    'The settings of its database do not fit together: open the database and save its settings again.',
  database_connect_timeout:
    'The database did not answer in time: is it overloaded, or does a firewall drop the connection?',
  database_login_failed: 'The database refused the user or password: move the database to an address that is right.',
  database_not_found: 'The database was disconnected after the question was asked: nothing is to be done.',
  database_too_large: 'It has more tables than are read: hide those that nobody asks about in its policy.',
  database_unreachable: 'Nothing answers at the address of the database: does it run, and may this host connect to it?',
  internal: 'Something is broken in the service: look for the id of the turn in the logs of the worker.',
  model_failed: 'The model gave nothing that could be used: if it is often so, choose another model.',
  model_unavailable:
    'The provider of the model does not answer, or refuses the key: look at its status page and at the key.',
  monthly_tokens_reached:
    'The organization has used its tokens of the month: raise tokens_per_month, or wait for the next month.',
  query_failed:
    'The database refused the query: open the run for its text; a verified query helps where it happens again.',
  query_refused:
    'The guard refused the query: if the question is fair, look at whether the policy hides a column that it needs.',
  query_timeout: 'The query took too long: the database may lack an index for it, or its time limit is short.',
  question_quota_reached:
    'The organization has used its questions of the period: raise questions_per_month, or wait for the next one.',
  running_limit_reached:
    'The organization had all of its places in use: raise concurrent_requests where that is often so.',
  schema_unreadable: 'The tables of the database cannot be read: may its user read the catalog?',
  store_unavailable: 'The store did not answer: look at MongoDB.',
  tenant_busy: 'One tenant asked more at once than it may: nothing is to be done unless it is often so.',
  transaction_failed: 'The database could not run a read-only transaction: look at its own log.',
  turn_timeout: 'The turn took longer than it may: open the run to see which step took the time.',
  turn_tokens_reached:
    'The question used all tokens that a turn may use: raise TABLETALK_TURN_TOKENS where that is often so.',
  worker_unavailable: 'No worker took the question: look at whether workers run and reach Temporal.',
}

/** Of a run that ended without naming one. */
const ENDED_FROM_OUTSIDE = 'The run was ended from outside, or no worker finished it: open the run.'

/** @param problem its name; empty where a run ended without one */
export const adviceFor = (problem: string): string | undefined => {
  if (problem === '') return ENDED_FROM_OUTSIDE
  const known: Readonly<Record<string, string | undefined>> = ADVICE
  return known[problem]
}
