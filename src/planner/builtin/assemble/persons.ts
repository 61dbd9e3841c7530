import type { Catalog, TableInfo } from '../catalog.ts'
import type { Part } from '../grammar/index.ts'
import { tablesOfNoun } from './tables-of-noun.ts'

const HUMAN = /^(gender|sex|birth|born|nationality|age|surname)$/
const isPart = (part: Part): boolean => part.lead !== 'each' && part.lead !== 'by'

/** Whether the rows of a table are people, by its name or by what is written down of them. */
const isHuman = ({ isPerson, columns }: TableInfo): boolean =>
  isPerson || [...columns.values()].some(({ words }) => words.some((word) => HUMAN.test(word)))

/** A question that begins with "who" is about people: who they are, and which noun is a verb then. */
export interface Persons {
  readonly table: string
  readonly verb: Part | null
}

/** "Who booked Power Boxing?": the people nearest to what is named, where no people are. */
export const personsAsked = ({ tables, graph }: Catalog, parts: readonly Part[]): Persons | null => {
  const isWho = parts.some((part) => part.kind === 'mark' && part.mark === 'who')
  if (!isWho && !countsNamed(parts)) return null
  const nouns = parts.flatMap((part) => (part.kind === 'noun' && part.clause === 0 && isPart(part) ? [part] : []))
  // "Who owns the farm": a column holds who does.
  if (nouns.some(({ noun }) => noun.kind === 'column' || noun.kind === 'columns')) return null
  const verb = nouns.find(({ noun }) => noun.kind === 'table')
  const named = parts.flatMap((part) =>
    part.kind === 'noun'
      ? tablesOfNoun(part.noun)
      : part.kind === 'value'
        ? (part.values[0] ?? []).map(({ column }) => column.table)
        : [],
  )
  const humans = [...new Set(named)].filter((table) => isHuman(tables.get(table) ?? fail(table)))
  const [human, another] = humans
  // "Who works as a mechanic": those who are one.
  if (human !== undefined) return another === undefined && nouns.length === 0 ? { table: human, verb: null } : null
  if (named.length === 0) return null
  const cost = (table: string): number => named.reduce((sum, one) => sum + graph.distance(table, one), 0)
  const people = [...tables.values()].filter(isHuman).map(({ name }) => ({ name, cost: cost(name) }))
  const [first, second] = people.toSorted((a, b) => a.cost - b.cost)
  if (first === undefined || first.cost === second?.cost) return null
  if (named.some((table) => graph.path(first.name, table) === undefined)) return null
  return { table: first.name, verb: verb ?? null }
}

/** "How many Germans buy": those that a value names. */
const countsNamed = (parts: readonly Part[]): boolean =>
  parts.some((part, index) => {
    const next = parts[index + 1]
    const noun = parts[index + 2]
    const isOpen = part.kind === 'count' && part.noun === null && next?.kind === 'value' && next.at === part.end
    return isOpen && !(noun?.kind === 'noun' && noun.at === next.end)
  })

const fail = (table: string): never => {
  throw new Error(`no table ${table}`)
}
