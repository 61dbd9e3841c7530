import { UUID } from '../../platform/values/uuid.ts'
import type { Pivot } from './tenant-drafts.ts'

/** The smallest and greatest tenant, as written in `X-Tenant-Id`. */
interface TenantRange {
  readonly least: string
  readonly greatest: string
  /** Whether the database compares tenants as numbers. */
  readonly areNumbers: boolean
}

/** Characters of identifiers, in sort order. */
const CHARACTERS = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * Bounds between the smallest and greatest tenant, at random positions in the id range. The same numbers give the same
 * bounds while tenants are added, until the ids need more bits: then half of the bounds stay.
 *
 * @param numbers random, of 48 bits each
 */
export const tenantPivots = (
  { least, greatest, areNumbers }: TenantRange,
  numbers: readonly number[],
): readonly Pivot[] => {
  if (areNumbers) {
    const max = Number(greatest)
    const power = 2 ** Math.ceil(Math.log2(max + 1))
    return numbers.map((number) => number % power).filter((pivot) => pivot >= Number(least) && pivot <= max)
  }
  // Some engines compare UUIDs with UUIDs only.
  if (UUID.test(least)) return numbers.map((number) => uuidOf(number))
  let same = 0
  while (same < least.length && least[same] === greatest[same]) same += 1
  return numbers.map((number) => least.slice(0, same) + charactersOf(number))
}

const uuidOf = (number: number): string =>
  `${number.toString(16).padStart(12, '0').slice(0, 8)}-0000-4000-8000-000000000000`

const charactersOf = (number: number): string =>
  [0, 1, 2].map((at) => CHARACTERS[Math.floor(number / CHARACTERS.length ** at) % CHARACTERS.length]).join('')
