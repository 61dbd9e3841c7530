import { organizationCaller } from '../../access/rules/caller.ts'
import { type Restriction, restrict } from '../../guard/restriction.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { readTexts } from '../read-texts.ts'
import type { TextColumn } from '../text-columns.ts'
import type { CatalogSource } from './catalog-source.ts'
import { tenantCandidates } from './tenant-candidates.ts'
import { tenantDigest } from './tenant-digest.ts'

interface SampledTenants {
  /** Restrictions of the sampled tenants. */
  readonly restrictions: readonly Restriction[]
  /** Digests of existing tenants, the smallest ones: only these count at the next indexing. */
  readonly digests: readonly string[]
}

/** Number of sampled tenants. */
const TENANTS_MAX = 6
/** Number of tenants that are probed for rows. */
const PROBED_MAX = 18
const PROBED_TABLES = 3
const PROBED_ROWS = 50
const LENGTH_MAX = 60
const DIGESTS_MAX = 1_024
/** Share of the time for a catalog. */
const SHARE_OF_TIME = 1 / 4
const CANDIDATES_MS = 5_000
const PROBE_MS = 500

/**
 * A few tenants, in an order that only the installation's key determines: creating tenants does not let anyone choose
 * which are sampled. Only tenants that existed at the previous indexing count (all, at the first one); tenants with
 * texts in the tables that are learnt first are preferred.
 *
 * @param columns columns of tables with rows per tenant, in learning order
 * @returns undefined if the tenants could not be read in time
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const sampleTenants = async (
  source: Omit<CatalogSource, 'budget'> & { readonly milliseconds: number },
  columns: readonly TextColumn[],
): Promise<SampledTenants | undefined> => {
  const { database, samplingKey, former, milliseconds } = source
  const { organizationId, policy } = database
  const timeoutMs = Math.ceil(Math.min(CANDIDATES_MS, milliseconds * SHARE_OF_TIME))
  const candidates = await tenantCandidates({ ...source, policy, organizationId, timeoutMs })
  if (candidates === undefined) return undefined
  const digest = tenantDigest(samplingKey, database.id)
  const inOrder = candidates
    .map((tenant) => ({ digest: digest(tenant), tenant }))
    .toSorted((a, b) => (a.digest < b.digest ? -1 : 1))
  const digests = inOrder.slice(0, DIGESTS_MAX).map((one) => one.digest)
  const earlier = former?.tenants === undefined ? undefined : new Set(former.tenants)
  const counted = inOrder.filter((one) => earlier === undefined || earlier.has(one.digest))
  const restrictions = counted.slice(0, PROBED_MAX).flatMap(({ tenant }) => restrictionOf(source, tenant) ?? [])
  return { restrictions: await withTextsFirst(source, restrictions, probedColumns(columns)), digests }
}

/** Undefined if a value in the tenant column is no valid tenant id. */
const restrictionOf = ({ database }: Pick<CatalogSource, 'database'>, tenantId: string): Restriction | undefined => {
  try {
    return restrict(organizationCaller(database.organizationId, { tenantId }), database)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** One column of each of the first tables. */
const probedColumns = (columns: readonly TextColumn[]): readonly TextColumn[] =>
  [...new Map(columns.toReversed().map((column) => [column.table, column])).values()]
    .toReversed()
    .slice(0, PROBED_TABLES)

/** Up to six of these tenants; tenants without any text only if there are too few others. */
const withTextsFirst = async (
  source: Omit<CatalogSource, 'budget'> & { readonly milliseconds: number },
  tenants: readonly Restriction[],
  columns: readonly TextColumn[],
): Promise<readonly Restriction[]> => {
  if (tenants.length <= TENANTS_MAX || columns.length === 0) return tenants.slice(0, TENANTS_MAX)
  const { engine, address, schema, database, signal, milliseconds } = source
  const { organizationId, policy } = database
  const wanted = { columns, rowsMax: PROBED_ROWS, valuesMax: 1, lengthMax: LENGTH_MAX }
  const deadline = performance.now() + milliseconds * SHARE_OF_TIME
  const [withTexts, without]: [Restriction[], Restriction[]] = [[], []]
  for (const restriction of tenants) {
    if (withTexts.length === TENANTS_MAX) break
    const left = Math.ceil(Math.min(PROBE_MS, deadline - performance.now()))
    const read = { engine, address, rules: { schema, policy, restriction }, owner: { organizationId } }
    const found = left > 0 ? await readTexts(read, wanted, { timeoutMs: left, signal }) : undefined
    const those = found !== undefined && found.length > 0 ? withTexts : without
    those.push(restriction)
  }
  return [...withTexts, ...without].slice(0, TENANTS_MAX)
}
