import { type AuditAction, type AuditChange, changesOf } from '../manage/audit/rules/audit.ts'
import { Problem } from '../platform/problems/problem.ts'
import type { Json } from '../platform/values/json.ts'
import { CommandFailed } from './command-failed.ts'
import type { Operator } from './with-store.ts'

interface ChangeEntry {
  readonly organizationId: number
  readonly action: AuditAction
  /** The id of the changed object. */
  readonly subject: string
  readonly fields?: Readonly<Record<string, Json | undefined>>
  /** Names of fields whose values are not recorded. */
  readonly secret?: readonly string[]
}

/**
 * Makes a change of a command with an entry in the audit log, which is stored before the change and completed after it.
 *
 * @param write only the change; throws a CommandFailed or a Problem if it is refused
 * @param found returns fields that are known only after the change
 */
export const recordChange = async <Value>(
  { store }: { readonly store: Pick<Operator['store'], 'audit'> },
  { organizationId, action, subject, fields = {}, secret }: ChangeEntry,
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
