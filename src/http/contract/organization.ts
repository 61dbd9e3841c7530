import { z } from 'zod'
import { displayName } from '../../domain/access/display-name.ts'
import { ORGANIZATION_STATUSES, PLANS, SUBSCRIPTIONS } from '../../domain/access/organization.ts'

const NAME = 'must have 1 to 200 characters that can be seen'

/** What people call a thing. */
export const nameText = z
  .string(NAME)
  .refine((text) => displayName(text) !== undefined, NAME)
  .transform((text) => displayName(text) ?? text)

/** The caller's organization. */
export const OrganizationItem = z
  .object({
    id: z.int(),
    name: z.string(),
    plan: z.enum(PLANS),
    status: z.enum(ORGANIZATION_STATUSES),
    subscription: z.enum(SUBSCRIPTIONS),
    features: z.array(z.string()),
    limits: z.object({
      requests_per_minute: z.int(),
      requests_per_hour: z.int(),
      concurrent_requests: z.int(),
      databases: z.int(),
      indexing_per_month: z.int(),
    }),
  })
  .meta({ id: 'Organization' })

const BY_OPERATORS = 'is changed by whoever operates the service'
const notHere = z.null(BY_OPERATORS).optional()

/** What an organization may change of itself. */
export const OrganizationPatch = z
  .strictObject({
    ...{ name: nameText.optional(), id: notHere, plan: notHere, status: notHere },
    ...{ subscription: notHere, features: notHere, limits: notHere },
  })
  .meta({ id: 'OrganizationPatch' })
