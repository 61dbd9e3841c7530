import { type Knowledge, valuesOf } from '../../domain/ask/knowledge.ts'
import { catalogOf, columnWords } from './catalog.ts'
import { interpretFollowUp } from './interpret.ts'
import type { When } from './period.ts'
import type { QueryTree } from './query/index.ts'
import { pause } from './slices.ts'

const SUGGESTIONS_MAX = 3
const VALUES_MAX = 12
const SURE = 0.9

const candidates = (knowledge: Knowledge, ir: QueryTree, when: When): string[] => {
  const catalog = catalogOf(knowledge.view)
  const table = catalog.tables.get(ir.anchor)
  const year = `${Number(when.today.slice(0, 4)) - 1}-01-01`
  const timed = ir.where.some((one) => one.type === 'range')
  const lastYear = ir.where.some((one) => one.type === 'range' && one.from === year)
  const split = [...(table?.columns.values() ?? [])].find((column) => {
    const values = valuesOf(knowledge, ir.anchor, column.name)
    const used = ir.where.some((one) => 'column' in one && one.column.column === column.name)
    return (
      !used &&
      column.kind === 'text' &&
      values?.complete === true &&
      values.values.length > 1 &&
      values.values.length <= VALUES_MAX
    )
  })
  const by = split === undefined ? [] : [`And by ${columnWords(catalog, { table: ir.anchor, column: split.name })}?`]
  const time = timed
    ? [lastYear ? 'And for this year?' : 'And for last year?']
    : table?.time == null
      ? []
      : ['Only this year']
  const one = ir.where.some((condition) => condition.type === 'compare' && condition.column.column === table?.label)
  if (ir.measures.length === 0) return one ? [] : ['How many are there?', ...time, ...by]
  if (ir.outer !== null) return time
  if (ir.groups.length > 0) return [...time, ...(ir.limit === null ? ['Only the top 3'] : []), ...by]
  return [...time, ...(table?.time == null ? [] : ['And per month?']), ...by, 'Show me the list']
}

/** Ways to go on from an answer that this planner understands. */
export const nextQuestions = async (knowledge: Knowledge, ir: QueryTree, when: When): Promise<string[]> => {
  const found: string[] = []
  for (const question of candidates(knowledge, ir, when)) {
    if (found.length === SUGGESTIONS_MAX) break
    await pause()
    const reading = interpretFollowUp(knowledge, question, when, ir)
    if (reading.query !== null && reading.confidence >= SURE) found.push(question)
  }
  return found
}
