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
  /** What came of fetching its logos; absent where none was fetched. */
  readonly logos?: Logos
  /** Active unless said otherwise; any other is let in nowhere. */
  readonly status?: OrganizationStatus
  /** What an operator has said of its subscription; absent: `billing` says it. */
  readonly subscription?: Subscription
  /** What was bought, or agreed for some time; absent: nothing, and it is let in. */
  readonly billing?: Billing
  /** In place of those of its plan. */
  readonly limits?: OrganizationLimits
  /** The people who own it and have taken that on. One who is not in here is no owner, whatever else says so. */
  readonly owners?: readonly number[]
  /** Day of the month (UTC) on which its billing periods begin; the first unless said otherwise. */
  readonly billingDay?: number
  /** Whether answers may be shared by links that need no key; off unless its owners switch it on. */
  readonly shareLinks?: boolean
}

export const ORGANIZATION_STATUSES = ['active', 'suspended', 'inactive'] as const
export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number]

export const SUBSCRIPTIONS = ['active', 'none', 'past_due', 'canceled'] as const
export type Subscription = (typeof SUBSCRIPTIONS)[number]

/**
 * What an organization may have a limit of its own for: requests a minute, an hour and 30 days, questions that are answered
 * at once, connected databases, questions and runs of indexing in a billing period, and tokens of language models in a month
 * of the calendar (UTC).
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

/** Limits to be set; null brings that of the plan back, and what is absent stays. */
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

/** What an organization has that has chosen nothing. */
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
