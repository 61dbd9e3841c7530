import type { GuardedQuery } from '../../../guard/guarded-query.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { RunLimits, RunResult } from '../../engine.ts'
import type { RowLimits } from '../../shared/run/row-collector.ts'
import { ByteLimitExceeded } from '../connect/bounded-stream.ts'
import { connectProblem, errnoOf } from '../connect/connect-problem.ts'
import type { Lease } from '../connect/lease.ts'
import type { GuardedDraft } from '../guard/guard.ts'
import { explainError, isStatementError, isTimeout, TOO_LARGE } from './explain-error.ts'
import { Rows, TooManyColumns } from './rows.ts'

/** Warnings that GROUP_CONCAT, a text or a recursive WITH was truncated. */
const TRUNCATION_WARNINGS: ReadonlySet<string> = new Set(['1260', '1301', '1931'])

/** The server is shutting down, or an administrator killed the connection. */
const CONNECTION_ENDED: ReadonlySet<number> = new Set([1053, 1077, 1079, 1080, 1184, 1927, 3169, 4031])

interface Statement extends Pick<GuardedQuery, 'statement' | 'parameters'> {
  /** Texts with which the guard replaced tables. */
  readonly replaced: GuardedDraft['replaced']
}

/**
 * Runs one statement on a prepared connection, and keeps the first rows.
 *
 * @throws Problem `query_timeout` if the server's time limit ended it, `database_unreachable` if the connection ended
 */
export const runStatement = async (
  lease: Lease,
  { statement, parameters, replaced }: Statement,
  limits: RowLimits & Pick<RunLimits, 'turnId' | 'again'>,
): Promise<RunResult> => {
  const started = performance.now()
  const rows = new Rows(limits, (written) =>
    replaced.reduce((name, { text, name: table }) => name.replaceAll(text, () => table), written),
  )
  try {
    if (limits.again === true) await killEarlierStatements(lease, limits.turnId)
    const complete = await lease.session.read(tagged(statement, limits.turnId), parameters, rows)
    if (!complete) lease.markUnusable()
    else if (await isTruncated(lease)) {
      // Warnings persist until the next statement with a table.
      lease.markUnusable()
      return { ok: false, refusal: TOO_LARGE }
    }
  } catch (error) {
    if (!(error instanceof ByteLimitExceeded) || rows.count === 0) return refusalFor(lease, error, statement)
    rows.truncate()
  }
  const executionTimeMs = Math.round((performance.now() - started) * 1000) / 1000
  return { ok: true, result: { ...rows.result(), executionTimeMs } }
}

/** Tags the statement with its turn, for the server's process list. */
const tagged = (statement: string, turnId: string): string => `${tagOf(turnId)}${statement}`

const tagOf = (turnId: string): string => `/* tabletalk turn=${turnId.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 64)} */ `

/** Kills statements that an earlier worker of the same turn left running; users can see and kill their own. */
const killEarlierStatements = async ({ session }: Lease, turnId: string): Promise<void> => {
  const tag = tagOf(turnId)
  const earlier = `SELECT ID FROM information_schema.PROCESSLIST WHERE LEFT(INFO, ${tag.length}) = '${tag}'`
  // It may have ended meanwhile.
  for (const [id] of await session.queryInternal(earlier))
    await session.queryInternal(`KILL CONNECTION ${Number(id)}`).catch(() => undefined)
}

const isTruncated = async ({ session }: Lease): Promise<boolean> =>
  (await session.queryInternal('SHOW WARNINGS LIMIT 64')).some(([, code]) => TRUNCATION_WARNINGS.has(String(code)))

const refusalFor = (lease: Lease, error: unknown, statement: string): RunResult => {
  const errno = errnoOf(error)
  if (!isStatementError(errno)) lease.markUnusable()
  if (error instanceof ByteLimitExceeded || error instanceof TooManyColumns) return { ok: false, refusal: TOO_LARGE }
  if (isTimeout(errno)) throw new Problem('query_timeout')
  if (errno === 0 || CONNECTION_ENDED.has(errno)) throw connectProblem(error)
  return { ok: false, refusal: explainError(errno, error instanceof Error ? error.message : '', statement) }
}
