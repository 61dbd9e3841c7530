import type { Db } from 'mongodb'
import { Problem } from '../../../domain/problem.ts'
import type { RunResult } from '../../engine.ts'

/**
 * Why a query found nothing, where the collection that it reads is gone: the server finds nothing in what is not there,
 * and does not say so.
 *
 * @throws Problem `database_unreachable` when the database holds nothing at all; what the network says
 */
export const missingCollection = async (
  database: Db,
  name: string,
  { leftMs, signal }: { readonly leftMs: () => number; readonly signal: AbortSignal },
): Promise<RunResult | undefined> => {
  const options = { nameOnly: true, authorizedCollections: true, signal, maxTimeMS: Math.max(1, Math.ceil(leftMs())) }
  const there = async (filter: { readonly name?: string }): Promise<boolean> =>
    (await database.listCollections(filter, options).next()) !== null
  if (await there({ name })) return undefined
  if (!(await there({})))
    throw new Problem('database_unreachable', { cause: new Error('the database has no collections') })
  return { ok: false, refusal: { reason: 'invalid_query', hint: `There is no collection ${name}.`, repairable: true } }
}
