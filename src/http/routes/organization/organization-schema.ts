import { z } from 'zod'
import { ORGANIZATION_STATUSES, PLANS, SUBSCRIPTIONS } from '../../../domain/access/organization.ts'
import { nameText } from '../../name-text.ts'
import { billingFields } from '../billing/billing-schema.ts'

/** A limit of an organization and what is used of it. */
export const LimitUsage = z
  .object({
    allowed: z.int().nullable(),
    by: z.enum(['plan', 'organization', 'service']).meta({
      description: '`plan`: its plan has it. `organization`: it was agreed with it. `service`: everyone has it.',
    }),
    used: z.int().nullable().meta({ description: 'Null where it is not counted.' }),
    resets_at: z.iso.datetime({ precision: 3 }).nullable().meta({
      description: 'When something of it is free again; null where nothing is used, or nothing becomes free by itself.',
    }),
  })
  .meta({ id: 'Usage' })

const count = z.int().min(0)

const tokens = z.object({
  ...{ input_tokens: count, cached_input_tokens: count, output_tokens: count, calls: count },
  cost_usd_micros: count.meta({ description: 'Millionths of a US dollar, of the calls that have a price.' }),
  unpriced_calls: count.meta({ description: 'Calls without a price: they are in no cost.' }),
})

const modelUsage = tokens
  .extend({
    month: z.string().meta({ description: 'Of the calendar, in UTC: `2026-11`.' }),
    models: z.array(tokens.extend({ model: z.string() })).readonly(),
  })
  .meta({ id: 'ModelUsage', description: 'What was spent on language models this month; reasoning is output.' })

/** The caller's organization. */
export const OrganizationItem = z
  .object({
    id: z.int(),
    name: z.string(),
    plan: z.enum(PLANS),
    status: z.enum(ORGANIZATION_STATUSES),
    subscription: z.enum(SUBSCRIPTIONS).meta({ description: 'What `billing` comes to now.' }),
    billing: z.object(billingFields),
    features: z.array(z.string()),
    share_links: z.boolean().meta({ description: 'Whether answers may be shared by links that need no key.' }),
    limits: z
      .object({
        requests_per_minute: z.int(),
        requests_per_hour: z.int(),
        requests_per_month: z.int().nullable(),
        concurrent_requests: z.int(),
        databases: z.int(),
        questions_per_month: z.int().nullable(),
        indexing_per_month: z.int(),
        tokens_per_month: z.int().nullable(),
        conversation_questions_per_minute: z.int(),
        conversation_questions_per_hour: z.int(),
      })
      .meta({
        description:
          'What is allowed; null: without a limit. A month is 30 days; of tokens that of the calendar, in UTC; of questions and indexing the billing period (`GET /usage`).',
      }),
    usage: z
      .object({
        ...{ requests_per_minute: LimitUsage, requests_per_hour: LimitUsage, requests_per_month: LimitUsage },
        ...{ concurrent_requests: LimitUsage, databases: LimitUsage, questions_per_month: LimitUsage },
        ...{ indexing_per_month: LimitUsage, tokens_per_month: LimitUsage },
        ...{ conversation_questions_per_minute: LimitUsage, conversation_questions_per_hour: LimitUsage },
      })
      .meta({ description: 'The same limits, with whose each is and what is used of it now, this request included.' }),
    model_usage: modelUsage,
  })
  .meta({ id: 'Organization' })

/** With what an organization is removed. */
export const OrganizationRemoval = z
  .strictObject({
    confirm: z
      .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text') })
      .meta({ description: 'The name of the organization, letter for letter.' }),
    organization_id: z
      .int('must be the number of an organization')
      .min(1, 'must be the number of an organization')
      .optional()
      .meta({
        description: 'For who holds keys of several: where the key is of another one, nothing is removed (404).',
      }),
  })
  .meta({ id: 'OrganizationRemoval' })

const BY_OPERATORS = 'is changed by whoever operates the service'
const notHere = z.null(BY_OPERATORS).optional()

/** What an organization may change of itself. */
export const OrganizationPatch = z
  .strictObject({
    name: nameText.optional(),
    share_links: z
      .boolean('must be true or false')
      .optional()
      .meta({ description: 'Switched off, every share link of the organization ends for good.' }),
    ...{ id: notHere, plan: notHere, status: notHere },
    ...{ subscription: notHere, billing: notHere, features: notHere, limits: notHere },
  })
  .meta({ id: 'OrganizationPatch' })
