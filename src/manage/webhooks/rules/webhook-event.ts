import type { QuotaName } from '../../../access/rules/quota.ts'

export const WEBHOOK_EVENT_TYPES = [
  'turn.completed',
  'turn.failed',
  'quota.near',
  'database.drifted',
  'pattern.failed',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]

interface EventOf<Type extends string, Data> {
  /** Equal for repeated deliveries and unique among all organizations, so that receivers can discard duplicates. */
  readonly id: string
  readonly type: Type
  /** Time of the event: ISO 8601, UTC. */
  readonly timestamp: string
  /** As sent: ids, states, times and numbers. Never a question, a row, a name, or data of a tenant. */
  readonly data: Data
}

/** An ended turn, without the end user who asked. */
interface EndedTurnData {
  readonly turn_id: string
  readonly conversation_id: string
  readonly database_id: string
  /** ISO 8601, UTC. */
  readonly asked_at: string
  readonly execution_time_ms: number
}

interface FailedTurnData extends EndedTurnData {
  /** The `error_code` of the answer. */
  readonly error_code: string
}

/** A quota of which 80 % is used. */
interface QuotaNearData {
  readonly quota: QuotaName
  /** The first day of the billing period, or of the month for tokens: `2026-11-01`. */
  readonly period: string
  readonly used: number
  readonly limit: number
}

interface DriftedData {
  readonly database_id: string
  /** The job that found the drift; its result contains the details. */
  readonly job_id: string
  /** Number of differences between policy and database. */
  readonly places: number
}

/** A verified query that could not be run for a question. */
interface FailedPatternData {
  readonly pattern_id: string
  readonly database_id: string
  readonly turn_id: string
}

/** An event of an organization, as sent to its webhooks. */
export type WebhookEvent =
  | EventOf<'turn.completed', EndedTurnData>
  | EventOf<'turn.failed', FailedTurnData>
  | EventOf<'quota.near', QuotaNearData>
  | EventOf<'database.drifted', DriftedData>
  | EventOf<'pattern.failed', FailedPatternData>

/** The event that a test of a webhook sends. */
export type WebhookTest = EventOf<'webhook.test', { readonly webhook_id: string }>

/** The body of a delivery, identical in each attempt. */
export const webhookPayload = ({ type, timestamp, data }: WebhookEvent | WebhookTest): string =>
  JSON.stringify({ type, timestamp, data })

/** A turn that ended with an answer or a reasoned refusal. */
export const turnCompleted = (timestamp: string, data: EndedTurnData): WebhookEvent => ({
  id: `evt_${data.turn_id}`,
  type: 'turn.completed',
  timestamp,
  data,
})

export const turnFailed = (timestamp: string, data: FailedTurnData): WebhookEvent => ({
  id: `evt_${data.turn_id}`,
  type: 'turn.failed',
  timestamp,
  data,
})

/** A database that no longer matches its policy. */
export const databaseDrifted = (timestamp: string, data: DriftedData): WebhookEvent => ({
  id: `evt_${data.job_id}`,
  type: 'database.drifted',
  timestamp,
  data,
})

/** A verified query that failed, identified by the first turn in which it did. */
export const patternFailed = (timestamp: string, data: FailedPatternData): WebhookEvent => ({
  id: `evt_${data.pattern_id}_${data.turn_id}`,
  type: 'pattern.failed',
  timestamp,
  data,
})

export const webhookTest = (id: string, timestamp: string, webhookId: string): WebhookTest => ({
  id,
  type: 'webhook.test',
  timestamp,
  data: { webhook_id: webhookId },
})

/**
 * A quota that is nearly used up. The id contains organization, quota and period, so that a repeated report is the same event,
 * also for receivers of several organizations.
 */
export const quotaNear = (organizationId: number, timestamp: string, data: QuotaNearData): WebhookEvent => ({
  id: `evt_${organizationId}_${data.quota}_${data.period}`,
  type: 'quota.near',
  timestamp,
  data,
})
