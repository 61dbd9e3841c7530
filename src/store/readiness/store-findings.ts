import { absent, type Finding, found, missing } from '../../platform/values/finding.ts'
import { lookAtMembers } from '../look-at-members.ts'
import { StoreTooNew, StoreUnusable } from '../store-unusable.ts'
import { surveyStore } from './survey-store.ts'
import { indexText } from './wanted-indexes.ts'

const TIMEOUT_MS = 4_000

/** Maximum clock difference; synchronized machines differ by some milliseconds. */
const CLOCK_DIFFERENCE_MAX_MS = 5_000

/**
 * Findings about a store that responds: usability, version, indexes and clock. None for an unreachable store, which another check
 * reports.
 */
export const storeFindings = async (uri: string): Promise<Finding[]> => {
  const members = await lookAtMembers(uri)
  if (members.length > 0 && members.every(({ hello }) => hello === undefined)) return []
  const clocks = members.flatMap(({ host, aheadMs }) => (aheadMs === undefined ? [] : [{ host, aheadMs }]))
  return [await readiness(uri), ...(clocks.length === 0 ? [] : [clockFinding(clocks)])]
}

const WHAT = 'store use'

const readiness = async (uri: string): Promise<Finding> => {
  try {
    const { version, known, standing, missing: gone } = await surveyStore(uri, TIMEOUT_MS)
    const detail = `version ${version} of ${known}; ${standing} indexes exist`
    if (gone.length === 0) return found(WHAT, detail)
    const lines = gone.map(
      ({ collection, fields, because }) =>
        `index of ${indexText(collection, { key: Object.fromEntries(fields.map((field) => [field, 1])) })} is missing: ${because}`,
    )
    // In a new store all indexes are missing, which one line reports.
    const reported = standing === 0 ? ['the store is not prepared yet'] : lines
    return { ...absent(WHAT, [detail, ...reported].join('\n')), helps: ['tabletalk prepare'] }
  } catch (error) {
    if (error instanceof StoreTooNew) return missing(WHAT, error.message)
    if (error instanceof StoreUnusable)
      return missing(WHAT, error.reason ?? 'it did not respond in time', 'MONGODB_URI')
    return absent(WHAT, 'cannot read the state of the store')
  }
}

/** @param clocks offsets from the clock of this machine */
export const clockFinding = (clocks: readonly { readonly host: string; readonly aheadMs: number }[]): Finding => {
  const skewed = clocks.filter(({ aheadMs }) => Math.abs(aheadMs) > CLOCK_DIFFERENCE_MAX_MS)
  if (skewed.length === 0) return found('store clock', 'in sync with this machine')
  const reported = skewed.map(({ host, aheadMs }) => {
    const seconds = Math.round(Math.abs(aheadMs) / 1000)
    return `the clock of ${host} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine’s`
  })
  return { ...absent('store clock', reported.join('\n')), helps: ['use the same time server (NTP) on all machines'] }
}
