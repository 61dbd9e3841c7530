import { heldOptions, nounsOf } from '../build/index.ts'
import type { ColumnRef } from '../query/index.ts'
import { type Noun, type Part, type State, unusedAt, type Words } from '../read/index.ts'
import { daysBetween } from '../words/index.ts'
import { NOTHING_UNDERSTOOD, type Understood } from './suggestion-candidates.ts'

/** What of a question has been made out, and what has not. */
export interface Heard {
  /** Phrases as they were said: tables, columns, values and times. */
  readonly known: readonly string[]
  /** Words that nothing was made of. */
  readonly unknown: readonly string[]
  readonly understood: Understood
}

export const NOTHING_HEARD: Heard = { known: [], unknown: [], understood: NOTHING_UNDERSTOOD }

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

/** What was made of a question by its best reading. */
export const heardOf = ({ tokens, mentions, today }: Words, state: State): Heard => {
  const textOf = ({ at, end }: { readonly at: number; readonly end: number }): string =>
    tokens
      .slice(at, end)
      .map(({ text }) => text)
      .join(' ')
  const said = state.parts.filter((part) => SAYING.has(part.kind))
  const nouns = said.flatMap((part) => nounsOf(part).map((noun) => ({ noun, part })))
  const values = said.flatMap((part) => heldOptions(part).slice(0, 1))
  return {
    known: said.map(textOf),
    unknown: unusedAt({ tokens, mentions }, state).map((at) => tokens[at]?.text ?? ''),
    understood: {
      tables: [
        ...new Set([
          ...nouns.flatMap(({ noun }) => (noun.kind === 'table' ? [noun.table] : [])),
          ...values.map(({ column }) => column.table),
        ]),
      ],
      columns: [...nouns.flatMap(({ noun }) => columnsOf(noun)), ...values.map(({ column }) => column)],
      measures: nouns.flatMap(({ noun }) => (noun.kind === 'measure' ? noun.measures.slice(0, 1) : [])),
      windows: said.flatMap((part) =>
        part.kind === 'time'
          ? part.windows.flatMap(({ from, to }) =>
              from !== null && from <= today ? [{ from, to, days: daysBetween(from, to ?? today) }] : [],
            )
          : [],
      ),
    },
  }
}
