import pg from 'pg'
import type { Session } from '../connect/session.ts'
import { quote } from '../guard/names.ts'
import { readTexts } from './read-texts.ts'

export interface Counted {
  readonly oid: string
  readonly schema: string
  readonly name: string
  /** What the server believes; -1 where it was never analyzed. */
  readonly estimate: number
}

/** Above this a table is large, and what the server believes is as good as a count. */
const COUNT_MAX = 100_000
const TABLES_PER_QUERY = 50
/** For all tables: a description without numbers of rows is one, too. */
const COUNTING_MS = 5_000

/** How many rows tables have, by oid: exactly where they are small. In a transaction, whose timeout is shortened. */
export const countRows = async (
  session: Session,
  tables: readonly Counted[],
  leftMs: () => number,
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map(tables.filter(({ estimate }) => estimate >= 0).map(({ oid, estimate }) => [oid, estimate]))
  const small = tables.filter(({ estimate }) => estimate < COUNT_MAX)
  const ends = performance.now() + COUNTING_MS
  for (let first = 0; first < small.length; first += TABLES_PER_QUERY) {
    const ms = Math.floor(Math.min(ends - performance.now(), leftMs()))
    if (ms < 1) break
    for (const [oid, count] of await countSome(session, small.slice(first, first + TABLES_PER_QUERY), ms))
      if (count <= COUNT_MAX) counts.set(oid, count)
  }
  return counts
}

const countSome = async (
  session: Session,
  tables: readonly Counted[],
  ms: number,
): Promise<readonly (readonly [string, number])[]> => {
  const counts = tables.map(
    ({ oid, schema, name }) =>
      `SELECT '${oid}', count(*)::text FROM (SELECT FROM ${quote(schema)}.${quote(name)} LIMIT ${COUNT_MAX + 1}) t`,
  )
  await session.exec(`SAVEPOINT counting; SET LOCAL statement_timeout = ${ms}; SET LOCAL lock_timeout = ${LOCK_MS}`)
  try {
    const rows = await readTexts(session, counts.join(' UNION ALL '))
    return rows.map(([oid, count]) => [oid ?? '', Number(count)])
  } catch (error) {
    // One table is locked, or too slow.
    if (!(error instanceof pg.DatabaseError)) throw error
    await session.exec('ROLLBACK TO SAVEPOINT counting')
    return []
  }
}

const LOCK_MS = 500
