import type { Caller } from '../../../access/rules/caller.ts'
import type { Json } from '../../../platform/values/json.ts'

/**
 * Who made a change: an API key, a user of the portal (with the address at that time), an operator at a terminal, the
 * service itself, or the payment processor.
 */
export type Actor =
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'user'; readonly id: number; readonly email?: string }
  | { readonly kind: 'command' }
  | { readonly kind: 'service' }
  | { readonly kind: 'processor' }

/** One field that a change has set. */
export interface AuditChange {
  readonly field: string
  /** Absent if the value is secret or long. */
  readonly value?: Json
}

/**
 * State of a change. An entry is written as `begun` before the change and becomes `done`, or `refused` if nothing was
 * changed. An entry that stays `begun` was interrupted by a failure of the process or the store: its change may or may
 * not have been made.
 */
export const AUDIT_OUTCOMES = ['begun', 'done', 'refused'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

/**
 * An audit entry: who changed what, and when. It contains no secrets, and only its outcome and `changes` found by the
 * write are updated.
 */
export interface AuditEntry {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly outcome: AuditOutcome
  readonly actor: Actor
  /** What was done, in the past tense: `database.created`. */
  readonly action: AuditAction
  /** The id of the changed object. */
  readonly subject: string
  readonly changes: readonly AuditChange[]
  /** Trace id of the request; absent at a terminal. */
  readonly traceId?: string
}

/** The log for changes that outlive their organization, such as its removal: no organization has this number. */
export const INSTALLATION = { organizationId: 0 } as const

/** Filters, combined with AND. */
export interface AuditFilter {
  readonly action?: AuditAction | undefined
  /** A kind of actor, or the id of a key or of a user. */
  readonly actor?: string | undefined
  readonly subject?: string | undefined
  /** ISO 8601: inclusive start, exclusive end. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

export const ACTOR_KINDS = [
  'key',
  'user',
  'command',
  'service',
  'processor',
] as const satisfies readonly Actor['kind'][]

/** Whether a text has the form of an action; unknown actions are accepted, because old entries may have them. */
export const isAuditAction = (text: string): text is AuditAction => /^[a-z_]{1,50}\.[a-z_]{1,50}$/.test(text)

export type AuditAction = `${string}.${string}`

/** The audited object and fields of a change. */
type Recorded = Pick<AuditEntry, 'subject' | 'changes'>

/**
 * Performs a change between the two writes of its entry.
 * @param write the change, and nothing else; it throws a Problem if it is refused
 * @param found changes that are known only afterwards
 */
export type Recorder = <Value>(
  recorded: Recorded,
  write: () => Promise<Value>,
  found?: (value: Value) => readonly AuditChange[],
) => Promise<Value>

/** The actor of a request. @param person the logged-in user, if any */
export const actorOf = (
  { keyId, userId }: Pick<Caller, 'keyId' | 'userId'>,
  person?: { readonly user: { readonly email: string } },
): Actor =>
  keyId === undefined
    ? { kind: 'user', id: userId, ...(person && { email: person.user.email }) }
    : { kind: 'key', id: keyId }

/** The id of an actor; undefined for kinds without one. */
const actorId = (actor: Actor): string | undefined => ('id' in actor ? String(actor.id) : undefined)

/** An actor as shown in the API and at a terminal. */
export const displayedActor = (actor: Actor) => ({
  kind: actor.kind,
  id: actorId(actor) ?? null,
  email: actor.kind === 'user' ? (actor.email ?? null) : null,
})

const VALUE_LENGTH_MAX = 300

/** The changes of the given fields, without undefined ones. @param secret fields whose values are not recorded */
export const changesOf = (
  fields: Readonly<Record<string, Json | undefined>>,
  secret: readonly string[] = [],
): readonly AuditChange[] =>
  Object.entries(fields).flatMap(([field, value]) => {
    if (value === undefined) return []
    const isShown = !secret.includes(field) && JSON.stringify(value).length <= VALUE_LENGTH_MAX
    return [isShown ? { field, value } : { field }]
  })
