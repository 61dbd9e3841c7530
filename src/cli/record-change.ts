import { type AuditAction, type AuditChange, changesOf } from '../domain/access/audit.ts'
import type { Json } from '../domain/json.ts'
import { Problem } from '../domain/problem.ts'
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
 * Makes a change at a terminal, between the two writes of its entry in the audit log of an organization. A Ctrl-C that
 * comes meanwhile leaves nothing half made: the change is made, and what it has given is shown. A second one ends it.
 *
 * @param write the change, and nothing else; it throws a CommandFailed or a Problem where it is refused
 * @param found what is known of it only afterwards
 */
export const recordChange = async <Value>(
  { store }: { readonly store: Pick<Operator['store'], 'audit'> },
  { organizationId, action, subject, fields = {}, secret }: Told,
  write: () => Promise<Value>,
  found?: (value: Value) => readonly AuditChange[],
): Promise<Value> => {
  const heard = () => process.stderr.write('\nWaiting for the change to finish. Press Ctrl-C again to abort it.\n')
  process.once('SIGINT', heard)
  try {
    return await store.audit.record(
      { organizationId },
      { actor: { kind: 'command' }, action, subject, changes: changesOf(fields, secret) },
      {
        ...{ write, isRefusal: (error: unknown) => error instanceof CommandFailed || error instanceof Problem },
        ...(found && { found }),
      },
    )
  } finally {
    process.off('SIGINT', heard)
  }
}
