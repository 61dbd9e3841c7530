import type { Caller } from '../../access/rules/caller.ts'

/** One reading of a question, offered to its asker. A type and not an interface: it is stored as JSON. */
export type Choice = {
  /** The reading in plain words; what tells it from the other choices comes first. */
  readonly label: string
  /** Asked word for word, it is answered by exactly this reading. */
  readonly question: string
}

/** More than these nobody compares at a glance. */
export const CHOICES_MAX = 3

/** The choices as lines of a reply, numbered from 1: clients that know no choices show them all the same. */
export const choiceLine = ({ label }: Choice, index: number): string => `${index + 1}. ${label}`

/** The choices that ended the last turn of a conversation. Plain data: it is stored as JSON. */
export interface Offer {
  /** The question that could be read in several ways. */
  readonly question: string
  /** The questions of its choices. */
  readonly choices: readonly string[]
  /** The asker that they were offered to (`askerOf`). */
  readonly asker: string
}

/** Tells callers of one conversation apart: keys and people, with tenant and scope. */
export const askerOf = ({ kind, keyId, userId, tenantId, scopeId }: Caller): string =>
  JSON.stringify([kind, keyId ?? userId, tenantId ?? null, scopeId ?? null])

/**
 * The question that another one clarifies: a choice is taken when its asker asks it next, word for word.
 *
 * @returns undefined where the question is none of the choices
 */
export const clarifiedBy = (offer: Offer | undefined, question: string, caller: Caller): string | undefined =>
  offer !== undefined && offer.asker === askerOf(caller) && offer.choices.includes(question)
    ? offer.question
    : undefined
