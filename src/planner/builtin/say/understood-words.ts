import { nounsOf, valueOptionsOf } from '../build/index.ts'
import type { ColumnRef } from '../query/index.ts'
import { type Noun, type Part, type State, unusedTokens, type Words } from '../read/index.ts'
import { NO_CONTEXT, type SuggestionContext } from './suggest.ts'

/** What was understood of a question, and what was not. */
export interface UnderstoodWords {
  /** Phrases as written: tables, columns, values and times. */
  readonly known: readonly string[]
  /** Words without a meaning. */
  readonly unknown: readonly string[]
  readonly near: SuggestionContext['near']
}

export const NOTHING_UNDERSTOOD: UnderstoodWords = { known: [], unknown: [], near: NO_CONTEXT }

const SAYING = new Set<Part['kind']>([
  'noun',
  'count',
  'fold',
  'value',
  'bound',
  'against',
  'time',
  'filter',
  'done',
  'rank',
])

const columnsOf = (noun: Noun): readonly ColumnRef[] =>
  noun.kind === 'column'
    ? noun.options.slice(0, 1).map(({ column }) => column)
    : noun.kind === 'columns'
      ? noun.columns
      : []

/** What the best reading understood of a question. */
export const understoodWords = ({ tokens, mentions }: Words, state: State): UnderstoodWords => {
  const textOf = ({ at, end }: { readonly at: number; readonly end: number }): string =>
    tokens
      .slice(at, end)
      .map(({ text }) => text)
      .join(' ')
  const words = state.parts.filter((part) => SAYING.has(part.kind))
  const nouns = words.flatMap(nounsOf)
  const values = words.flatMap((part) => valueOptionsOf(part).slice(0, 1))
  return {
    known: words.map(textOf),
    unknown: unusedTokens({ tokens, mentions }, state).map((at) => tokens[at]?.text ?? ''),
    near: {
      tables: [
        ...nouns.flatMap((noun) => (noun.kind === 'table' ? [noun.table] : [])),
        ...values.map(({ column }) => column.table),
      ],
      columns: [...nouns.flatMap(columnsOf), ...values.map(({ column }) => column)],
    },
  }
}
