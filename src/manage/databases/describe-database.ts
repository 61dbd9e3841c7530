import type { SlotOwner } from '../../access/rules/fair-semaphore.ts'
import type { Schema } from '../../guard/schema.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { ConnectedAddress } from './open-database.ts'

const DESCRIBE_MS = 60_000

interface Describing {
  /** The owner of the slot, for fair sharing. */
  readonly owner?: SlotOwner
  readonly signal?: AbortSignal
  /** One minute by default. */
  readonly timeoutMs?: number
}

/** Reads tables, columns and keys. @throws Problem as `Engine.describe`; an AbortError if the signal aborts */
export const describeDatabase = async (
  {
    engine,
    address,
    include,
  }: Pick<ConnectedAddress, 'address' | 'include'> & { readonly engine: Pick<ConnectedAddress['engine'], 'describe'> },
  { owner, signal: given, timeoutMs = DESCRIBE_MS }: Describing = {},
): Promise<Schema> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = given === undefined ? timeout : AbortSignal.any([timeout, given])
  try {
    return await engine.describe(address, signal, owner, include)
  } catch (error) {
    throw timeout.aborted && !(error instanceof Problem)
      ? new Problem('database_connect_timeout', { cause: error })
      : error
  }
}
