import type { CataloguedColumn } from '../../ask/rules/catalog.ts'
import {
  EXPLORE_COMMANDS_MAX,
  EXPLORE_TOKENS_MAX,
  type ExploreCommand,
  type ExploreResult,
  type OnExplore,
} from '../../ask/rules/explore-command.ts'
import type { ColumnValues, DatabaseView } from '../../ask/rules/knowledge.ts'
import { estimatedTokens } from '../../ask/rules/question-context.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import type { AskedName } from '../look-up/asked-names.ts'
import type { LookedUp } from '../look-up/look-up-names.ts'
import type { ColumnRange } from '../look-up/read-ranges.ts'
import type { FoundText } from '../read-texts.ts'
import { schemaIndexOf } from '../retrieval/schema-index.ts'
import type { TextColumn } from '../text-columns.ts'
import { indexColumns, tokenise } from '../words/index.ts'
import { exploreTargetOf } from './explore-target.ts'
import { foundNames } from './found-names.ts'
import { foundValues } from './found-values.ts'
import { heldValues } from './held-values.ts'

/** The knowledge of one caller, with functions that read texts of its rows. */
export interface CallerKnowledge {
  readonly view: DatabaseView
  /** The text columns whose values planners may know. */
  readonly texts: readonly TextColumn[]
  /** Categories. */
  readonly values: readonly ColumnValues[]
  readonly question: string
  readonly catalogued: (column: TextColumn) => CataloguedColumn | undefined
  /** Looks up names in the caller's rows, through the guard. */
  readonly lookUp: (names: readonly AskedName[], columns: readonly TextColumn[]) => Promise<LookedUp>
  /** Texts of columns in the caller's rows; undefined if they were not read. */
  readonly textsOf: (columns: readonly TextColumn[], valuesMax: number) => Promise<readonly FoundText[] | undefined>
  /** Ranges of columns of one table in the caller's rows. */
  readonly ranges: (table: string, columns: readonly string[]) => Promise<readonly ColumnRange[] | undefined>
  readonly onLooking: OnExplore
}

/** The result of one request. */
export interface ExplorePart {
  readonly text: string
  readonly tables: number
  readonly values: number
}

const READ_MAX = 4_000

/**
 * Answers one round of requests, in at most `EXPLORE_TOKENS_MAX`. All names of a round are looked up together. Denied,
 * hidden and foreign names give the same result as names that do not exist, because they are not in the caller's
 * knowledge.
 *
 * @throws what looking up throws
 */
export const explore = async (known: CallerKnowledge, requests: readonly ExploreCommand[]): Promise<ExploreResult> => {
  const index = await runInSlices(schemaIndexOf(known.view))
  await runInSlices(indexColumns(known.values))
  const asked = new Set(tokenise(known.question.slice(0, READ_MAX)).map(({ stem }) => stem))
  const some = requests.slice(0, EXPLORE_COMMANDS_MAX)
  const texts = some.filter((request) => request.kind === 'values')
  const lists = some.filter((request) => request.kind === 'list')
  const names = some.filter((request) => request.kind !== 'values' && request.kind !== 'list')
  const parts: ExplorePart[] = []
  let left = EXPLORE_TOKENS_MAX
  const add = (part: ExplorePart): void => {
    parts.push(part)
    left -= estimatedTokens(part.text) + 1
  }
  const share = (waiting: number): number => Math.max(0, Math.floor(left / waiting))
  for (const [at, request] of names.entries()) {
    known.onLooking(exploreTargetOf(known, index, request))
    const tokensMax = share(names.length - at + lists.length + Math.sign(texts.length))
    add(await runInSlices(foundNames(known, index, { look: request, asked, tokensMax })))
  }
  for (const [at, request] of lists.entries()) {
    known.onLooking(exploreTargetOf(known, index, request))
    add(await heldValues(known, index, request, share(lists.length - at + Math.sign(texts.length))))
  }
  if (texts.length > 0) add(await foundValues(known, index, texts, share(1)))
  return {
    kind: 'found',
    text: parts.map(({ text }) => text).join('\n'),
    tables: parts.reduce((sum, { tables }) => sum + tables, 0),
    values: parts.reduce((sum, { values }) => sum + values, 0),
  }
}
