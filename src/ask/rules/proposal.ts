import type { ProposedEntry } from '../../manage/glossary/rules/proposal.ts'
import { PATTERN_LENGTHS, type Pattern } from '../../manage/patterns/rules/pattern.ts'
import { hiddenConstants } from '../../manage/patterns/rules/template/masked-example.ts'
import type { Json } from '../../platform/values/json.ts'
import type { Message } from './history/message.ts'

/** What is proposed to those who manage an organization, by its kind. No planner sees it. */
export interface Proposals {
  /** A query for a question. */
  readonly pattern: Proposal
  /** What an unknown word means. */
  readonly glossary: WordProposal
}

export type ProposalKind = keyof Proposals

/** What is proposed anew, or voted for. */
export interface Proposed {
  readonly pattern: RatedAnswer
  readonly glossary: TakenChoice
}

/** A question, and the query of an answer that was rated `up`. */
export interface Proposal extends Pick<Pattern, 'id' | 'databaseId' | 'question' | 'query'> {
  /** What its pattern is called where it is accepted. */
  readonly patternId: string
  /** Conversations whose answer was liked. */
  readonly votes: number
  /** ISO 8601, UTC: of the first. */
  readonly createdAt: string
}

/** An entry of a glossary that a choice has taught. */
export interface WordProposal extends Pick<Proposal, 'id' | 'databaseId' | 'votes' | 'createdAt'> {
  readonly entry: ProposedEntry
}

/** A choice that was taken, as what it would propose. */
export interface TakenChoice extends Pick<WordProposal, 'databaseId' | 'entry'> {
  /** Each has one vote. */
  readonly conversationId: string
}

/** An answer that was rated, as what it would propose. */
export interface RatedAnswer extends Pick<Proposal, 'databaseId' | 'question' | 'query'> {
  /** Which it began: each has one vote. */
  readonly conversationId: string
}

/** Of one database and kind, with those that were dismissed and are only remembered. */
export const PROPOSALS_MAX = 300
/** Of those, what public keys alone have voted for: whoever may use a page must not take all places. */
export const PUBLIC_PROPOSALS_MAX = 100
/** That are counted of one proposal. */
export const VOTES_MAX = 100

/**
 * What an answer that was liked proposes.
 *
 * @returns undefined where it came from no query, from one that is verified already or holds days that were reckoned from the day
 *   on which it was asked, or is longer than a pattern may be
 */
export const proposedBy = (
  answer: Pick<Message, 'metadata'>,
  question: Pick<Message, 'content'>,
): Pick<Proposal, 'question' | 'query'> | undefined => {
  const { receipt, query_type: queryType, verified } = answer.metadata
  const query = textAt(receipt, 'query')
  if (queryType !== 'data_retrieval' || verified === true || query === undefined) return undefined
  const { content } = question
  if (DAY.test(query) && !YEAR.test(content)) return undefined
  const isShort = content.length <= PATTERN_LENGTHS.question && query.length <= PATTERN_LENGTHS.query
  return isShort ? { question: content, query } : undefined
}

/** A day or a month of a query, and what a question says that means the same whenever it is asked. */
const DAY = /(?<!\d)(?:19|20)\d\d-\d\d/
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/

const textAt = (value: Json | undefined, key: string): string | undefined => {
  const found = typeof value === 'object' && value !== null && key in value ? Object.entries(value) : []
  const text = found.find(([name]) => name === key)?.[1]
  return typeof text === 'string' ? text : undefined
}

/** A constant of a query that is not published: it may be one tenant's. */
export interface UnsharedValue {
  /** As it is written, without quotation. */
  readonly value: string
  /** Whether examples show a place for it, or are not shown at all. */
  readonly isHidden: true
}

const UNSHARED_MAX = 50

/** What whoever accepts a query should know of it. @param isShared whether a text is a category that all tenants share */
export const unsharedValues = (
  { query }: Pick<Proposal, 'query'>,
  isShared: (value: string) => boolean,
): readonly UnsharedValue[] =>
  hiddenConstants(query, isShared)
    .slice(0, UNSHARED_MAX)
    .map((value) => ({ value, isHidden: true }))
