import { z } from 'zod'
import { PLANS } from '../../../domain/access/organization.ts'
import { TURN_STATUSES } from '../../../domain/ask/turn-event.ts'
import { TURN_STATES } from '../../../domain/ask/turn-run.ts'
import { once } from '../../input.ts'
import { LimitUsage } from '../organization/organization-schema.ts'

const count = z.int().min(0)
const ms = count.meta({ description: 'In milliseconds.' })

/** A turn, without its rows. */
export const TurnItem = z
  .object({
    turn_id: z.string(),
    conversation_id: z.string(),
    organization_id: z.int().min(1),
    organization_name: z.string().nullable().meta({ description: 'Null once it is removed.' }),
    database_id: z.string(),
    database_name: z.string().nullable().meta({ description: 'Null once it is disconnected.' }),
    state: z.enum(TURN_STATES),
    step: z
      .enum(TURN_STATUSES)
      .nullable()
      .meta({ description: 'What a running turn is at; null where that is not known.' }),
    problem: z.string().nullable().meta({ description: 'The name of the problem that it ended with.' }),
    message: z.string().nullable().meta({ description: 'What its reader was told.' }),
    advice: z.string().nullable().meta({ description: 'What whoever looks after the service can do.' }),
    question: z.string().nullable().meta({
      description:
        'Its beginning; null for operators, where questions are hidden (`TABLETALK_REDACT`), and once it is deleted.',
    }),
    started_at: z.iso.datetime({ precision: 3 }),
    ended_at: z.iso.datetime({ precision: 3 }).nullable(),
    elapsed_ms: ms,
    run_url: z
      .url()
      .nullable()
      .meta({ description: 'Its run in the UI of Temporal; null where the service knows of none.' }),
  })
  .meta({ id: 'TurnRun' })

const SECONDS_MAX = 86_400
const organizationId = once
  .regex(/^[1-9]\d{0,14}$/, 'must be the number of an organization')
  .transform(Number)
  .optional()

/** Which turns are asked for: those that are all of it. */
export const TurnQuery = z.strictObject({
  state: z.enum(TURN_STATES, `must be one of ${TURN_STATES.join(', ')}`).optional(),
  min_seconds: once
    .regex(/^\d{1,5}$/, `must be a whole number up to ${SECONDS_MAX}`)
    .transform(Number)
    .refine((seconds) => seconds <= SECONDS_MAX, `must be a whole number up to ${SECONDS_MAX}`)
    .optional()
    .meta({ description: 'Those that took, or have been running for, as long at least.' }),
  database_id: once.regex(/^[\w-]{1,100}$/, 'must be the id of a database').optional(),
  conversation_id: once.regex(/^[\w-]{1,100}$/, 'must be the id of a conversation').optional(),
  problem: once
    .regex(/^[a-z_]{1,60}$/, 'must be the name of a problem, as query_timeout')
    .optional()
    .meta({ description: 'The name of the problem that they ended with.' }),
  organization_id: organizationId.meta({ description: 'For operators: those of this organization alone.' }),
  limit: once.optional().meta({ description: 'At most 100; by default 50.' }),
  cursor: once.optional().meta({ description: 'That of the page before.' }),
})

const PART_STATES = ['ok', 'warning', 'down', 'unused'] as const
const partState = z.enum(PART_STATES).meta({
  description: '`warning`: it answers, and something is to be done. `unused`: the settings do without it.',
})
const answeredMs = ms
  .nullable()
  .meta({ description: 'How long it took to answer, in milliseconds; null where it did not.' })

/** How the parts of the service are. */
export const ServiceHealth = z
  .object({
    checked_at: z.iso.datetime({ precision: 3 }),
    store: z.object({
      state: partState,
      answered_ms: answeredMs,
      missing_indexes: z.array(z.string()).readonly().meta({ description: 'Of each, why, and what helps.' }),
    }),
    temporal: z.object({
      state: partState,
      answered_ms: answeredMs,
      reason: z.string().nullable().meta({ description: 'Why it does not answer, and what to do.' }),
    }),
    workers: z.object({
      state: partState,
      count: count.nullable().meta({ description: 'Worker processes that have asked for work of late.' }),
      waiting: count.nullable().meta({ description: 'Steps that no worker has begun, about.' }),
      oldest_waiting_ms: ms.nullable(),
    }),
    redis: z.object({ state: partState, answered_ms: answeredMs }),
    planner: z.object({
      model: z.string().nullable().meta({ description: 'Null: the built-in planner, which needs no network.' }),
    }),
  })
  .meta({ id: 'ServiceHealth' })

/** Of which organization the limits are asked for. */
export const LimitsQuery = z.strictObject({
  organization_id: organizationId.meta({ description: 'This one, whether or not anything runs for it.' }),
})

/** What is used of the limits of organizations. */
export const OrganizationLimits = z
  .object({
    organizations: z.array(
      z.object({
        organization_id: z.int().min(1),
        name: z.string(),
        plan: z.enum(PLANS),
        running: count.meta({ description: 'Turns that run for it now.' }),
        places: LimitUsage,
        questions: LimitUsage,
        requests_per_minute: LimitUsage,
        tokens: LimitUsage,
      }),
    ),
    truncated: z.boolean().meta({ description: 'Whether turns run for more organizations than are listed.' }),
  })
  .meta({
    id: 'OrganizationLimits',
    description:
      'Most turns first. `places`: turns that may run at once; `questions`: of the billing period; `tokens`: of the month of the calendar.',
  })
