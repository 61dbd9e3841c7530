import type { Caller } from '../../../access/rules/caller.ts'
import type { Json } from '../../../platform/values/json.ts'

/**
 * Who made a change: a key, a user (with their address at the time), an operator at a terminal, the service itself, or
 * the payment processor.
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
  /** Absent where it is secret or long: then the name says enough. */
  readonly value?: Json
}

/**
 * The state of a change. An entry is written as `begun` before the change, and becomes `done`, or `refused` when
 * nothing was changed. One that stays `begun` was cut off by a crash: whether its change took place is unknown.
 */
export const AUDIT_OUTCOMES = ['begun', 'done', 'refused'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

/** A change in an organization: its author, action and time. It holds no secret; only its outcome changes. */
export interface AuditEntry {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly outcome: AuditOutcome
  readonly actor: Actor
  /** What was done, in the past tense: `database.created`. */
  readonly action: AuditAction
  /** The id of what it was done to. */
  readonly subject: string
  readonly changes: readonly AuditChange[]
  /** Of the request; absent at a terminal. */
  readonly traceId?: string
}

/** Whose log it is where something is done to an organization that will be gone: no organization has this number. */
export const INSTALLATION = { organizationId: 0 } as const

/** Which entries are asked for: those that are all of it. */
export interface AuditFilter {
  readonly action?: AuditAction | undefined
  /** A kind of actor, or the id of a key or of a user. */
  readonly actor?: string | undefined
  readonly subject?: string | undefined
  /** ISO 8601: not before, and before. */
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

/** Whether a text is written as actions are, whether or not there is such an action: older entries have theirs. */
export const isAuditAction = (text: string): text is AuditAction => /^[a-z_]{1,50}\.[a-z_]{1,50}$/.test(text)

export type AuditAction = `${string}.${string}`

/** What a change is of, before it is made. */
export type Recorded = Pick<AuditEntry, 'subject' | 'changes'>

/**
 * Makes a change between the two writes of its entry.
 *
 * @param write the change, and nothing else; it throws a Problem where it is refused
 * @param found what is known of it only afterwards
 */
export type Recorder = <Value>(
  recorded: Recorded,
  write: () => Promise<Value>,
  found?: (value: Value) => readonly AuditChange[],
) => Promise<Value>

/** Who makes a request. @param person of one who has logged in */
export const actorOf = (
  { keyId, userId }: Pick<Caller, 'keyId' | 'userId'>,
  person?: { readonly user: { readonly email: string } },
): Actor =>
  keyId === undefined
    ? { kind: 'user', id: userId, ...(person && { email: person.user.email }) }
    : { kind: 'key', id: keyId }

/** The id of the actor; undefined for kinds with one actor only. */
export const actorId = (actor: Actor): string | undefined => ('id' in actor ? String(actor.id) : undefined)

/** An actor as the audit log shows it, in the API and at a terminal alike. */
export const shownActor = (actor: Actor) => ({
  kind: actor.kind,
  id: actorId(actor) ?? null,
  email: actor.kind === 'user' ? (actor.email ?? null) : null,
})

const VALUE_LENGTH_MAX = 300

/**
 * The changes that the given fields make, undefined ones left out.
 *
 * @param secret fields whose values are not recorded
 */
export const changesOf = (
  fields: Readonly<Record<string, Json | undefined>>,
  secret: readonly string[] = [],
): readonly AuditChange[] =>
  Object.entries(fields).flatMap(([field, value]) => {
    if (value === undefined) return []
    const isShown = !secret.includes(field) && JSON.stringify(value).length <= VALUE_LENGTH_MAX
    return [isShown ? { field, value } : { field }]
  })
