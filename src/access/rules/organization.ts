import type { Billing } from '../../manage/billing/rules/billing.ts'
import type { Logos } from '../../manage/branding/rules/logo.ts'

export const PLANS = ['free', 'starter', 'professional', 'business', 'enterprise'] as const

export type Plan = (typeof PLANS)[number]

/** The paying customer. */
export interface Organization {
  readonly id: number
  readonly name: string
  readonly plan: Plan
  readonly branding: Branding
  /** Results of fetching its logos; absent before the first fetch. */
  readonly logos?: Logos
  /** Active if absent; with any other status all requests are refused. */
  readonly status?: OrganizationStatus
  /** Set by an operator; if absent, `billing` determines it. */
  readonly subscription?: Subscription
  /** What was bought, or agreed for some time; if absent, no payment is required. */
  readonly billing?: Billing
  /** Override those of its plan. */
  readonly limits?: OrganizationLimits
  /** Users who have accepted ownership; the only source of who is an owner. */
  readonly owners?: readonly number[]
  /** Day of the month (UTC) on which its billing periods begin; 1 if absent. */
  readonly billingDay?: number
  /** Whether answers may be shared by links that need no key; off unless an owner enables it. */
  readonly shareLinks?: boolean
}

export const ORGANIZATION_STATUSES = ['active', 'suspended', 'inactive'] as const
export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number]

export const SUBSCRIPTIONS = ['active', 'none', 'past_due', 'canceled'] as const
export type Subscription = (typeof SUBSCRIPTIONS)[number]

/**
 * Limits that can be set per organization: requests per minute, hour and 30 days, concurrent questions, connected databases,
 * questions and indexing runs per billing period, and tokens of language models per calendar month (UTC).
 */
export const LIMIT_NAMES = [
  'per_minute',
  'per_hour',
  'per_month',
  'concurrent',
  'databases',
  'questions_per_month',
  'indexing_per_month',
  'tokens_per_month',
] as const
export type LimitName = (typeof LIMIT_NAMES)[number]

export type OrganizationLimits = { readonly [Name in LimitName]?: number }

/** Limits to set; null restores that of the plan, absent ones are unchanged. */
export type LimitsChange = { readonly [Name in LimitName]?: number | null }

/** Colours, logos and widget theme for custom UIs (specification, section Branding; snake_case as on the wire). */
export interface Branding {
  readonly colors: {
    readonly primary: string
    readonly secondary: string
    readonly accent: string
    readonly text_primary: string
    readonly text_secondary: string
  }
  readonly logo_url: string
  readonly logo_dark_url: string
  readonly widget_theme: {
    readonly position: string
    readonly greeting_message: string
    readonly placeholder_text: string
    readonly header_color: string
  }
  readonly hide_service_branding: boolean
}

export const DEFAULT_BRANDING: Branding = {
  colors: {
    primary: '#1f6f5c',
    secondary: '#14342b',
    accent: '#f2a541',
    text_primary: '#1b1b1b',
    text_secondary: '#5c6662',
  },
  logo_url: '',
  logo_dark_url: '',
  widget_theme: {
    position: 'bottom-right',
    greeting_message: 'Hello! Ask me about your data.',
    placeholder_text: 'Type your question …',
    header_color: '#1f6f5c',
  },
  hide_service_branding: false,
}
