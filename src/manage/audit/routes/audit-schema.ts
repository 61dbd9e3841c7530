import { z } from 'zod'
import { once, PageQuery } from '../../../http/input.ts'
import { ACTOR_KINDS, AUDIT_OUTCOMES, isAuditAction } from '../rules/audit.ts'

/** An entry of the audit log. */
export const AuditItem = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime({ precision: 3 }),
    outcome: z.enum(AUDIT_OUTCOMES).meta({
      description:
        '`done`: the change was made. `refused`: it was not made. `begun`: it is in progress, or was interrupted by a failure of the process or the store and may have been made.',
    }),
    actor: z.object({
      kind: z.enum(ACTOR_KINDS),
      /** Null for `command` (an operator at a terminal), `service`, and `processor` (of payments). */
      id: z.string().nullable(),
      /** The user's address at that time. */
      email: z.string().nullable(),
    }),
    action: z.string(),
    subject_id: z.string(),
    changes: z.array(
      z.object({
        field: z.string(),
        /** Absent if the value is secret or long. */
        value: z.unknown().optional(),
      }),
    ),
    trace_id: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })

const ACTION = 'must have the form database.created'
const ID_LENGTH_MAX = 255
const id = once.min(1).max(ID_LENGTH_MAX)
const moment = (description: string) =>
  z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text).toISOString())
    .optional()
    .meta({ description })

/** Filters, combined with AND. */
export const AuditQuery = PageQuery.extend({
  action: once
    .refine(isAuditAction, ACTION)
    .transform((text) => (isAuditAction(text) ? text : undefined))
    .optional()
    .meta({ description: 'An action such as `database.created`. An unknown action matches no entries.' }),
  actor: id.optional().meta({
    description: 'The id of an API key or user, or one of `key`, `user`, `command`, `service` and `processor`.',
  }),
  subject_id: id.optional().meta({ description: 'The id of the changed object.' }),
  since: moment('Entries at or after this time.'),
  until: moment('Entries before this time.'),
}).refine(({ since, until }) => since === undefined || until === undefined || since < until, {
  path: ['until'],
  error: 'must be after since',
})
