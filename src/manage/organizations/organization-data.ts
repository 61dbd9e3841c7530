import type { Limits } from '../../access/limits/limits.ts'
import { type BillingPeriod, billingPeriod } from '../../access/rules/billing-period.ts'
import { epochId } from '../../access/rules/epoch.ts'
import type { Organization, OrganizationStatus, Plan, Subscription } from '../../access/rules/organization.ts'
import { type Feature, featuresOf, type LimitInForce, limitsInForce, requestLimits } from '../../access/rules/plan.ts'
import { conversationWindows, planWindows, type RequestWindowName } from '../../access/rules/request-windows.ts'
import { tokensOf } from '../../ask/rules/draft.ts'
import { monthEnd, monthOf } from '../../ask/rules/month.ts'
import type { Store } from '../../store/store.ts'
import { type ModelUsageData, modelUsageData } from '../usage/model-usage-data.ts'
import { type BillingData, billingData } from './billing-data.ts'

/** Where figures come from. */
export interface FigureSources {
  readonly store: Pick<Store, 'databases' | 'jobs' | 'modelUsage'>
  readonly limits: Pick<Limits, 'windows' | 'leases'>
  /** Days for which who has not paid is let in. */
  readonly graceDays: number
}

/** A limit and what is used of it. */
export interface Usage {
  /** Null: without a limit. */
  readonly allowed: number | null
  /** Whose limit it is: that of the plan, of this organization, or the same for everyone. */
  readonly by: LimitInForce['by'] | 'service'
  /** Null where nobody counts it, or the counters are not to be reached from here. */
  readonly used: number | null
  /** ISO 8601: when something of it is free again; null where nothing is used, or nothing becomes free by itself. */
  readonly resets_at: string | null
}

/** What `org set --limit` calls a limit, and what it is called on the wire; the last two nobody sets. */
const FIGURES = [
  { name: 'per_minute', told: 'requests_per_minute' },
  { name: 'per_hour', told: 'requests_per_hour' },
  { name: 'per_month', told: 'requests_per_month' },
  { name: 'concurrent', told: 'concurrent_requests' },
  { name: 'databases', told: 'databases' },
  { name: 'questions_per_month', told: 'questions_per_month' },
  { name: 'indexing_per_month', told: 'indexing_per_month' },
  { name: 'tokens_per_month', told: 'tokens_per_month' },
  { name: 'conversation_per_minute', told: 'conversation_questions_per_minute' },
  { name: 'conversation_per_hour', told: 'conversation_questions_per_hour' },
] as const

export type FigureName = (typeof FIGURES)[number]['name']
type UsageName = (typeof FIGURES)[number]['told']
/** A plan may have no limit of these. */
type Unlimited = 'requests_per_month' | 'questions_per_month' | 'tokens_per_month'

/** An organization as those who manage it see it, on the wire and at the terminal alike. */
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

/** Plan, state and limits of an organization, and what is used of each in this moment. @param period the one that it is in */
export const organizationData = async (
  { store, limits: counted, graceDays }: FigureSources,
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
    // Whoever asks what is left hears the rest where counters are away.
    counted.windows.look(epochId(id), windows).catch(() => []),
    counted.leases.taken(id).catch(() => undefined),
    counted.leases.questions(id, period.startsOn).catch(() => undefined),
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

/** The limits of an organization, by the names that they are set by. */
export const figuresOf = ({
  usage: all,
}: Pick<OrganizationData, 'usage'>): readonly (Usage & { readonly name: FigureName })[] =>
  FIGURES.map(({ name, told }) => ({ name, ...all[told] }))
