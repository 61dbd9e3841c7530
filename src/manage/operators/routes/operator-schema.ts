import { z } from 'zod'
import { PLANS } from '../../../access/rules/organization.ts'
import { TURN_STATUSES } from '../../../ask/rules/turn-event.ts'
import { TURN_STATES } from '../../../ask/rules/turn-run.ts'
import { once } from '../../../http/input.ts'
import { LimitUsage } from '../../organizations/routes/organization-schema.ts'

const count = z.int().min(0)
const ms = count.meta({ description: 'In milliseconds.' })

/** A turn, without its rows. */
export const TurnItem = z
  .object({
    turn_id: z.string(),
    conversation_id: z.string(),
    organization_id: z.int().min(1),
    organization_name: z.string().nullable().meta({ description: 'Null if the organization was removed.' }),
    database_id: z.string(),
    database_name: z.string().nullable().meta({ description: 'Null if the database was disconnected.' }),
    state: z.enum(TURN_STATES),
    step: z
      .enum(TURN_STATUSES)
      .nullable()
      .meta({ description: 'The current step of a running turn; null if it is unknown.' }),
    problem: z.string().nullable().meta({ description: 'The name of the problem with which the turn ended.' }),
    message: z.string().nullable().meta({ description: 'The message that the user received.' }),
    advice: z.string().nullable().meta({ description: 'What an operator or manager can do about it.' }),
    question: z.string().nullable().meta({
      description:
        'The beginning of the question; null for operators, if questions are redacted (`TABLETALK_REDACT`), and after deletion.',
    }),
    started_at: z.iso.datetime({ precision: 3 }),
    ended_at: z.iso.datetime({ precision: 3 }).nullable(),
    elapsed_ms: ms,
    run_url: z
      .url()
      .nullable()
      .meta({ description: 'URL of the run in the Temporal UI; null if the service knows no Temporal UI.' }),
  })
  .meta({ id: 'TurnRun' })

const SECONDS_MAX = 86_400
const organizationId = once
  .regex(/^[1-9]\d{0,14}$/, 'must be an organization number')
  .transform(Number)
  .optional()

/** Filters of the list of turns, combined with AND. */
export const TurnQuery = z.strictObject({
  state: z.enum(TURN_STATES, `must be one of ${TURN_STATES.join(', ')}`).optional(),
  min_seconds: once
    .regex(/^\d{1,5}$/, `must be a whole number up to ${SECONDS_MAX}`)
    .transform(Number)
    .refine((seconds) => seconds <= SECONDS_MAX, `must be a whole number up to ${SECONDS_MAX}`)
    .optional()
    .meta({ description: 'Only turns that took, or have been running for, at least this long.' }),
  database_id: once.regex(/^[\w-]{1,100}$/, 'must be the id of a database').optional(),
  conversation_id: once.regex(/^[\w-]{1,100}$/, 'must be the id of a conversation').optional(),
  problem: once
    .regex(/^[a-z_]{1,60}$/, 'must be the name of a problem such as query_timeout')
    .optional()
    .meta({ description: 'Only turns that ended with this problem, by name.' }),
  organization_id: organizationId.meta({ description: 'For operators: only turns of this organization.' }),
  limit: once.optional().meta({ description: 'At most 100; by default 50.' }),
  cursor: once.optional().meta({ description: 'The cursor that the previous page returned.' }),
})

const PART_STATES = ['ok', 'warning', 'down', 'unused'] as const
const partState = z.enum(PART_STATES).meta({
  description: '`warning`: it answers, but needs attention. `unused`: not used by the current settings.',
})
const answeredMs = ms.nullable().meta({ description: 'Response time in milliseconds; null if there was no answer.' })

/** The health of the service components. */
export const ServiceHealth = z
  .object({
    checked_at: z.iso.datetime({ precision: 3 }),
    store: z.object({
      state: partState,
      answered_ms: answeredMs,
      missing_indexes: z.array(z.string()).readonly().meta({ description: 'Each with the reason and what to do.' }),
    }),
    temporal: z.object({
      state: partState,
      answered_ms: answeredMs,
      reason: z.string().nullable().meta({ description: 'Why Temporal does not answer, and what to do.' }),
    }),
    workers: z.object({
      state: partState,
      count: count.nullable().meta({ description: 'Worker processes that have polled for tasks recently.' }),
      waiting: count.nullable().meta({ description: 'Approximate number of tasks that no worker has started.' }),
      oldest_waiting_ms: ms.nullable(),
    }),
    redis: z.object({ state: partState, answered_ms: answeredMs }),
    planner: z.object({
      model: z.string().nullable().meta({ description: 'Null for the built-in planner, which needs no network.' }),
    }),
  })
  .meta({ id: 'ServiceHealth' })

export const LimitsQuery = z.strictObject({
  organization_id: organizationId.meta({ description: 'Only this organization, even if it has no running turns.' }),
})

/** Limits and usage of organizations. */
export const OrganizationLimits = z
  .object({
    organizations: z.array(
      z.object({
        organization_id: z.int().min(1),
        name: z.string(),
        plan: z.enum(PLANS),
        running: count.meta({ description: 'Running turns of the organization.' }),
        places: LimitUsage,
        questions: LimitUsage,
        requests_per_minute: LimitUsage,
        tokens: LimitUsage,
      }),
    ),
    truncated: z.boolean().meta({ description: 'Whether more organizations have running turns than are listed.' }),
  })
  .meta({
    id: 'OrganizationLimits',
    description:
      'Organizations with the most running turns first. `places`: concurrent turns; `questions`: in the billing period; `tokens`: in the calendar month.',
  })
