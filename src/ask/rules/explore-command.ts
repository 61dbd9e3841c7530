import { estimatedTokens, type QuestionContext } from './question-context.ts'

/** What a planner may request before it writes: a search for tables by words, whole tables, and texts in columns. */
export const EXPLORE_KINDS = ['search', 'describe', 'values'] as const
export type ExploreKind = (typeof EXPLORE_KINDS)[number]

/** One request of a model to explore the database. Plain data: it crosses activity boundaries. */
export type ExploreCommand =
  | { readonly kind: 'search'; readonly words: string }
  | { readonly kind: 'describe'; readonly table: string }
  /** `within`: a column (`table.column`) or a table; without it, all columns, most likely first. */
  | { readonly kind: 'values'; readonly text: string; readonly within?: string }
  /** Lists the values of a column, or of each column of a table. */
  | { readonly kind: 'list'; readonly within: string }

/** What a request explores, as shown to users: names that the caller may see, and the searched texts, shortened. */
export type ExploreTarget =
  /** `of`: words; a table; a table, or a column with its table. */
  | { readonly kind: 'tables' | 'columns' | 'values'; readonly of: string }
  /** `columns`: how many visible columns may hold the texts. */
  | { readonly kind: 'texts'; readonly texts: readonly string[]; readonly columns: number }

/** Called with the target of each request of a round, before it is read; undefined if the caller may see nothing of it. */
export type OnExplore = (at: ExploreTarget | undefined) => void

/** The results of one round, as text for a model: names and values that the caller may see. */
export interface ExploreResult {
  readonly kind: 'found'
  readonly text: string
  /** Numbers of tables and values in it; for operators, who see neither. */
  readonly tables: number
  readonly values: number
}

/** How a planner may explore in this turn. */
export interface ExploreBudget {
  /** Remaining rounds. */
  readonly left: number
  /** Results of the earlier rounds, oldest first. */
  readonly found: readonly ExploreResult[]
}

/** Maximum of requests per round. */
export const EXPLORE_COMMANDS_MAX = 5
export const EXPLORE_TEXT_LENGTH_MAX = 200
/** Maximum of words in one search: each costs time proportional to the number of tables. */
export const SEARCH_WORDS_MAX = 6
/** Approximate maximum of tokens that one round returns. */
export const EXPLORE_TOKENS_MAX = 1_000

/** Share of the prompt tokens for tables and values that results may use. */
const RESULTS_SHARE = 0.5

/** The kinds of request to offer: if the whole schema is in the prompt, only values can be searched. */
export const offeredExploreKinds = (
  looking: ExploreBudget | undefined,
  { tables, tablesLeftOut }: Pick<QuestionContext, 'tables' | 'tablesLeftOut'>,
): readonly ExploreKind[] => {
  if (looking === undefined || looking.left <= 0) return []
  const isWhole = tablesLeftOut === 0 && tables.every(({ columnsLeftOut = 0 }) => columnsLeftOut === 0)
  return isWhole ? ['values'] : EXPLORE_KINDS
}

/**
 * Results, oldest first, as far as they fit the tokens of a prompt. The latest results are needed most; if not even
 * those fit, only their first lines are kept.
 */
export const exploreResultsWithin = (
  looking: ExploreBudget | undefined,
  tokensMax: number,
): readonly ExploreResult[] => {
  const kept: ExploreResult[] = []
  let left = tokensMax * RESULTS_SHARE
  for (const found of (looking?.found ?? []).toReversed()) {
    const tokens = estimatedTokens(found.text)
    if (tokens > left) return kept.length > 0 ? kept : [{ ...found, text: firstLines(found.text, left) }]
    left -= tokens
    kept.unshift(found)
  }
  return kept
}

const firstLines = (text: string, tokensMax: number): string => {
  let left = tokensMax
  const kept: string[] = []
  for (const line of text.split('\n')) {
    left -= estimatedTokens(line) + 1
    if (left < 0) break
    kept.push(line)
  }
  return kept.join('\n')
}
