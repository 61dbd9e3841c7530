import type { Knowledge } from '../../../ask/rules/knowledge.ts'
import type { Sliced } from '../../../platform/values/sliced.ts'
import { nounsOf } from '../build/index.ts'
import { entityOf, type QueryTree } from '../query/index.ts'
import { ignoresNegation, type State, unusedTokens, type Words } from '../read/index.ts'
import { type Catalog, catalogOf, glossaryMeasures } from '../schema/index.ts'
import { type PrintedCandidate, proposalsOf, type ReadQuestion } from './candidates.ts'
import { areOfSameRows, closeRivals, featuresOf, hasNegation, queryMeaning } from './features.ts'
import { namesOf, tablesRead } from './names-of.ts'
import { WEIGHTS } from './weights.ts'

/** How likely each query is meant. The weights are fitted on questions with known answers, so that probabilities are calibrated. */
export { type ReadQuestion, read } from './candidates.ts'
export { queryMeaning } from './features.ts'

export interface WeighedQuery {
  readonly tree: QueryTree
  readonly query: string
  readonly probability: number
  readonly state: State
}

const WEIGHED_MAX = 8
/** Factors on the probability of a reading that omits something, or uses a join that may be wrong. */
const TRUST = {
  /** All words are used, but it joins tables without a description. */
  far: 0.5,
  /** A word is unused: the reading may be offered. */
  leftOver: 0.3,
  /** A name or a number is unused: the reading may not be offered. */
  lost: 0.1,
} as const

/** Whether a query joins more tables than can be understood without descriptions. */
const isFar = (catalog: Catalog, one: PrintedCandidate, all: readonly PrintedCandidate[]): boolean => {
  const described = new Set(catalog.view.glossary.tables.map(({ table }) => table))
  const read = tablesRead(catalog, one.tree)
  const isDescribed = read.length === 1 || read.every((table) => described.has(table))
  return one.notes.far > 0 || !(isDescribed || (read.length === 2 && isPlain(catalog, one, all)))
}

/** Rows, or one value, of two named tables with named columns, without an alternative. */
const isPlain = (catalog: Catalog, one: PrintedCandidate, all: readonly PrintedCandidate[]): boolean => {
  const { groups, where } = one.tree
  const nouns = one.state.parts.flatMap(nounsOf)
  const named = new Set(nouns.flatMap((noun) => (noun.kind === 'table' ? [noun.table] : [])))
  return (
    tablesRead(catalog, one.tree).every((table) => named.has(table)) &&
    groups.length === 0 &&
    !where.some(({ type }) => NESTED.has(type)) &&
    one.notes.ties + one.notes.guessed === 0 &&
    one.notes.weakest >= CALLED &&
    closeRivals(catalog.view, all, one) === 0
  )
}
const NESTED: ReadonlySet<string> = new Set(['alike', 'average', 'any'])
const CALLED = 0.95

/** Whether a word is a name, a number or quoted, hence essential to the question. */
const isNamed = ({ tokens }: Words, at: number): boolean => {
  const token = tokens[at]
  return (
    token !== undefined &&
    (token.quoted || /\d/.test(token.text) || token.number !== undefined || (token.capital && at > 0))
  )
}

/** Whether a measure of the glossary is compared per row: "which products sold more than 100 units" may mean their sum. */
const comparesParts = ({ view }: Catalog, tree: QueryTree): boolean => {
  const summed = glossaryMeasures(view.glossary).filter(([, { aggregate }]) => aggregate === 'sum')
  const entity = entityOf(tree)
  return tree.where.some(
    (condition) =>
      condition.type === 'compare' &&
      typeof condition.value === 'number' &&
      condition.column.table !== entity &&
      summed.some(([, { table, column }]) => table === condition.column.table && column === condition.column.column),
  )
}

/** The factor on the probability of a reading, from 0 to 1, by what it leaves out of the question. */
export const trustIn = (
  catalog: Catalog,
  words: Words,
  one: PrintedCandidate,
  all: readonly PrintedCandidate[],
): number => {
  const { state, tree, notes } = one
  const unused = unusedTokens(words, state, namesOf(catalog, tree))
  const isDenied = ignoresNegation(words, state) && !hasNegation(tree)
  if (isDenied || unused.some((at) => isNamed(words, at))) return TRUST.lost
  if (notes.dropped > 0 || unused.length > 0 || comparesParts(catalog, tree)) return TRUST.leftOver
  return isFar(catalog, one, all) ? TRUST.far : 1
}

/** The probability of a reading: a logistic function of its features, times its trust. */
export const probabilityOf = (weights: readonly number[], features: readonly number[], trust: number): number =>
  trust / (1 + Math.exp(-features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0)))

interface Scored extends WeighedQuery {
  readonly score: number
}

/** Of about equally likely readings with the same rows, the one that explains more determines the display columns. */
const bestShown = (weighed: readonly Scored[]): readonly WeighedQuery[] => {
  const [first] = weighed
  if (first === undefined) return []
  const alike = weighed.filter(
    ({ tree, probability }) => areOfSameRows(tree, first.tree) && probability >= first.probability - ALIKE,
  )
  const [best = first] = alike.toSorted((a, b) => b.score - a.score)
  return [best, ...weighed.filter((one) => one !== best)]
}
const ALIKE = 0.08

/**
 * All readings of a question with their probabilities: most likely first, without duplicates.
 *
 * @param previous the query to change, if the question is a follow-up
 */
export function* weigh(
  knowledge: Knowledge,
  question: ReadQuestion,
  previous: QueryTree | null,
): Sliced<readonly WeighedQuery[]> {
  const { words } = question
  const printed = yield* proposalsOf(knowledge, question, previous)
  const seen = new Set<string>()
  const weighed = printed
    .slice(0, WEIGHED_MAX)
    .map((one: PrintedCandidate): Scored => {
      const { tree, query, state } = one
      const features = featuresOf(knowledge.view, printed, one)
      return {
        tree,
        query,
        state,
        score: one.score,
        probability: probabilityOf(WEIGHTS.weights, features, trustIn(catalogOf(knowledge.view), words, one, printed)),
      }
    })
    .toSorted((a, b) => b.probability - a.probability)
  return bestShown(weighed).filter(({ tree }) => {
    const key = queryMeaning(tree)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
