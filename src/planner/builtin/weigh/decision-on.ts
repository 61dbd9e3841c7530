import type { Knowledge } from '../../../ask/rules/knowledge.ts'
import { runInSlices } from '../../../platform/values/sliced.ts'
import type { QueryTree } from '../query/index.ts'
import type { PeriodContext } from '../words/index.ts'
import { type Decision, decide } from './decide.ts'
import { read, weigh } from './weigh.ts'

/**
 * The decision on a question.
 *
 * @param previous the query to change; null for an independent question
 */
export const decisionOn = async (
  knowledge: Knowledge,
  question: string,
  when: PeriodContext,
  previous: QueryTree | null = null,
): Promise<Decision> =>
  decide(await runInSlices(weigh(knowledge, await runInSlices(read(knowledge, question, when)), previous)))
