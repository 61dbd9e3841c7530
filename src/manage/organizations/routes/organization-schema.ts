import { z } from 'zod'
import { ORGANIZATION_STATUSES, PLANS, SUBSCRIPTIONS } from '../../../access/rules/organization.ts'
import { nameText } from '../../../http/name-text.ts'
import { billingFields } from '../../billing/routes/billing-schema.ts'

/** A limit of an organization and its current usage. */
export const LimitUsage = z
  .object({
    allowed: z.int().nullable(),
    by: z.enum(['plan', 'organization', 'service']).meta({
      description:
        '`plan`: set by the plan. `organization`: set for this organization. `service`: the same for all organizations.',
    }),
    used: z.int().nullable().meta({ description: 'Null if it is not counted.' }),
    resets_at: z.iso.datetime({ precision: 3 }).nullable().meta({
      description:
        'When capacity becomes available again; null if nothing is used, or if it does not become available over time.',
    }),
  })
  .meta({ id: 'Usage' })

const count = z.int().min(0)

const tokens = z.object({
  input_tokens: count,
  cached_input_tokens: count,
  output_tokens: count,
  calls: count,
  cost_usd_micros: count.meta({ description: 'Cost in millionths of a US dollar, of calls with a known price.' }),
  unpriced_calls: count.meta({ description: 'Calls without a known price; they are not included in the cost.' }),
})

const modelUsage = tokens
  .extend({
    month: z.string().meta({ description: 'The calendar month in UTC, such as `2026-11`.' }),
    models: z.array(tokens.extend({ model: z.string() })).readonly(),
  })
  .meta({ id: 'ModelUsage', description: 'Language model usage of this month; reasoning tokens count as output.' })

/** The caller's organization. */
export const OrganizationItem = z
  .object({
    id: z.int(),
    name: z.string(),
    plan: z.enum(PLANS),
    status: z.enum(ORGANIZATION_STATUSES),
    subscription: z.enum(SUBSCRIPTIONS).meta({ description: 'The status that follows from `billing`.' }),
    billing: z.object(billingFields),
    features: z.array(z.string()),
    share_links: z.boolean().meta({ description: 'Whether answers may be shared by links that require no key.' }),
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
          'The limits; null: unlimited. A month is 30 days; for tokens, the calendar month in UTC; for questions and indexing, the billing period (`GET /usage`).',
      }),
    usage: z
      .object({
        requests_per_minute: LimitUsage,
        requests_per_hour: LimitUsage,
        requests_per_month: LimitUsage,
        concurrent_requests: LimitUsage,
        databases: LimitUsage,
        questions_per_month: LimitUsage,
        indexing_per_month: LimitUsage,
        tokens_per_month: LimitUsage,
        conversation_questions_per_minute: LimitUsage,
        conversation_questions_per_hour: LimitUsage,
      })
      .meta({ description: 'The same limits, with the source and the current usage of each, including this request.' }),
    model_usage: modelUsage,
  })
  .meta({ id: 'Organization' })

/** Body of the request to remove an organization. */
export const OrganizationRemoval = z
  .strictObject({
    confirm: z
      .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text') })
      .meta({ description: 'The exact name of the organization.' }),
    organization_id: z.int('must be an organization number').min(1, 'must be an organization number').optional().meta({
      description:
        'A safeguard if you have keys of several organizations: if the key belongs to a different one, nothing is removed (404).',
    }),
  })
  .meta({ id: 'OrganizationRemoval' })

const BY_OPERATORS = 'can only be changed by the operator of the service'
const operatorOnly = z.null(BY_OPERATORS).optional()

/** The fields that an owner or manager may change. */
export const OrganizationPatch = z
  .strictObject({
    name: nameText.optional(),
    share_links: z
      .boolean('must be true or false')
      .optional()
      .meta({ description: 'Disabling this permanently revokes all share links of the organization.' }),
    id: operatorOnly,
    plan: operatorOnly,
    status: operatorOnly,
    subscription: operatorOnly,
    billing: operatorOnly,
    features: operatorOnly,
    limits: operatorOnly,
  })
  .meta({ id: 'OrganizationPatch' })
