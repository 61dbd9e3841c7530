import { z } from 'zod'
import { AUDIT_OUTCOMES } from '../../domain/access/audit.ts'

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
      kind: z.enum(['key', 'user', 'command']),
      /** Null for `command`: whoever operates the installation. */
      id: z.string().nullable(),
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
