import { emptyTree, type QueryTree } from '../query/index.ts'
import { countMeasure } from '../schema/index.ts'
import { isMarked, partsOf } from './pieces.ts'
import { isGroup, type Reading } from './reading.ts'
import type { ResolvedReading } from './resolved-reading.ts'
import { conditionsOf, type QuestionConditions } from './where.ts'

const SAYING = /^(is|are|was|were|has|have|had|do|does|did|who|that|which)$/

/** Whether the question asks for a share of rows. */
export const asksShare = (reading: Reading): boolean => isMarked(reading, 'share')

/** "What percentage of Italian ships are ferries": the condition after the verb selects the part, the one before it the whole. */
export const shareTree = (made: ResolvedReading): QueryTree | null => {
  const { reading, asked, measures, doubts } = made
  const { words } = reading
  const [measure] = measures
  const subject = measure?.table ?? reading.subject
  const noun =
    partsOf(reading, 'noun').find((part) => part.noun.kind === 'measure') ??
    reading.tableMentions.find(({ table }) => table === subject)?.part
  if (subject === null || noun === undefined) return null
  const verb = words.tokens.findIndex(({ lower }, at) => at >= noun.end && SAYING.test(lower))
  const place = { anchor: subject, across: null }
  const before: QuestionConditions = {
    protos: asked.protos.filter(({ part }) => verb >= 0 && part.at < verb),
    counts: [],
    tables: [],
  }
  const rest: QuestionConditions = { ...asked, protos: asked.protos.filter((proto) => !before.protos.includes(proto)) }
  const share = conditionsOf(reading, rest, place, doubts)
  const of = [measure ?? countMeasure(reading.catalog, subject)]
  if (share.length === 0 || partsOf(reading, 'noun').some(isGroup)) return null
  return {
    ...emptyTree(subject),
    measures: of,
    where: conditionsOf(reading, before, place, doubts),
    share,
  }
}
