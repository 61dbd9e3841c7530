import type { AuthorizationRevision } from '../src/access/rules/authorization-revision.ts'
import type { Glossary } from '../src/ask/rules/glossary.ts'
import type { Question } from '../src/ask/rules/question.ts'
import type { Engine } from '../src/engines/engine.ts'
import type { GuardRules } from '../src/guard/guard-rules.ts'
import type { GuardResult } from '../src/guard/guarded-query.ts'
import type { PartOf } from '../src/platform/values/part-of.ts'
import type { StepParts } from './step-parts.ts'
import type { TimeLeft } from './time-left.ts'

/** What the guard made of a query, and where it may run. */
export interface GuardedFor {
  readonly engine: Engine
  readonly address: string
  readonly rules: GuardRules
  readonly glossary: Glossary
  readonly guarded: GuardResult
}

interface GuardedWithin {
  readonly time: TimeLeft
  readonly signal: AbortSignal
  /** The revision of the settings and the policy; absent: the current one. */
  readonly asOf?: AuthorizationRevision | undefined
  /** Called when the database is open. */
  onOpened?(): void
}

/**
 * Opens a database and guards a query for a caller under the current policy, also when the query was written earlier.
 *
 * @throws Problem as `DatabaseAccess.openAsCaller`; `query_timeout` when the time is over; the signal's reason
 */
export const guardFor = async (
  app: PartOf<StepParts, { databases: 'openAsCaller' }>,
  { caller, databaseId }: Pick<Question, 'caller' | 'databaseId'>,
  query: string,
  { time, signal, asOf, onOpened }: GuardedWithin,
): Promise<GuardedFor> => {
  const opened = await time.for(app.databases.openAsCaller(caller, databaseId, asOf), signal)
  const { database, engine, address, schema, restriction } = opened
  onOpened?.()
  const rules = { schema, policy: database.policy, restriction }
  return {
    engine,
    address,
    rules,
    glossary: database.glossary,
    guarded: await time.for(engine.guard(query, rules, caller), signal),
  }
}
