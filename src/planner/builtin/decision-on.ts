import type { Knowledge } from '../../domain/ask/knowledge.ts'
import { inSlices, pause } from '../../domain/sliced.ts'
import { isSure } from './converse.ts'
import { type Decision, decide } from './decide.ts'
import { interpret } from './interpret.ts'
import type { When } from './period.ts'
import { type Other, weigh } from './weigh/index.ts'

/** What would become of a question that is asked by itself. */
export const decisionOn = async (knowledge: Knowledge, question: string, when: When): Promise<Decision> => {
  const reading = interpret(knowledge, question, when)
  const other: Other = { tree: reading.ir, query: reading.query, isSure: isSure(reading) }
  await pause()
  const { weighed, isPrepared } = await inSlices(weigh(knowledge, question, when, other))
  return decide(weighed, isPrepared)
}
