import type { Knowledge } from '../../src/domain/ask/knowledge.ts'
import { atOnce } from '../../src/domain/sliced.ts'
import { readInContext } from '../../src/planner/builtin/converse.ts'
import { proposalsOf } from '../../src/planner/builtin/weigh/candidates.ts'
import { featuresOf, isPreparedView, type Other, otherFeaturesOf } from '../../src/planner/builtin/weigh/features.ts'
import { chanceOf, leavesOut } from '../../src/planner/builtin/weigh/index.ts'

/** One reading of a question, with whether its rows are the right ones. */
export interface Sample {
  readonly group: string
  readonly question: string
  readonly features: readonly number[]
  /** It passes over what narrows the answer. */
  readonly leavesOut: boolean
  readonly isRight: boolean
}

/** What was read of one question. */
export interface Samples {
  readonly group: string
  readonly question: string
  readonly grammar: readonly Sample[]
  /** The other reading, whose features need the probabilities of these; null where it is not sure, or nobody prepared the words. */
  readonly other: {
    readonly isRight: boolean
    readonly features: (weights: readonly number[]) => readonly number[]
  } | null
}

const READINGS_MAX = 4

/** Reads one question in all ways, and judges each by its rows. */
export const samplesOf = async (
  knowledge: Knowledge,
  asked: { readonly group: string; readonly question: string; readonly askedAt: string },
  isRight: (query: string) => Promise<boolean>,
): Promise<Samples> => {
  const { group, question, askedAt } = asked
  const when = { today: askedAt.slice(0, 10), future: false }
  const signal = new AbortController().signal
  const reading = await readInContext({ question, askedAt, recentTurns: [], knowledge, signal }, when)
  const other: Other = {
    tree: reading.ir,
    query: reading.query,
    isSure: reading.ir !== null && reading.query !== null && reading.confidence >= 0.6,
  }
  const { words, printed } = atOnce(proposalsOf(knowledge, question, when))
  const judged = await Promise.all(
    printed.slice(0, READINGS_MAX).map(async (one) => ({ one, isRight: await isRight(one.query) })),
  )
  const grammar = judged.map((judgedOne) => ({
    group,
    question,
    features: featuresOf(knowledge.view, words, printed, judgedOne.one),
    leavesOut: leavesOut(words, judgedOne.one),
    isRight: judgedOne.isRight,
  }))
  const { tree, query } = other
  const isPrepared = isPreparedView(knowledge.view)
  if (!other.isSure || tree === null || query === null || !isPrepared) return { group, question, grammar, other: null }
  const features = (weights: readonly number[]) => {
    const all = printed.slice(0, 8).map((one) => ({
      printed: one,
      probability: chanceOf(weights, featuresOf(knowledge.view, words, printed, one), leavesOut(words, one)),
    }))
    return otherFeaturesOf(knowledge.view, words, all, tree, query)
  }
  return { group, question, grammar, other: { isRight: await isRight(query), features } }
}
