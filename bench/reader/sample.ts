import type { Knowledge } from '../../src/ask/rules/knowledge.ts'
import { catalogOf } from '../../src/planner/builtin/schema/index.ts'
import { featuresOf, proposalsOf, read, trustIn } from '../../src/planner/builtin/weigh/index.ts'
import { runToEnd } from '../../src/platform/values/sliced.ts'

/** One reading of a question, and whether its rows are right. */
export interface Sample {
  readonly features: readonly number[]
  /** The factor on its probability for what it leaves out. */
  readonly trust: number
  readonly isRight: boolean
}

/** All readings of one question. */
export interface Samples {
  readonly group: string
  readonly question: string
  readonly readings: readonly Sample[]
}

const READINGS_MAX = 4

/** Reads one question, and judges each reading by its rows. */
export const samplesOf = async (
  knowledge: Knowledge,
  asked: { readonly group: string; readonly question: string; readonly askedAt: string },
  isRight: (query: string) => Promise<boolean>,
): Promise<Samples> => {
  const { group, question, askedAt } = asked
  const known = runToEnd(read(knowledge, question, { today: askedAt.slice(0, 10), future: false }))
  const printed = runToEnd(proposalsOf(knowledge, known, null))
  const readings = await Promise.all(
    printed.slice(0, READINGS_MAX).map(
      async (one): Promise<Sample> => ({
        features: featuresOf(knowledge.view, printed, one),
        trust: trustIn(catalogOf(knowledge.view), known.words, one, printed),
        isRight: await isRight(one.query),
      }),
    ),
  )
  return { group, question, readings }
}
