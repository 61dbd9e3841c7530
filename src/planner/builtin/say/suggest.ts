import type { Knowledge } from '../../../domain/ask/knowledge.ts'
import { pause } from '../../../domain/sliced.ts'
import { catalogOf, type TableInfo } from '../schema/index.ts'
import { sentenceOf } from '../sentence/index.ts'
import { NOTHING_UNDERSTOOD, suggestionCandidates, type Understood } from './suggestion-candidates.ts'

/** However many tables there are, no more of them are suggested. */
const TABLES_MAX = 12
const SUGGESTIONS_MAX = 3
/** Of one table that was said; the third is about its neighbour. */
const OF_ONE_MAX = 2

/** Tables by how much hangs on them: those that happen and connect others first. */
export const mainTables = (knowledge: Knowledge): TableInfo[] => {
  const catalog = catalogOf(knowledge.view)
  const weight = (table: TableInfo): number =>
    catalog.graph.stepsFrom(table.name).length +
    (table.time === null ? 0 : 3) +
    (catalog.graph.isHub(table.name) ? -20 : 0)
  return [...catalog.tables.values()].sort((a, b) => weight(b) - weight(a))
}

/** The same words in the same order, whatever their case and marks. */
export const sameQuestion = (a: string, b: string): boolean => wordsOf(a) === wordsOf(b)

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''

/** What a reply is given to. */
export interface Occasion {
  /** Questions that are not to be suggested again: this one, and those before. */
  readonly asked: readonly string[]
  readonly understood: Understood
}

export const NO_OCCASION: Occasion = { asked: [], understood: NOTHING_UNDERSTOOD }

/**
 * Three questions that can be answered with several rows, near what was understood. Where that is nothing, which ones
 * depends on the question, so that not everyone is told the same three.
 */
export const suggestQuestions = async (
  knowledge: Knowledge,
  { asked, understood }: Occasion = NO_OCCASION,
): Promise<string[]> => {
  const catalog = catalogOf(knowledge.view)
  const near = [...understood.tables, ...understood.columns.map(({ table }) => table)]
  const said = [...new Set(near)].flatMap((name) => catalog.tables.get(name) ?? []).slice(0, SUGGESTIONS_MAX)
  const turn = turnOf(asked.at(-1) ?? '')
  const others = mainTables(knowledge).slice(0, TABLES_MAX)
  const tables = [
    ...new Set([...said, ...neighbours(knowledge, said), ...turned(others, said.length === 0 ? turn : 0)]),
  ]
  const found: string[] = []
  const add = async (table: TableInfo, most: number): Promise<void> => {
    const candidates = suggestionCandidates(knowledge, table, understood)
    let left = most
    for (const tree of said.includes(table) ? candidates : turned(candidates, turn)) {
      if (left === 0 || found.length === SUGGESTIONS_MAX) return
      await pause()
      const question = sentenceOf(catalog, tree)
      if (question === null || [...found, ...asked].some((known) => sameQuestion(known, question))) continue
      found.push(question)
      left--
    }
  }
  for (const table of tables.slice(0, TABLES_MAX)) await add(table, said.includes(table) ? OF_ONE_MAX : 1)
  for (const table of tables.slice(0, TABLES_MAX)) await add(table, SUGGESTIONS_MAX)
  return found
}

/** Tables that a key connects to those that were said. */
const neighbours = (knowledge: Knowledge, said: readonly TableInfo[]): readonly TableInfo[] => {
  const { graph, tables } = catalogOf(knowledge.view)
  return said
    .flatMap(({ name }) => graph.stepsFrom(name))
    .flatMap(({ to }) => (graph.isHub(to) ? [] : (tables.get(to) ?? [])))
    .slice(0, TABLES_MAX)
}

/** A number that a question always has, and others not. */
const turnOf = (question: string): number => {
  let sum = 0
  for (const character of wordsOf(question).slice(0, TURN_READ_MAX))
    sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973
  return sum
}

const TURN_READ_MAX = 200

const turned = <Item>(items: readonly Item[], by: number): readonly Item[] => {
  const at = items.length === 0 ? 0 : by % Math.min(items.length, TURNED_MAX)
  return [...items.slice(at), ...items.slice(0, at)]
}

/** Only the first few change places: the nearest stay near. */
const TURNED_MAX = 6
