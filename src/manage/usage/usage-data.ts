import { billingPeriod } from '../../access/rules/billing-period.ts'
import type { Organization } from '../../access/rules/organization.ts'
import type { Day } from '../../ask/rules/day.ts'
import { monthEnd, monthOf } from '../../ask/rules/month.ts'
import type { Store } from '../../store/store.ts'
import { type FigureSources, organizationData, type Usage } from '../organizations/organization-data.ts'
import type { UsageGroup, UsageRange } from './rules/usage-range.ts'
import type { UsageCell, UsageSums } from './rules/usage-sums.ts'

/** Sources of usage figures. */
export interface UsageSources extends FigureSources {
  readonly store: FigureSources['store'] & Pick<Store, 'usageDays'>
}

export interface UsageQuery extends UsageRange {
  readonly by: UsageGroup
}

interface Figures {
  readonly questions: number
  /** Questions that ended with a problem. */
  readonly failed: number
  readonly indexing_runs: number
  readonly input_tokens: number
  readonly cached_input_tokens: number
  readonly output_tokens: number
  readonly calls: number
  /** Millionths of a US dollar, of calls with a known price. */
  readonly cost_usd_micros: number
  /** Calls without a known price, which are not included in the cost. */
  readonly unpriced_calls: number
}

export interface UsageRow extends Figures {
  /** A day, a model, or the id of a database, key or user; null: usage that belongs to none. */
  readonly group: string | null
}

/** A limit of the current period; null: unlimited, or not counted. */
export interface PeriodLimit {
  readonly limit: number | null
  readonly used: number | null
  readonly remaining: number | null
  /** ISO 8601. */
  readonly resets_at: string
}

/** Usage of an organization, as the API and the command show it. */
export interface UsageData extends UsageRange {
  readonly group_by: UsageGroup
  readonly rows: readonly UsageRow[]
  /** Whether groups were omitted: those with the fewest questions. */
  readonly truncated: boolean
  /** Of all groups. */
  readonly totals: Figures
  readonly period: {
    readonly starts_on: Day
    readonly resets_at: string
    readonly questions: PeriodLimit
    readonly indexing: PeriodLimit
    /** Of the calendar month. */
    readonly tokens: PeriodLimit
  }
}

const ROWS_MAX = 1_000

/** Usage of a range of days by group, and the remaining quota of the current period. */
export const usageData = async (
  sources: UsageSources,
  organization: Organization,
  { by, from, to }: UsageQuery,
): Promise<UsageData> => {
  const { store } = sources
  const caller = { organizationId: organization.id }
  const now = Date.now()
  const period = billingPeriod(now, organization.billingDay)
  const groups = new Map<string | null, Figures>()
  let totals = NO_USAGE
  const [{ usage }] = await Promise.all([
    organizationData(sources, organization, period),
    (async () => {
      for await (const { day, sums } of store.usageDays.byDay(caller, { from, to })) {
        totals = plus(totals, sums)
        if (by === 'day') groups.set(day, plus(groups.get(day), sums))
      }
    })(),
    (async () => {
      if (by === 'day') return
      for await (const cell of store.usageDays.cells(caller, { from, to }))
        for (const { group, sums } of partsOf(cell, by)) groups.set(group, plus(groups.get(group), sums))
    })(),
  ])
  const rows = [...groups].map(([group, figures]) => ({ group, ...figures })).sort(by === 'day' ? byGroup : byUse)
  const resetsAt = new Date(period.endsAt).toISOString()
  const monthEndsAt = new Date(monthEnd(monthOf(new Date(now).toISOString()))).toISOString()
  return {
    from,
    to,
    group_by: by,
    rows: rows.slice(0, ROWS_MAX),
    truncated: rows.length > ROWS_MAX,
    totals,
    period: {
      starts_on: period.startsOn,
      resets_at: resetsAt,
      questions: periodLimit(usage.questions_per_month, resetsAt),
      indexing: periodLimit(usage.indexing_per_month, resetsAt),
      tokens: periodLimit(usage.tokens_per_month, monthEndsAt),
    },
  }
}

const periodLimit = ({ allowed, used }: Usage, resetsAt: string): PeriodLimit => ({
  limit: allowed,
  used,
  remaining: allowed === null || used === null ? null : Math.max(0, allowed - used),
  resets_at: resetsAt,
})

/** The contributions of a cell to its groups; a cell with several models contributes to several. */
const partsOf = (
  cell: UsageCell,
  by: Exclude<UsageGroup, 'day'>,
): readonly { readonly group: string | null; readonly sums: UsageSums }[] => {
  const models = Object.values(cell.models ?? {})
  if (by === 'model') {
    const { indexingRuns = 0 } = cell
    const runs = indexingRuns === 0 ? [] : [{ group: null, sums: { indexingRuns } }]
    return [...models.map((sums) => ({ group: sums.model, sums })), ...runs]
  }
  const { questions = 0, failed = 0, indexingRuns = 0 } = cell
  const group = groupOf(cell, by)
  const tokens = models.map((model) => ({ group, sums: { ...model, questions: 0, failed: 0 } }))
  return [{ group, sums: { questions, failed, indexingRuns } }, ...tokens]
}

const groupOf = ({ databaseId, keyId, userId }: UsageCell, by: 'database' | 'key' | 'user'): string | null => {
  switch (by) {
    case 'database':
      return databaseId ?? null
    case 'key':
      return keyId ?? null
    case 'user':
      return userId === undefined ? null : String(userId)
  }
}

const NO_USAGE: Figures = {
  questions: 0,
  failed: 0,
  indexing_runs: 0,
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  calls: 0,
  cost_usd_micros: 0,
  unpriced_calls: 0,
}

const plus = (figures: Figures = NO_USAGE, sums: UsageSums): Figures => ({
  questions: figures.questions + (sums.questions ?? 0),
  failed: figures.failed + (sums.failed ?? 0),
  indexing_runs: figures.indexing_runs + (sums.indexingRuns ?? 0),
  input_tokens: figures.input_tokens + (sums.inputTokens ?? 0),
  cached_input_tokens: figures.cached_input_tokens + (sums.cachedInputTokens ?? 0),
  output_tokens: figures.output_tokens + (sums.outputTokens ?? 0),
  calls: figures.calls + (sums.calls ?? 0),
  cost_usd_micros: figures.cost_usd_micros + (sums.costMicros ?? 0),
  unpriced_calls: figures.unpriced_calls + (sums.unpricedCalls ?? 0),
})

const byGroup = (a: UsageRow, b: UsageRow): number => ((a.group ?? '') < (b.group ?? '') ? -1 : 1)

const byUse = (a: UsageRow, b: UsageRow): number =>
  b.questions - a.questions || b.input_tokens + b.output_tokens - a.input_tokens - a.output_tokens || byGroup(a, b)
