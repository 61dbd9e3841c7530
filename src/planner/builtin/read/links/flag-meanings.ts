import type { ColumnValues, Knowledge } from '../../../../ask/rules/knowledge.ts'
import { stemOf, type Token } from '../../../../knowledge/words/index.ts'
import type { ColumnRef, Condition } from '../../query/index.ts'
import { catalogOf } from '../../schema/index.ts'
import type { FilterOption } from './word.ts'

/** Values for "yes" in columns of yes and no. */
const YES = /^(y|yes|t|true|1)$/i
const NO = /^(n|no|f|false|0)$/i
const WEIGHT = 0.98

const flags = new WeakMap<readonly ColumnValues[], ReadonlyMap<string, readonly FilterOption[]>>()

const yesOf = (values: readonly string[]): string | undefined =>
  values.length <= 2 && values.every((value) => YES.test(value) || NO.test(value))
    ? values.find((value) => YES.test(value))
    : undefined

const makeFlags = ({ view, values }: Knowledge): ReadonlyMap<string, readonly FilterOption[]> => {
  const texts = new Map(values.map((one) => [JSON.stringify([one.table, one.column]), one.values]))
  const found = new Map<string, FilterOption[]>()
  for (const table of catalogOf(view).tables.values()) {
    for (const { name, words, kind } of table.columns.values()) {
      const column: ColumnRef = { table: table.name, column: name }
      const yes = kind === 'boolean' ? 1 : yesOf(texts.get(JSON.stringify([table.name, name])) ?? [])
      if (yes === undefined) continue
      const said = /^(is|has)$/.test(words[0] ?? '') ? words.slice(1) : words
      const condition: Condition = { type: 'compare', column, op: '=', value: yes }
      const key = said.map(stemOf).join(' ')
      found.set(key, [...(found.get(key) ?? []), { column, condition, weight: WEIGHT }])
    }
  }
  return found
}

/** "Organic farms": a boolean column for the adjective. */
export const flagOptions = (knowledge: Knowledge, tokens: readonly Token[]): readonly FilterOption[] => {
  const known = flags.get(knowledge.values) ?? makeFlags(knowledge)
  flags.set(knowledge.values, known)
  return known.get(tokens.map(({ stem }) => stem).join(' ')) ?? []
}
