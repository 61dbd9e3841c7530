import type { Knowledge } from '../../../domain/ask/knowledge.ts'
import type { Sliced } from '../../../domain/sliced.ts'
import type { QueryTree } from '../query/index.ts'
import { deniesInVain, passedOver, type State, type Words } from '../read/index.ts'
import { type Printed, proposalsOf, type Read } from './candidates.ts'
import { areOfSameRows, denies, featuresOf, gist } from './features.ts'
import { WEIGHTS } from './weights.ts'

/**
 * How likely each query is what was asked. The weights are fitted on questions whose right answers are
 * known, so that a probability is what it says.
 */
export { type Read, read } from './candidates.ts'
export { gist } from './features.ts'

export interface Weighed {
  readonly tree: QueryTree
  readonly query: string
  readonly probability: number
  readonly state: State
}

const WEIGHED_MAX = 8
/**
 * Who says a number, a text, a name, a "not" or a word that narrows a noun ("part time employees") does not ask for an answer
 * without it, however well the rest fits.
 */
const LEFT_OUT = 0.3

/** Whether a reading passes over what says which rows are meant. */
export const leavesOut = (words: Words, { state, tree, notes }: Printed): boolean => {
  const { named, narrowing, asked, plain, verbs } = passedOver(words, state)
  const isUnasked = asked > 0 && tree.measures.length === 0
  // A word that was corrected, beside others that nobody knows, was none of ours.
  const isMiscorrected = words.corrections.length > 0 && plain + verbs > 0
  return (
    notes.lost + named + narrowing > 0 || isUnasked || isMiscorrected || (deniesInVain(words, state) && !denies(tree))
  )
}

const probabilityOf = (weights: readonly number[], features: readonly number[]): number =>
  1 / (1 + Math.exp(-features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0)))

/** How likely a reading is what was asked. */
export const chanceOf = (weights: readonly number[], features: readonly number[], isNarrower: boolean): number =>
  probabilityOf(weights, features) * (isNarrower ? LEFT_OUT : 1)

interface Scored extends Weighed {
  readonly score: number
}

/** Of readings that are about as likely and give the same rows, the one that explains more says what is shown of them. */
const bestShown = (weighed: readonly Scored[]): readonly Weighed[] => {
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
 * All readings of a question, weighed against each other: likeliest first, and of those that ask the same, one.
 *
 * @param previous the query that it is to change, where it leans on an earlier question
 */
export function* weigh(knowledge: Knowledge, question: Read, previous: QueryTree | null): Sliced<readonly Weighed[]> {
  const { words } = question
  const printed = yield* proposalsOf(knowledge, question, previous)
  const seen = new Set<string>()
  const weighed = printed
    .slice(0, WEIGHED_MAX)
    .map((one: Printed): Scored => {
      const { tree, query, state } = one
      const features = featuresOf(knowledge.view, words, printed, one)
      return {
        tree,
        query,
        state,
        score: one.score,
        probability: chanceOf(WEIGHTS.weights, features, leavesOut(words, one)),
      }
    })
    .toSorted((a, b) => b.probability - a.probability)
  return bestShown(weighed).filter(({ tree }) => {
    const key = gist(tree)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
