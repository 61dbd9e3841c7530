import type { ProposedEntry } from '../../manage/glossary/rules/proposal.ts'
import { PATTERN_LENGTHS, type Pattern } from '../../manage/patterns/rules/pattern.ts'
import { hiddenConstants } from '../../manage/patterns/rules/template/masked-example.ts'
import type { Json } from '../../platform/values/json.ts'
import type { Message } from './history/message.ts'

/** Proposals to the managers of an organization, by kind. No planner sees them. */
export interface Proposals {
  /** A query for a question. */
  readonly pattern: Proposal
  /** The meaning of an unknown word. */
  readonly glossary: WordProposal
}

export type ProposalKind = keyof Proposals

/** A new proposal, or a vote for an existing one. */
export interface ProposalSources {
  readonly pattern: RatedAnswer
  readonly glossary: TakenChoice
}

/** A question, and the query of an answer that was rated `up`. */
export interface Proposal extends Pick<Pattern, 'id' | 'databaseId' | 'question' | 'query'> {
  /** The id of its pattern once it is accepted. */
  readonly patternId: string
  /** Number of conversations in which the answer was rated `up`. */
  readonly votes: number
  /** ISO 8601, UTC: of the first vote. */
  readonly createdAt: string
}

/** A glossary entry learnt from a choice. */
export interface WordProposal extends Pick<Proposal, 'id' | 'databaseId' | 'votes' | 'createdAt'> {
  readonly entry: ProposedEntry
}

/** A choice that was taken, with the entry it proposes. */
interface TakenChoice extends Pick<WordProposal, 'databaseId' | 'entry'> {
  /** One vote per conversation. */
  readonly conversationId: string
}

/** A rated answer, with the query it proposes. */
export interface RatedAnswer extends Pick<Proposal, 'databaseId' | 'question' | 'query'> {
  /** The conversation that it started: one vote each. */
  readonly conversationId: string
}

/** Maximum per database and kind, including dismissed ones, which are remembered. */
export const PROPOSALS_MAX = 300
/** Maximum of those with votes from public keys only: users of a public page must not use up the limit. */
export const PUBLIC_PROPOSALS_MAX = 100
/** Maximum of counted votes per proposal. */
export const VOTES_MAX = 100

/**
 * The proposal of an answer that was rated `up`.
 *
 * @returns undefined if the answer has no query, if the query is verified already or holds dates computed from the day
 * of the question, or if it is longer than a pattern may be
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

/** A day or a month in a query, and wording in a question that means the same whenever it is asked. */
const DAY = /(?<!\d)(?:19|20)\d\d-\d\d/
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/

const textAt = (value: Json | undefined, key: string): string | undefined => {
  const found = typeof value === 'object' && value !== null && key in value ? Object.entries(value) : []
  const text = found.find(([name]) => name === key)?.[1]
  return typeof text === 'string' ? text : undefined
}

/** A constant of a query that is not a published value: it may belong to one tenant. */
interface UnsharedValue {
  /** As written, without quotation marks. */
  readonly value: string
  /** Whether examples replace it by a placeholder, or are not shown at all. */
  readonly isHidden: true
}

const UNSHARED_MAX = 50

/** Constants that a manager should check before accepting a query. @param isShared whether a text is a category shared by all tenants */
export const unsharedValues = (
  { query }: Pick<Proposal, 'query'>,
  isShared: (value: string) => boolean,
): readonly UnsharedValue[] =>
  hiddenConstants(query, isShared)
    .slice(0, UNSHARED_MAX)
    .map((value) => ({ value, isHidden: true }))
