import { z } from 'zod'
import { ACTOR_KINDS, AUDIT_OUTCOMES, isAuditAction } from '../../../domain/access/audit.ts'
import { once, PageQuery } from '../../input.ts'

/** An entry of the audit log. */
export const AuditItem = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime({ precision: 3 }),
    outcome: z.enum(AUDIT_OUTCOMES).meta({
      description:
        '`done`: the change took place. `refused`: it did not. `begun`: it is being made, or was cut off with its process or the store, and may have taken place.',
    }),
    actor: z.object({
      kind: z.enum(ACTOR_KINDS),
      /** Null for `command`, whoever operates the installation, `service`, which acts by itself, and `processor`, of payments. */
      id: z.string().nullable(),
      /** Of people, as it was then. */
      email: z.string().nullable(),
    }),
    action: z.string(),
    subject_id: z.string(),
    changes: z.array(
      z.object({
        field: z.string(),
        /** Absent where it is secret or long. */
        value: z.unknown().optional(),
      }),
    ),
    trace_id: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })

const ACTION = 'must be written as database.created'
const ID_LENGTH_MAX = 255
const id = once.min(1).max(ID_LENGTH_MAX)
const moment = (description: string) =>
  z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text).toISOString())
    .optional()
    .meta({ description })

/** Which entries are asked for; those that are all of it are given. */
export const AuditQuery = PageQuery.extend({
  action: once
    .refine(isAuditAction, ACTION)
    .transform((text) => (isAuditAction(text) ? text : undefined))
    .optional()
    .meta({ description: 'As `database.created`. One that nobody took finds nothing.' }),
  actor: id
    .optional()
    .meta({ description: 'The id of a key or of a user, or `key`, `user`, `command`, `service` or `processor`.' }),
  subject_id: id.optional().meta({ description: 'The id of what was changed.' }),
  since: moment('Not before this moment.'),
  until: moment('Before this moment.'),
}).refine(({ since, until }) => since === undefined || until === undefined || since < until, {
  path: ['until'],
  error: 'must be after since',
})
