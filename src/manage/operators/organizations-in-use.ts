import type { TurnRun } from '../../ask/rules/turn-run.ts'
import type { Store } from '../../store/store.ts'
import type { TurnRuns } from '../../temporal/turn-runs.ts'
import { type FigureSources, type OrganizationData, organizationData } from '../organizations/organization-data.ts'

/** An organization for which turns run, and how many. */
export interface OrganizationInUse {
  readonly data: OrganizationData
  readonly running: number
}

/** Of more than that nobody reads a list. */
const LISTED_MAX = 25
const RUNNING_MAX = 1_000

/**
 * The organizations for which turns run now, those with most of them first; or one, whether or not any runs for it.
 *
 * @returns `truncated` where turns run for more organizations than are listed
 * @throws Problem `worker_unavailable` when Temporal does not answer
 */
export const organizationsInUse = async (
  sources: FigureSources & { readonly store: Pick<Store, 'organizations'> },
  runs: Pick<TurnRuns, 'list'>,
  organizationId?: number,
): Promise<{ readonly organizations: readonly OrganizationInUse[]; readonly truncated: boolean }> => {
  const page = await runs.list({ state: 'running', organizationId }, { limit: RUNNING_MAX })
  const counts = countsOf(page.runs)
  if (organizationId !== undefined && !counts.has(organizationId)) counts.set(organizationId, 0)
  const most = [...counts].sort(([a, runningA], [b, runningB]) => runningB - runningA || a - b)
  const found = await Promise.all(
    most.slice(0, LISTED_MAX).map(async ([id, running]) => {
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
