import type { Limits } from '../../access/limits/limits.ts'
import { revisionId } from '../../access/rules/authorization-revision.ts'
import { type BillingPeriod, billingPeriod } from '../../access/rules/billing-period.ts'
import type { Organization, OrganizationStatus, Plan, Subscription } from '../../access/rules/organization.ts'
import { type Feature, featuresOf, type LimitInForce, limitsInForce, requestLimits } from '../../access/rules/plan.ts'
import { conversationWindows, planWindows, type RequestWindowName } from '../../access/rules/request-windows.ts'
import { tokensOf } from '../../ask/rules/draft.ts'
import { monthEnd, monthOf } from '../../ask/rules/month.ts'
import type { Store } from '../../store/store.ts'
import { type ModelUsageData, modelUsageData } from '../usage/model-usage-data.ts'
import { type BillingData, billingData } from './billing-data.ts'

/** Sources of an organization's usage figures. */
export interface FigureSources {
  readonly store: Pick<Store, 'databases' | 'jobs' | 'modelUsage'>
  readonly limits: Pick<Limits, 'windows' | 'leases'>
  /** Days of access after an overdue payment. */
  readonly graceDays: number
}

/** A limit and its current usage. */
export interface Usage {
  /** Null: unlimited. */
  readonly allowed: number | null
  /** The source of the limit: the plan, this organization, or the service (the same for all organizations). */
  readonly by: LimitInForce['by'] | 'service'
  /** Null if it is not counted or the counters cannot be reached. */
  readonly used: number | null
  /** ISO 8601: when capacity becomes available again; null if nothing is used, or if it does not become available over time. */
  readonly resets_at: string | null
}

/** The name of a limit for `org set --limit` and its field in the API; the last two cannot be set. */
const FIGURES = [
  { name: 'per_minute', field: 'requests_per_minute' },
  { name: 'per_hour', field: 'requests_per_hour' },
  { name: 'per_month', field: 'requests_per_month' },
  { name: 'concurrent', field: 'concurrent_requests' },
  { name: 'databases', field: 'databases' },
  { name: 'questions_per_month', field: 'questions_per_month' },
  { name: 'indexing_per_month', field: 'indexing_per_month' },
  { name: 'tokens_per_month', field: 'tokens_per_month' },
  { name: 'conversation_per_minute', field: 'conversation_questions_per_minute' },
  { name: 'conversation_per_hour', field: 'conversation_questions_per_hour' },
] as const

type FigureName = (typeof FIGURES)[number]['name']
type UsageName = (typeof FIGURES)[number]['field']
/** Limits that a plan may leave unlimited. */
type Unlimited = 'requests_per_month' | 'questions_per_month' | 'tokens_per_month'

/** An organization as the API and the command show it. */
export interface OrganizationData {
  readonly id: number
  readonly name: string
  readonly plan: Plan
  readonly status: OrganizationStatus
  readonly subscription: Subscription
  readonly billing: BillingData
  readonly features: Feature[]
  readonly share_links: boolean
  readonly limits: Readonly<Record<Exclude<UsageName, Unlimited>, number>> & Readonly<Record<Unlimited, number | null>>
  readonly usage: Readonly<Record<UsageName, Usage>>
  readonly model_usage: ModelUsageData
}

/** Plan, status, limits and current usage of an organization. @param period its current billing period */
export const organizationData = async (
  { store, limits: counters, graceDays }: FigureSources,
  organization: Organization,
  period: BillingPeriod = billingPeriod(Date.now(), organization.billingDay),
): Promise<OrganizationData> => {
  const { id, name, plan, status = 'active', shareLinks = false } = organization
  const { subscription, billing } = billingData(organization, graceDays)
  const caller = { organizationId: id }
  const requests = requestLimits(organization)
  const windows = [...planWindows(requests), ...conversationWindows(requests)]
  const month = monthOf(new Date().toISOString())
  const [used, running, questions, databases, indexing, spent] = await Promise.all([
    // Without the counters (Redis) the other figures are still returned.
    counters.windows.read(revisionId(id), windows).catch(() => []),
    counters.leases.taken(id).catch(() => undefined),
    counters.leases.questions(id, period.startsOn).catch(() => undefined),
    store.databases.count(caller),
    store.jobs.indexRuns(caller, period),
    store.modelUsage.spending(caller, month),
  ])
  const inForce = limitsInForce(organization)
  const tokens = spent.reduce((sum, one) => sum + tokensOf(one), 0)
  const inWindow = (limit: Omit<Usage, 'used' | 'resets_at'>, window: RequestWindowName): Usage => {
    const found = used.find((one) => one.name === window)
    return usage(limit, found?.used, found?.endsAt)
  }
  const forAll = (allowed: number) => ({ allowed, by: 'service' }) as const
  const minute = forAll(requests.conversationPerMinute)
  const hour = forAll(requests.conversationPerHour)
  return {
    id,
    name,
    plan,
    status,
    subscription,
    billing,
    features: [...featuresOf(organization)],
    share_links: shareLinks,
    limits: {
      requests_per_minute: inForce.per_minute.allowed,
      requests_per_hour: inForce.per_hour.allowed,
      requests_per_month: inForce.per_month.allowed,
      concurrent_requests: inForce.concurrent.allowed,
      databases: inForce.databases.allowed,
      questions_per_month: inForce.questions_per_month.allowed,
      indexing_per_month: inForce.indexing_per_month.allowed,
      tokens_per_month: inForce.tokens_per_month.allowed,
      conversation_questions_per_minute: minute.allowed,
      conversation_questions_per_hour: hour.allowed,
    },
    usage: {
      requests_per_minute: inWindow(inForce.per_minute, 'plan-minute'),
      requests_per_hour: inWindow(inForce.per_hour, 'plan-hour'),
      requests_per_month: inWindow(inForce.per_month, 'month'),
      concurrent_requests: usage(inForce.concurrent, running),
      databases: usage(inForce.databases, databases),
      questions_per_month: usage(inForce.questions_per_month, questions, questions ? period.endsAt : undefined),
      indexing_per_month: usage(inForce.indexing_per_month, indexing.used, indexing.endsAt),
      tokens_per_month: usage(inForce.tokens_per_month, tokens, tokens === 0 ? undefined : monthEnd(month)),
      conversation_questions_per_minute: inWindow(minute, 'conversation-minute'),
      conversation_questions_per_hour: inWindow(hour, 'conversation-hour'),
    },
    model_usage: modelUsageData(month, spent),
  }
}

const usage = (limit: Omit<Usage, 'used' | 'resets_at'>, used: number | undefined, endsAt?: number): Usage => ({
  allowed: limit.allowed,
  by: limit.by,
  used: used ?? null,
  resets_at: endsAt === undefined ? null : new Date(endsAt).toISOString(),
})

/** Limits and usage of an organization, by their names for `org set --limit`. */
export const figuresOf = ({
  usage: all,
}: Pick<OrganizationData, 'usage'>): readonly (Usage & { readonly name: FigureName })[] =>
  FIGURES.map(({ name, field }) => ({ name, ...all[field] }))
