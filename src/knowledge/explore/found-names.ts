import { type ExploreCommand, SEARCH_WORDS_MAX } from '../../ask/rules/explore-command.ts'
import { quoted } from '../../ask/rules/prompts/quoted.ts'
import { makeupOf, schemaText } from '../../ask/rules/prompts/schema-text.ts'
import { valuesText } from '../../ask/rules/prompts/values-text.ts'
import { estimatedTokens, type ShownTable } from '../../ask/rules/question-context.ts'
import type { Sliced } from '../../platform/values/sliced.ts'
import { namedValues } from '../retrieval/named-values.ts'
import type { SchemaIndex } from '../retrieval/schema-index.ts'
import { rankedTables } from '../retrieval/search-tables.ts'
import { type ColumnNeeds, shownColumns } from '../retrieval/shown-columns.ts'
import { shownValues } from '../retrieval/shown-values.ts'
import { tokenise, type ValueHit, ValueIndex } from '../words/index.ts'
import type { CallerKnowledge, ExplorePart } from './explore.ts'

/** Maximum of tables per search, and the tokens of each: its keys, and the columns that match the words. */
const TABLES_MAX = 10
const TABLE_TOKENS_MAX = 120
/** Maximum length of the search words in a title. */
const TITLE_LENGTH_MAX = 80
/** Share of the tokens for tables; the rest is for categories. */
const TABLES_SHARE = 0.8

interface NamesRequest {
  readonly look: Extract<ExploreCommand, { kind: 'search' | 'describe' }>
  /** Stems of the words of the question. */
  readonly asked: ReadonlySet<string>
  readonly tokensMax: number
}

/** Searches tables by words, or describes one by its name, with the categories of their columns. */
export function* foundNames(
  known: CallerKnowledge,
  index: SchemaIndex,
  { look, asked, tokensMax }: NamesRequest,
): Sliced<ExplorePart> {
  const { view } = known
  const makeup = makeupOf(view)
  const words = look.kind === 'search' ? tokenise(look.words).slice(0, SEARCH_WORDS_MAX) : []
  const stems = new Set(words.map(({ stem }) => stem))
  const needs = { view, index, stems: new Set([...asked, ...stems]), named: new Set<string>() }
  const title = look.kind === 'search' ? `For ${shortly(look.words)}` : shortly(look.table)
  const most = (tokensMax - estimatedTokens(title)) * TABLES_SHARE
  const tables =
    look.kind === 'search'
      ? yield* searched(index, stems, most, { ...needs, stems })
      : described(index, look.table, most, needs)
  const shown = tables.length === 0 ? '' : schemaText(tables, makeup)
  const named: readonly ValueHit[] = look.kind === 'search' ? namedValues(words, new ValueIndex(known.values)) : []
  const values = shownValues(
    known,
    named,
    look.kind === 'search' ? [] : tables,
    tokensMax - estimatedTokens(`${title}${shown}`),
  )
  const lines = [shown, valuesText(values)].filter((text) => text !== '')
  return {
    text: lines.length === 0 ? `${title}: nothing.` : [`${title}:`, ...lines].join('\n'),
    tables: tables.length,
    values: values.reduce((sum, one) => sum + one.values.length, 0),
  }
}

const shortly = (text: string): string => quoted(text, TITLE_LENGTH_MAX)

function* searched(
  index: SchemaIndex,
  stems: ReadonlySet<string>,
  tokensMax: number,
  needs: ColumnNeeds,
): Sliced<readonly ShownTable[]> {
  const ranked = yield* rankedTables(index, stems)
  return ranked
    .slice(0, Math.min(TABLES_MAX, Math.floor(tokensMax / TABLE_TOKENS_MAX)))
    .map((table) => shownColumns(table, TABLE_TOKENS_MAX, needs))
}

const described = (index: SchemaIndex, name: string, tokensMax: number, needs: ColumnNeeds): readonly ShownTable[] => {
  const table = index.tables[index.atAnyCase(name.trim()) ?? -1]
  return table === undefined ? [] : [shownColumns(table, tokensMax, needs)]
}
