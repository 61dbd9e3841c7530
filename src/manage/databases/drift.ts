import type { Inspection } from '../../engines/shared/describe/inspection.ts'
import { otherOwnersDrift, ownerColumns } from '../../guard/owner-columns.ts'
import type { Policy } from '../../guard/policy.ts'
import { type Drift, findDrift } from '../../guard/policy-drift.ts'
import type { Schema } from '../../guard/schema.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import type { ConnectedAddress } from './open-database.ts'

const COUNT_MS = 10_000
const COLUMNS_MAX = 200

/**
 * Differences between a policy and its database: from the schema, and, if fields can hold values of any type, from
 * counting rows whose owner has a type that the policy does not name.
 */
export const driftOf = async (
  { engine, address, include }: ConnectedAddress,
  schema: Schema,
  policy: Policy,
): Promise<readonly Drift[]> => {
  const folding = engine.dialect.folding(schema)
  const columns = ownerColumns(schema, policy, folding).slice(0, COLUMNS_MAX)
  const counted = await countOtherOwners(engine.inspect, address, columns)
  const others = columns.flatMap((column, index) => {
    const found = counted[index]
    return found === undefined ? [] : otherOwnersDrift(column, found)
  })
  return [...(await runInSlices(findDrift(schema, policy, folding, include))), ...others]
}

const countOtherOwners = async (
  inspect: Inspection,
  address: string,
  columns: ReturnType<typeof ownerColumns>,
): ReturnType<NonNullable<Inspection['countOtherOwners']>> => {
  if (inspect.countOtherOwners === undefined || columns.length === 0) return []
  try {
    return await inspect.countOtherOwners(address, columns, AbortSignal.timeout(COUNT_MS))
  } catch (error) {
    // The database was described just before; drift by type is advice that nothing depends on.
    if (error instanceof Problem || (error instanceof DOMException && error.name === 'TimeoutError')) return []
    throw error
  }
}
