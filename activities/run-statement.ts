import { createHash } from 'node:crypto'
import { type GuardedStatement, guardedStatement } from '../src/ask/rules/receipt.ts'
import type { RunLimits, RunResult } from '../src/engines/engine.ts'
import type { GuardedQuery } from '../src/guard/guarded-query.ts'
import { tableFilters } from '../src/guard/table-filters.ts'
import { isBusy, problemNameOf } from '../src/platform/problems/problem.ts'
import type { GuardedFor } from './guard-for.ts'
import type { Step } from './step.ts'

/** Where a guarded query runs, and under which rules it was guarded. */
export type Opened = Omit<GuardedFor, 'guarded'>

/** The public description of a guarded query: the statement, its tables and how they are filtered. */
export const describeStatement = ({ engine, rules }: Opened, query: GuardedQuery): GuardedStatement => {
  const tables = tableFilters(query.tables, rules, engine.dialect.folding(rules.schema))
  return guardedStatement(query, tables, createHash('sha256').update(query.statement).digest('hex'))
}

/**
 * Runs a guarded query in its own span, which ends when the statement has ended, or could not begin.
 *
 * @throws as `Engine.run`; after the longest wait for a slot it is not retried
 */
export const runStatement = async (
  { engine, address }: Opened,
  query: GuardedQuery,
  limits: RunLimits,
  begin: Step['begin'],
): Promise<RunResult> => {
  const fields = { 'db.system.name': engine.dialect.system }
  const span = begin({ name: `query ${engine.name}`, kind: 'client', fields })
  try {
    const ran = await engine.run(address, query, limits)
    span.end(ran.ok ? { fields: { 'db.response.returned_rows': ran.result.rowCount } } : { failure: 'refused' })
    return ran
  } catch (error) {
    span.end({ failure: problemNameOf(error) })
    throw isBusy(error) ? error.asFinal() : error
  }
}
