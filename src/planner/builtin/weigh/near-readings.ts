import { allValues, type Knowledge } from '../../../ask/rules/knowledge.ts'
import type { ContextWithin } from '../../../ask/rules/question-context.ts'
import { runInSlices } from '../../../platform/values/sliced.ts'
import { catalogOf, nearNames } from '../schema/index.ts'
import type { PeriodContext } from '../words/index.ts'
import { decisionOn } from './decision-on.ts'
import type { WeighedQuery } from './weigh.ts'

/** A question with more unknown words is about something else. */
const UNKNOWN_MAX = 2
const TRIED_MAX = 6
/** Tokens for the nearest tables by embedding. */
const NEAR_TOKENS = 300

interface Question {
  readonly question: string
  readonly knowledge: Knowledge
  readonly context: ContextWithin
}

/**
 * Readings of a question in which unknown words are replaced by the nearest names and values: by spelling, and, if
 * tables have vectors, by the embedding of the question. Only readings that would be answered.
 */
export const nearReadings = async (
  { question, knowledge, context }: Question,
  unknown: readonly string[],
  when: PeriodContext,
): Promise<readonly WeighedQuery[]> => {
  if (unknown.length === 0 || unknown.length > UNKNOWN_MAX) return []
  let asked = [question]
  for (const word of unknown) {
    const near = await namesFor({ knowledge, context }, word)
    asked = asked.flatMap((text) => near.map((name) => text.replace(word, () => name)))
  }
  const found: WeighedQuery[] = []
  for (const one of asked.slice(0, TRIED_MAX)) {
    const decision = await decisionOn(knowledge, one, when)
    if (decision.kind === 'answer') found.push(decision.answer)
  }
  return found
}

const namesFor = async (
  { knowledge, context }: Omit<Question, 'question'>,
  word: string,
): Promise<readonly string[]> => {
  const near = await runInSlices(nearNames(knowledge.view, allValues(knowledge), word))
  if (near.length > 0 || knowledge.vectors === undefined) return near
  const { tables } = catalogOf(knowledge.view)
  return (await context(NEAR_TOKENS)).tables.flatMap(({ name }) => tables.get(name)?.plural ?? [])
}
