import type { TurnRun } from '../../ask/rules/turn-run.ts'
import type { Store } from '../../store/store.ts'
import type { TurnRuns } from '../../temporal/turn-runs.ts'
import { type FigureSources, type OrganizationData, organizationData } from '../organizations/organization-data.ts'

/** An organization and its number of running turns. */
export interface OrganizationInUse {
  readonly data: OrganizationData
  readonly running: number
}

const LISTED_MAX = 25
const RUNNING_MAX = 1_000

/**
 * Organizations with running turns, those with the most first.
 *
 * @param organizationId lists only this organization, even if it has no running turns
 * @returns `truncated` if more organizations have running turns than are listed
 * @throws Problem `worker_unavailable` if Temporal does not answer
 */
export const organizationsInUse = async (
  sources: FigureSources & { readonly store: Pick<Store, 'organizations'> },
  runs: Pick<TurnRuns, 'list'>,
  organizationId?: number,
): Promise<{ readonly organizations: readonly OrganizationInUse[]; readonly truncated: boolean }> => {
  const page = await runs.list({ state: 'running', organizationId }, { limit: RUNNING_MAX })
  const counts = countsOf(page.runs)
  if (organizationId !== undefined && !counts.has(organizationId)) counts.set(organizationId, 0)
  const busiest = [...counts].sort(([a, runningA], [b, runningB]) => runningB - runningA || a - b)
  const found = await Promise.all(
    busiest.slice(0, LISTED_MAX).map(async ([id, running]) => {
      const organization = await sources.store.organizations.find({ organizationId: id })
      return organization === undefined ? [] : [{ data: await organizationData(sources, organization), running }]
    }),
  )
  return { organizations: found.flat(), truncated: page.next !== undefined || counts.size > LISTED_MAX }
}

const countsOf = (runs: readonly TurnRun[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const { organizationId } of runs) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1)
  return counts
}
