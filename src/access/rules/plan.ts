import type { LimitName, Organization, Plan } from './organization.ts'

/** What a plan includes (specification, What the service does, 7). */
export type Feature = 'api_access' | 'custom_api_access'

/** Limits of requests and questions. */
export interface RequestLimits {
  /** Requests to any route. */
  readonly perMinute: number
  readonly perHour: number
  /** In 30 days; set for organizations, never by a plan. */
  readonly perMonth?: number
  /** Concurrent questions. */
  readonly concurrent: number
  /** Questions in a billing period; null if unlimited. */
  readonly questionsPerMonth: number | null
  /** Questions that name a conversation in their path. */
  readonly conversationPerMinute: number
  readonly conversationPerHour: number
}

/** Limits of databases and indexing. The figures are our decision: the specification names none. */
interface ManagementLimits {
  /** Connected databases. */
  readonly databases: number
  /** Runs of schema indexing in a billing period (specification, `INDEXING_QUOTA_EXCEEDED`). */
  readonly indexingPerMonth: number
}

interface PlanRow extends ManagementLimits {
  readonly features: readonly Feature[]
  readonly perMinute: number
  readonly perHour: number
  readonly concurrent: number
  readonly questionsPerMonth: number | null
}

const API: readonly Feature[] = ['api_access']
const CUSTOM: readonly Feature[] = ['api_access', 'custom_api_access']

/**
 * Specification, section Limits; Business is between its neighbours, and Enterprise applies unless other limits were agreed.
 * The monthly number of questions is our decision ("Numeric monthly quota per plan: not shown").
 */
const PLAN_TABLE: Readonly<Record<Plan, PlanRow>> = {
  free: {
    features: [],
    perMinute: 10,
    perHour: 100,
    concurrent: 2,
    databases: 2,
    indexingPerMonth: 10,
    questionsPerMonth: 200,
  },
  starter: {
    features: API,
    perMinute: 100,
    perHour: 5_000,
    concurrent: 10,
    databases: 10,
    indexingPerMonth: 100,
    questionsPerMonth: 5_000,
  },
  professional: {
    features: CUSTOM,
    perMinute: 500,
    perHour: 25_000,
    concurrent: 50,
    databases: 50,
    indexingPerMonth: 1_000,
    questionsPerMonth: 50_000,
  },
  business: {
    features: CUSTOM,
    perMinute: 1_000,
    perHour: 50_000,
    concurrent: 100,
    databases: 100,
    indexingPerMonth: 3_000,
    questionsPerMonth: 200_000,
  },
  enterprise: {
    features: CUSTOM,
    perMinute: 5_000,
    perHour: 250_000,
    concurrent: 500,
    databases: 1_000,
    indexingPerMonth: 30_000,
    questionsPerMonth: null,
  },
}

const CONVERSATION_PER_MINUTE = 30
const CONVERSATION_PER_HOUR = 200

export const featuresOf = ({ plan }: Pick<Organization, 'plan'>): readonly Feature[] => PLAN_TABLE[plan].features

export const managementLimits = (organization: LimitedOrganization): ManagementLimits => {
  const { databases, indexing_per_month: indexing } = limitsInForce(organization)
  return { databases: databases.allowed, indexingPerMonth: indexing.allowed }
}

export const hasFeature = ({ plan }: Pick<Organization, 'plan'>, feature: Feature): boolean =>
  PLAN_TABLE[plan].features.includes(feature)

type LimitedOrganization = Pick<Organization, 'plan' | 'limits'>

/** A limit and its source: the plan, or an agreement with the organization. */
export interface LimitInForce<Allowed extends number | null = number> {
  readonly allowed: Allowed
  readonly by: 'plan' | 'organization'
}

/** Limits that may be null: no plan limits `per_month` and `tokens_per_month`, and not every plan `questions_per_month`. */
export type Unlimited = 'per_month' | 'questions_per_month' | 'tokens_per_month'

type LimitsInForce = Readonly<Record<Exclude<LimitName, Unlimited>, LimitInForce>> &
  Readonly<Record<Unlimited, LimitInForce<number | null>>>

/** Every limit of an organization: its own, or else that of its plan. */
export const limitsInForce = ({ plan, limits = {} }: LimitedOrganization): LimitsInForce => {
  const row = PLAN_TABLE[plan]
  const inForce = <Allowed extends number | null>(
    name: LimitName,
    planLimit: Allowed,
  ): LimitInForce<number | Allowed> => {
    const own = limits[name]
    return own === undefined ? { allowed: planLimit, by: 'plan' } : { allowed: own, by: 'organization' }
  }
  return {
    per_minute: inForce('per_minute', row.perMinute),
    per_hour: inForce('per_hour', row.perHour),
    per_month: inForce('per_month', null),
    concurrent: inForce('concurrent', row.concurrent),
    databases: inForce('databases', row.databases),
    questions_per_month: inForce('questions_per_month', row.questionsPerMonth),
    indexing_per_month: inForce('indexing_per_month', row.indexingPerMonth),
    tokens_per_month: inForce('tokens_per_month', null),
  }
}

export const requestLimits = (organization: LimitedOrganization): RequestLimits => {
  const { per_minute, per_hour, per_month, concurrent, questions_per_month } = limitsInForce(organization)
  return {
    perMinute: per_minute.allowed,
    perHour: per_hour.allowed,
    concurrent: concurrent.allowed,
    ...(per_month.allowed === null ? {} : { perMonth: per_month.allowed }),
    questionsPerMonth: questions_per_month.allowed,
    conversationPerMinute: CONVERSATION_PER_MINUTE,
    conversationPerHour: CONVERSATION_PER_HOUR,
  }
}

/**
 * Maximum concurrent questions, including the one to be accepted. An asynchronous question may take an hour, so a quarter of
 * the slots is reserved for synchronous ones.
 */
export const concurrentFor = ({ concurrent }: Pick<RequestLimits, 'concurrent'>, isSynchronous: boolean): number =>
  isSynchronous ? concurrent : Math.max(1, concurrent - Math.ceil(concurrent / 4))
