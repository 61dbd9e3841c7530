import { type Knowledge, valuesOf } from '../../../ask/rules/knowledge.ts'
import { teachablePhrase, withPhraseReplaced } from '../../../manage/glossary/rules/learned-entry.ts'
import type { ProposedEntry } from '../../../manage/glossary/rules/proposal.ts'
import { nounsOf } from '../build/index.ts'
import {
  type ColumnRef,
  type Condition,
  conditionTables,
  type QueryTree,
  tablesOf,
  withNested,
} from '../query/index.ts'
import type { State } from '../read/index.ts'
import { catalogOf, columnOf, glossaryMeasures } from '../schema/index.ts'
import type { StatedQuery } from '../sentence/index.ts'
import { decisionOn } from '../weigh/index.ts'
import type { PeriodContext } from '../words/index.ts'

/** An earlier question, with what was understood of it. */
interface AmbiguousQuestion {
  readonly question: string
  readonly state: State
  /** Words without a meaning. */
  readonly unknown: readonly string[]
}

/** A name used by a query, with the glossary entry that would add a synonym for it. */
interface Name {
  readonly words: string
  entry(phrase: string): ProposedEntry
}

/** Maximum of names tried in place of the unknown word: each costs a reading. */
const TRIED_MAX = 6

/**
 * What the unknown word of an ambiguous question means, according to the chosen reading: the one name in it that the
 * question lacks, and that, in place of the word, gives that reading.
 *
 * @returns undefined if there is not exactly one word and one name; a value counts only if it is published
 */
export const learntEntry = async (
  knowledge: Knowledge,
  unclear: AmbiguousQuestion,
  chosen: StatedQuery,
  when: PeriodContext,
): Promise<ProposedEntry | undefined> => {
  const { question, unknown } = unclear
  const phrase = teachablePhrase(question, unknown)
  if (phrase === undefined) return undefined
  const fitting: Name[] = []
  for (const name of unsaidNames(knowledge, unclear, chosen.tree).slice(0, TRIED_MAX)) {
    const decision = await decisionOn(knowledge, withPhraseReplaced(question, phrase, name.words), when)
    if (decision.kind === 'answer' && decision.answer.query === chosen.query) fitting.push(name)
  }
  const [only, more] = fitting
  return more === undefined ? only?.entry(phrase.toLowerCase()) : undefined
}

const unsaidNames = (
  knowledge: Knowledge,
  { question, state }: AmbiguousQuestion,
  tree: QueryTree,
): readonly Name[] => {
  const nouns = state.parts.flatMap(nounsOf)
  const saidTables = new Set(nouns.flatMap((noun) => (noun.kind === 'table' ? [noun.table] : [])))
  const saidColumns = new Set(
    nouns.flatMap((noun) =>
      noun.kind === 'column'
        ? noun.options.map(({ column }) => keyOf(column))
        : noun.kind === 'columns'
          ? noun.columns.map(keyOf)
          : [],
    ),
  )
  const isSaid = (words: string): boolean => question.toLowerCase().includes(words.toLowerCase())
  const names = [
    ...tablesNamed(tree)
      .filter((table) => !saidTables.has(table))
      .flatMap((table) => tableName(knowledge, table)),
    ...columnsNamed(tree)
      .filter((column) => !saidColumns.has(keyOf(column)))
      .flatMap((column) => columnName(knowledge, column)),
    ...withNested(tree.where).flatMap((condition) => valueNames(knowledge, condition)),
    ...measureNames(knowledge, tree),
  ].filter(({ words }) => !isSaid(words))
  return [...new Map(names.map((name) => [JSON.stringify(name.entry('')), name])).values()]
}

const keyOf = ({ table, column }: ColumnRef): string => JSON.stringify([table, column])

const tablesNamed = (tree: QueryTree): readonly string[] => [
  ...new Set([...tablesOf(tree), ...withNested(tree.where).flatMap(conditionTables)]),
]

const columnsNamed = (tree: QueryTree): readonly ColumnRef[] => [
  ...tree.columns,
  ...tree.groups.flatMap((group) => (group.type === 'entity' ? [] : [group.column])),
  ...withNested(tree.where).flatMap((condition) => ('column' in condition ? [condition.column] : [])),
  ...tree.measures.flatMap(({ table, column }) => (column === null ? [] : [{ table, column }])),
  ...tree.order.flatMap(({ by }) => (typeof by === 'string' ? [] : [by])),
]

const tableName = ({ view }: Knowledge, table: string): readonly Name[] => {
  const info = catalogOf(view).tables.get(table)
  if (info === undefined) return []
  return [{ words: info.plural, entry: (phrase) => ({ of: 'table', gloss: { table, synonyms: [phrase] } }) }]
}

const columnName = ({ view }: Knowledge, { table, column }: ColumnRef): readonly Name[] => {
  const info = columnOf(catalogOf(view), { table, column })
  if (info === null || info === undefined) return []
  return [
    {
      words: info.words.join(' '),
      entry: (phrase) => ({ of: 'column', gloss: { table, column, synonyms: [phrase] } }),
    },
  ]
}

/** Values that all callers of a view may see: values of one tenant are never proposed. */
const valueNames = (knowledge: Knowledge, condition: Condition): readonly Name[] => {
  if (condition.type !== 'compare' || condition.op !== '=') return []
  const { value } = condition
  const { table, column } = condition.column
  if (typeof value !== 'string' || valuesOf(knowledge, table, column)?.values.includes(value) !== true) return []
  return [
    {
      words: value,
      entry: (phrase) => ({ of: 'phrase', gloss: { phrase, table, filter: { column, op: '=', value } } }),
    },
  ]
}

const measureNames = ({ view }: Knowledge, { measures }: QueryTree): readonly Name[] =>
  glossaryMeasures(view.glossary).flatMap(([words, known]): readonly Name[] => {
    const isOf = measures.some(
      (one) =>
        one.table === known.table &&
        one.aggregate === known.aggregate &&
        one.column === known.column &&
        JSON.stringify(one.times) === JSON.stringify(known.times),
    )
    const gloss = isOf
      ? view.glossary.phrases.find((one) => one.phrase === words && one.table === known.table)
      : undefined
    return gloss === undefined ? [] : [{ words, entry: (phrase) => ({ of: 'phrase', gloss: { ...gloss, phrase } }) }]
  })
