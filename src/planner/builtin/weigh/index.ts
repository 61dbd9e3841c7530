import type { Knowledge } from '../../../domain/ask/knowledge.ts'
import type { Sliced } from '../../../domain/sliced.ts'
import { deniesInVain, passedOver } from '../grammar/index.ts'
import type { Words } from '../links/index.ts'
import type { When } from '../period.ts'
import type { QueryTree } from '../query/index.ts'
import { type Printed, proposalsOf } from './candidates.ts'
import { denies, featuresOf, gist, isPreparedView, type Other, otherFeaturesOf } from './features.ts'
import { WEIGHTS } from './weights.ts'

/**
 * The last stage: how likely each query is what was asked. The weights are fitted on questions whose right answers are
 * known, so that a probability is what it says.
 */
export { gist, type Other } from './features.ts'

export interface Weighed {
  readonly tree: QueryTree
  readonly query: string
  readonly probability: number
  readonly by: 'grammar' | 'rules'
}

export interface Verdict {
  readonly words: Words
  /** Whether somebody has written a glossary for this database. */
  readonly isPrepared: boolean
  /** Likeliest first; of those that ask the same, one. */
  readonly weighed: readonly Weighed[]
}

const WEIGHED_MAX = 8
/**
 * Who says a number, a text, a name, a "not" or a word that narrows a noun ("part time employees") does not ask for an answer
 * without it, however well the rest fits.
 */
const LEFT_OUT = 0.3

/** Whether a reading passes over what says which rows are meant. */
export const leavesOut = (words: Words, { state, tree, notes }: Printed): boolean => {
  const { named, narrowing, asked } = passedOver(words, state)
  const isUnasked = asked > 0 && tree.measures.length === 0
  return notes.lost + named + narrowing > 0 || isUnasked || (deniesInVain(words, state) && !denies(tree))
}

/** Stretches and buckets of time, and folds of folds: the rules alone read all of these. */
const isBeyondGrammar = ({ groups, outer, where }: QueryTree): boolean =>
  groups.some(({ type }) => type === 'time' || type === 'periods') ||
  outer !== null ||
  where.some(({ type }) => type === 'range')

/** On databases that nobody prepared such answers are too few to be weighed by: 2 of 726, both right. */
const RULES_ELSEWHERE = 0.8

export const probabilityOf = (weights: readonly number[], features: readonly number[]): number =>
  1 / (1 + Math.exp(-features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0)))

/** How likely a reading of the grammar is what was asked. */
export const chanceOf = (weights: readonly number[], features: readonly number[], isNarrower: boolean): number =>
  probabilityOf(weights, features) * (isNarrower ? LEFT_OUT : 1)

/**
 * All readings of a question, weighed against each other. The older rules speak for words that somebody has prepared, and
 * for what the grammar does not read.
 */
export function* weigh(knowledge: Knowledge, question: string, when: When, other: Other): Sliced<Verdict> {
  const { words, printed } = yield* proposalsOf(knowledge, question, when)
  const own = printed.slice(0, WEIGHED_MAX).map((one: Printed) => ({
    printed: one,
    probability: chanceOf(WEIGHTS.grammar, featuresOf(knowledge.view, words, printed, one), leavesOut(words, one)),
  }))
  const weighed: Weighed[] = own.map(({ printed: { tree, query }, probability }) => ({
    tree,
    query,
    probability,
    by: 'grammar',
  }))
  const isPrepared = isPreparedView(knowledge.view)
  if (other.tree !== null && other.query !== null && other.isSure && (isPrepared || isBeyondGrammar(other.tree))) {
    const { tree, query } = other
    const probability = isPrepared
      ? probabilityOf(WEIGHTS.other, otherFeaturesOf(knowledge.view, words, own, tree, query))
      : RULES_ELSEWHERE
    weighed.push({ tree, query, probability, by: 'rules' })
  }
  const seen = new Set<string>()
  const ranked = weighed
    .toSorted((a, b) => Number(b.by === 'rules') - Number(a.by === 'rules') || b.probability - a.probability)
    .filter(({ tree }) => {
      const key = gist(tree)
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
    .toSorted((a, b) => b.probability - a.probability)
  return { words, weighed: ranked, isPrepared }
}
