import type { QuotaName } from '../../../access/rules/quota.ts'

/** What an organization can be told of. */
export const WEBHOOK_EVENT_TYPES = [
  ...(['turn.completed', 'turn.failed', 'quota.near', 'database.drifted', 'pattern.failed'] as const),
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]

interface Happened<Type extends string, Data> {
  /** The same however often it is told, and no other event's of any organization: whoever hears of it twice knows it by this. */
  readonly id: string
  readonly type: Type
  /** When it happened: ISO 8601, UTC. */
  readonly timestamp: string
  /** As it is sent: ids, states, times and numbers. Never a question, a row, a name, or anything of a tenant. */
  readonly data: Data
}

/** A question that has ended. Who in the organization's product has asked it is no part of it. */
export interface EndedTurnData {
  readonly turn_id: string
  readonly conversation_id: string
  readonly database_id: string
  /** ISO 8601, UTC. */
  readonly asked_at: string
  readonly execution_time_ms: number
}

export interface FailedTurnData extends EndedTurnData {
  /** As `error_code` of the answer has it. */
  readonly error_code: string
}

/** A quota that is nearly used up: 80 % of it. */
export interface QuotaNearData {
  readonly quota: QuotaName
  /** The first day of the billing period, and of tokens that of the month: `2026-11-01`. */
  readonly period: string
  readonly used: number
  readonly limit: number
}

export interface DriftedData {
  readonly database_id: string
  /** The job that found it, whose result says where. */
  readonly job_id: string
  /** In how many places policy and database have grown apart. */
  readonly places: number
}

/** A verified query that could not be run for a question. */
export interface FailedPatternData {
  readonly pattern_id: string
  readonly database_id: string
  readonly turn_id: string
}

/** Something that happened to an organization, as its webhooks are told of it. */
export type WebhookEvent =
  | Happened<'turn.completed', EndedTurnData>
  | Happened<'turn.failed', FailedTurnData>
  | Happened<'quota.near', QuotaNearData>
  | Happened<'database.drifted', DriftedData>
  | Happened<'pattern.failed', FailedPatternData>

/** What is sent where somebody tries a webhook. */
export type WebhookTest = Happened<'webhook.test', { readonly webhook_id: string }>

/** The body of a delivery, the same text in each attempt. */
export const webhookPayload = ({ type, timestamp, data }: WebhookEvent | WebhookTest): string =>
  JSON.stringify({ type, timestamp, data })

/** A question that was answered, or to which it was said why not. */
export const turnCompleted = (timestamp: string, data: EndedTurnData): WebhookEvent => ({
  id: `evt_${data.turn_id}`,
  type: 'turn.completed',
  timestamp,
  data,
})

/** A question that ended with a problem. */
export const turnFailed = (timestamp: string, data: FailedTurnData): WebhookEvent => ({
  id: `evt_${data.turn_id}`,
  type: 'turn.failed',
  timestamp,
  data,
})

/** A database whose policy no longer fits it, as a job has found. */
export const databaseDrifted = (timestamp: string, data: DriftedData): WebhookEvent => ({
  id: `evt_${data.job_id}`,
  type: 'database.drifted',
  timestamp,
  data,
})

/** A verified query that failed, by the first question that showed it. */
export const patternFailed = (timestamp: string, data: FailedPatternData): WebhookEvent => ({
  id: `evt_${data.pattern_id}_${data.turn_id}`,
  type: 'pattern.failed',
  timestamp,
  data,
})

/** What somebody sends an endpoint to try it. */
export const webhookTest = (id: string, timestamp: string, webhookId: string): WebhookTest => ({
  id,
  type: 'webhook.test',
  timestamp,
  data: { webhook_id: webhookId },
})

/**
 * A quota that is nearly used up. Its id is that of organization, quota and period: told twice, it is one event, and a receiver
 * of several organizations takes none for another's.
 */
export const quotaNear = (organizationId: number, timestamp: string, data: QuotaNearData): WebhookEvent => ({
  id: `evt_${organizationId}_${data.quota}_${data.period}`,
  type: 'quota.near',
  timestamp,
  data,
})
