import pluralize from 'pluralize'
import type { Token } from '../../../words/index.ts'
import { type ColumnOption, DONE, type Part, type Words } from '../read/index.ts'
import { type Catalog, columnOf, type TableInfo } from '../schema/index.ts'
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
export const personsAsked = (catalog: Catalog, words: Words, parts: readonly Part[]): Persons | null => {
  const { tables, graph } = catalog
  const isWho = parts.some((part) => part.kind === 'mark' && part.mark === 'who')
  if (!isWho && !countsNamed(words, parts)) return null
  const nouns = parts.flatMap((part) => (part.kind === 'noun' && part.clause === 0 && isPart(part) ? [part] : []))
  // "Who joined last": what was done, by the day on which it was.
  const done = nouns.find(
    ({ noun, end }) =>
      noun.kind === 'column' &&
      noun.options.every(isDay(catalog)) &&
      DONE.test(words.tokens[end - 1]?.text.toLowerCase() ?? ''),
  )
  // "Who owns the farm": a column holds who does.
  if (nouns.some((part) => part !== done && (part.noun.kind === 'column' || part.noun.kind === 'columns'))) return null
  const isHumanNamed = (table: string): boolean => isHuman(tables.get(table) ?? fail(table))
  const spoken = nouns.flatMap(({ noun }) => (noun.kind === 'table' && isHumanNamed(noun.table) ? [noun.table] : []))
  const [team, other] = new Set(spoken)
  if (done !== undefined && team !== undefined) return other === undefined ? { table: team, verb: done } : null
  const verb = nouns.find(({ noun }) => noun.kind === 'table') ?? done
  const named = parts.flatMap((part) =>
    part.kind === 'noun'
      ? tablesOfNoun(part.noun)
      : part.kind === 'value'
        ? (part.values[0] ?? []).map(({ column }) => column.table)
        : [],
  )
  const humans = [...new Set(named)].filter(isHumanNamed)
  const [human, another] = humans
  // "How many Germans buy": those who do; and nobody is an e-bike.
  if (!isWho) return nearestTo(catalog, humans, verb)
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

/** The people that a verb is said of. */
const nearestTo = ({ graph }: Catalog, humans: readonly string[], verb: Part | undefined): Persons | null => {
  const doings = verb?.kind === 'noun' ? tablesOfNoun(verb.noun) : []
  const cost = (table: string): number => doings.reduce((sum, one) => sum + graph.distance(table, one), 0)
  const [first, second] = humans.toSorted((a, b) => cost(a) - cost(b))
  if (first === undefined || (second !== undefined && cost(first) === cost(second))) return null
  return { table: first, verb: verb ?? null }
}

const isDay =
  (catalog: Catalog) =>
  ({ column }: ColumnOption): boolean =>
    columnOf(catalog, column)?.kind === 'date'

/** "How many Germans buy": those that a value names, and not what they do. */
const countsNamed = ({ tokens }: Words, parts: readonly Part[]): boolean =>
  parts.some((part, index) => {
    const next = parts[index + 1]
    const noun = parts[index + 2]
    const isOpen = part.kind === 'count' && part.noun === null && next?.kind === 'value' && next.at === part.end
    const isCounted = noun?.kind === 'noun' && noun.at === next?.end && isPlural(tokens[noun.end - 1])
    return isOpen && !isCounted
  })

const isPlural = (token: Token | undefined): boolean =>
  token !== undefined && pluralize.isPlural(token.text.toLowerCase())

const fail = (table: string): never => {
  throw new Error(`no table ${table}`)
}
