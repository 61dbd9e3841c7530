import { absent, type Finding, found, missing } from '../../platform/values/finding.ts'
import { probeMembers } from '../probe-members.ts'
import { StoreTooNew, StoreUnusable } from '../store-unusable.ts'
import { missingLine } from './missing-index.ts'
import { surveyStore } from './survey-store.ts'

const WITHIN_MS = 4_000

/** Clocks of machines that keep time are some milliseconds apart. */
const APART_MS = 5_000

/**
 * How ready a store is that answers: whether it can be used as it is, its version and its indexes, and its clock. Nothing
 * of a server that does not respond, which another finding reports.
 */
export const storeFindings = async (uri: string): Promise<Finding[]> => {
  const members = await probeMembers(uri)
  if (members.length > 0 && members.every(({ hello }) => hello === undefined)) return []
  const clocks = members.flatMap(({ host, aheadMs }) => (aheadMs === undefined ? [] : [{ host, aheadMs }]))
  return [await readiness(uri), ...(clocks.length === 0 ? [] : [clockFinding(clocks)])]
}

const WHAT = 'store use'

const readiness = async (uri: string): Promise<Finding> => {
  try {
    const { version, known, standing, missing: gone } = await surveyStore(uri, WITHIN_MS)
    const detail = `version ${version} of ${known}; ${standing} indexes exist`
    if (gone.length === 0) return found(WHAT, detail)
    // A store on which nothing has run yet has no index at all: one line says that.
    const lines = standing === 0 ? ['the store is not prepared yet'] : gone.map(missingLine)
    return { ...absent(WHAT, [detail, ...lines].join('\n')), helps: ['tabletalk prepare'] }
  } catch (error) {
    if (error instanceof StoreTooNew) return missing(WHAT, error.message)
    if (error instanceof StoreUnusable)
      return missing(WHAT, error.reason ?? 'it did not respond in time', 'MONGODB_URI')
    return absent(WHAT, 'cannot read the state of the store')
  }
}

/** @param clocks how far each is ahead of ours */
export const clockFinding = (clocks: readonly { readonly host: string; readonly aheadMs: number }[]): Finding => {
  const apart = clocks.filter(({ aheadMs }) => Math.abs(aheadMs) > APART_MS)
  if (apart.length === 0) return found('store clock', 'in sync with this machine')
  const differences = apart.map(({ host, aheadMs }) => {
    const seconds = Math.round(Math.abs(aheadMs) / 1000)
    return `the clock of ${host} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine’s`
  })
  return { ...absent('store clock', differences.join('\n')), helps: ['use the same time server (NTP) on all machines'] }
}
