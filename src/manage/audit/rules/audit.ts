import type { Caller } from '../../../access/rules/caller.ts'
import type { Json } from '../../../platform/values/json.ts'

/**
 * Who changed something: a key, a user of the portal (with the address of then), whoever operates the installation at a
 * terminal, the service by itself, or the payment processor, of what is bought there.
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
 * How far a change has come. An entry is written as `begun` before anything is changed, and says afterwards that the
 * change is `done`, or that it was `refused` and nothing is changed. One that stays `begun` was cut off, with its process
 * or with the store: whether its change took place is not known.
 */
export const AUDIT_OUTCOMES = ['begun', 'done', 'refused'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

/** A change of what an organization has: by whom, what, and when. It holds no secret; nothing but its outcome changes. */
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

/** The id of who changed something; undefined for whom there is one only. */
export const actorId = (actor: Actor): string | undefined => ('id' in actor ? String(actor.id) : undefined)

/** An actor as whoever reads the log sees it, in the API and at a terminal alike. */
export const shownActor = (actor: Actor) => ({
  kind: actor.kind,
  id: actorId(actor) ?? null,
  email: actor.kind === 'user' ? (actor.email ?? null) : null,
})

const VALUE_LENGTH_MAX = 300

/**
 * The changes that the given fields make, undefined ones left out.
 *
 * @param secret the fields whose values nobody may read here
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
