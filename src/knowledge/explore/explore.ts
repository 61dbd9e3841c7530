import type { CataloguedColumn } from '../../ask/rules/catalog.ts'
import type { ColumnValues, DatabaseView } from '../../ask/rules/knowledge.ts'
import { FOUND_TOKENS_MAX, type Found, LOOKS_MAX, type Look, type OnLooking } from '../../ask/rules/look.ts'
import { estimatedTokens } from '../../ask/rules/question-context.ts'
import { inSlices } from '../../platform/values/sliced.ts'
import type { AskedName } from '../look-up/asked-names.ts'
import type { LookedUp } from '../look-up/look-up-names.ts'
import type { ColumnRange } from '../look-up/read-ranges.ts'
import type { FoundText } from '../read-texts.ts'
import { schemaIndexOf } from '../retrieval/schema-index.ts'
import type { TextColumn } from '../text-columns.ts'
import { indexColumns, tokenise } from '../words/index.ts'
import { foundNames } from './found-names.ts'
import { foundValues } from './found-values.ts'
import { heldValues } from './held-values.ts'
import { lookedAt } from './looked-at.ts'

/** What is known on behalf of one caller, and how texts of rows are read for it. */
export interface Known {
  readonly view: DatabaseView
  /** The text columns whose values planners may know. */
  readonly texts: readonly TextColumn[]
  /** Kinds that many rows share. */
  readonly values: readonly ColumnValues[]
  readonly question: string
  readonly catalogued: (column: TextColumn) => CataloguedColumn | undefined
  /** Names among the caller's own rows, through the guard. */
  readonly lookUp: (names: readonly AskedName[], columns: readonly TextColumn[]) => Promise<LookedUp>
  /** Texts that columns hold in the caller's own rows; undefined where they were not read. */
  readonly textsOf: (columns: readonly TextColumn[], valuesMax: number) => Promise<readonly FoundText[] | undefined>
  /** The same for ranges of columns of one table. */
  readonly ranges: (table: string, columns: readonly string[]) => Promise<readonly ColumnRange[] | undefined>
  readonly onLooking: OnLooking
}

/** What became of one thing that was looked for. */
export interface Part {
  readonly text: string
  readonly tables: number
  readonly values: number
}

const READ_MAX = 4_000

/**
 * Answers one round of looking, in at most `FOUND_TOKENS_MAX`. All names of a round are looked up together. What is denied, hidden or another's reads like what does not exist, because it is no part of what is known.
 *
 * @throws what looking up throws
 */
export const explore = async (known: Known, looks: readonly Look[]): Promise<Found> => {
  const index = await inSlices(schemaIndexOf(known.view))
  await inSlices(indexColumns(known.values))
  const asked = new Set(tokenise(known.question.slice(0, READ_MAX)).map(({ stem }) => stem))
  const some = looks.slice(0, LOOKS_MAX)
  const texts = some.filter((look) => look.kind === 'values')
  const lists = some.filter((look) => look.kind === 'list')
  const names = some.filter((look) => look.kind !== 'values' && look.kind !== 'list')
  const parts: Part[] = []
  let left = FOUND_TOKENS_MAX
  const add = (part: Part): void => {
    parts.push(part)
    left -= estimatedTokens(part.text) + 1
  }
  const share = (waiting: number): number => Math.max(0, Math.floor(left / waiting))
  for (const [at, look] of names.entries()) {
    known.onLooking(lookedAt(known, index, look))
    const tokensMax = share(names.length - at + lists.length + Math.sign(texts.length))
    add(await inSlices(foundNames(known, index, { look, asked, tokensMax })))
  }
  for (const [at, look] of lists.entries()) {
    known.onLooking(lookedAt(known, index, look))
    add(await heldValues(known, index, look, share(lists.length - at + Math.sign(texts.length))))
  }
  if (texts.length > 0) add(await foundValues(known, index, texts, share(1)))
  return {
    kind: 'found',
    text: parts.map(({ text }) => text).join('\n'),
    tables: parts.reduce((sum, { tables }) => sum + tables, 0),
    values: parts.reduce((sum, { values }) => sum + values, 0),
  }
}
