import { type AuditAction, type AuditChange, changesOf } from '../manage/audit/rules/audit.ts'
import { Problem } from '../platform/problems/problem.ts'
import type { Json } from '../platform/values/json.ts'
import { CommandFailed } from './command-failed.ts'
import type { Operator } from './with-store.ts'

interface Told {
  readonly organizationId: number
  readonly action: AuditAction
  /** The id of what is changed. */
  readonly subject: string
  readonly fields?: Readonly<Record<string, Json | undefined>>
  /** Of the fields, those whose values nobody may read. */
  readonly secret?: readonly string[]
}

/**
 * Makes a change at a terminal, between the two writes of its entry in the audit log of an organization.
 *
 * @param write the change, and nothing else; it throws a CommandFailed or a Problem where it is refused
 * @param found what is known of it only afterwards
 */
export const recordChange = async <Value>(
  { store }: { readonly store: Pick<Operator['store'], 'audit'> },
  { organizationId, action, subject, fields = {}, secret }: Told,
  write: () => Promise<Value>,
  found?: (value: Value) => readonly AuditChange[],
): Promise<Value> =>
  await store.audit.record(
    { organizationId },
    { actor: { kind: 'command' }, action, subject, changes: changesOf(fields, secret) },
    {
      write,
      isRefusal: (error: unknown) => error instanceof CommandFailed || error instanceof Problem,
      ...(found && { found }),
    },
  )
