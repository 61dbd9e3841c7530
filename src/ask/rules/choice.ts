import type { Caller } from '../../access/rules/caller.ts'

/** One reading of a question, offered to the user. A type and not an interface: it is stored as JSON. */
export type Choice = {
  /** The reading in plain words, beginning with its difference from the other choices. */
  readonly label: string
  /** A question that, asked word for word, is answered by exactly this reading. */
  readonly question: string
}

/** More choices cannot be compared at a glance. */
export const CHOICES_MAX = 3

/** A choice as a line of a reply, numbered from 1, for clients that do not support choices. */
export const choiceLine = ({ label }: Choice, index: number): string => `${index + 1}. ${label}`

/** The choices that ended the last turn of a conversation. Plain data: it is stored as JSON. */
export interface Offer {
  /** The ambiguous question. */
  readonly question: string
  /** The questions of its choices. */
  readonly choices: readonly string[]
  /** Who they were offered to (`askerOf`). */
  readonly asker: string
}

/** Distinguishes callers of one conversation: key or user, with tenant and scope. */
export const askerOf = ({ kind, keyId, userId, tenantId, scopeId }: Caller): string =>
  JSON.stringify([kind, keyId ?? userId, tenantId ?? null, scopeId ?? null])

/**
 * The ambiguous question that this question answers: a choice is taken when the same caller asks its question next,
 * word for word.
 *
 * @returns undefined if the question is none of the choices
 */
export const clarifiedQuestion = (offer: Offer | undefined, question: string, caller: Caller): string | undefined =>
  offer !== undefined && offer.asker === askerOf(caller) && offer.choices.includes(question)
    ? offer.question
    : undefined
