import type { Pivot } from './tenant-drafts.ts'

/** The ends of what tenants there are, as `X-Tenant-Id` writes them. */
export interface TenantRange {
  readonly least: string
  readonly greatest: string
  /** Whether the database compares tenants as numbers. */
  readonly areNumbers: boolean
}

/** Texts of a UUID, which no other text may be compared with on every engine. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Characters that identifiers are made of, in their order. */
const CHARACTERS = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * Bounds between the least and the greatest tenant, spread over the ids by random numbers. The same numbers give the same
 * bounds as tenants are added, until ids have another length in bits: then half of them stay.
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
  if (UUID.test(least)) return numbers.map((number) => uuidOf(number))
  let same = 0
  while (same < least.length && least[same] === greatest[same]) same += 1
  return numbers.map((number) => least.slice(0, same) + charactersOf(number))
}

const uuidOf = (number: number): string =>
  `${number.toString(16).padStart(12, '0').slice(0, 8)}-0000-4000-8000-000000000000`

const charactersOf = (number: number): string =>
  [0, 1, 2].map((at) => CHARACTERS[Math.floor(number / CHARACTERS.length ** at) % CHARACTERS.length]).join('')
