import type { Part } from '../read/index.ts'
import type { Catalog } from '../schema/index.ts'
import { tablesOfNoun } from './tables-of-noun.ts'

/** A question that begins with "who" is about people: who they are, and which noun is a verb then. */
export interface Persons {
  readonly table: string
  readonly verb: Part | null
}

/** "Who booked Power Boxing?": the people nearest to what is named, where no people are. */
export const personsAsked = ({ tables, graph }: Catalog, parts: readonly Part[]): Persons | null => {
  const nouns = parts.flatMap((part) =>
    part.kind === 'noun' && part.clause === 0 && part.lead !== 'each' && part.lead !== 'by' ? [part] : [],
  )
  const isWho = parts.some((part) => part.kind === 'mark' && part.mark === 'who')
  // "Who owns the farm": a column holds who does.
  if (!isWho || nouns.some(({ noun }) => noun.kind === 'column' || noun.kind === 'columns')) return null
  const named = parts.flatMap((part) => {
    if (part.kind === 'noun') return tablesOfNoun(part.noun)
    return part.kind === 'value' ? (part.values[0] ?? []).map(({ column }) => column.table) : []
  })
  if (named.length === 0 || named.some((table) => tables.get(table)?.isPerson === true)) return null
  const [first, second] = [...tables.values()]
    .filter(({ isPerson, name }) => isPerson && named.every((table) => graph.path(name, table) !== undefined))
    .map(({ name }) => ({ name, cost: named.reduce((sum, one) => sum + graph.distance(name, one), 0) }))
    .toSorted((a, b) => a.cost - b.cost)
  if (first === undefined || first.cost === second?.cost) return null
  return { table: first.name, verb: nouns.find(({ noun }) => noun.kind === 'table') ?? null }
}
