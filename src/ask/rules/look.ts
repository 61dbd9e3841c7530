import { estimatedTokens, type QuestionContext } from './question-context.ts'

/** What a planner may ask of a database before it writes: tables by words, whole tables, and texts that are in columns. */
export const LOOK_KINDS = ['search', 'describe', 'values'] as const
export type LookKind = (typeof LOOK_KINDS)[number]

/** One thing that is looked for, as a model asks for it. Plain data: it crosses activity boundaries. */
export type Look =
  | { readonly kind: 'search'; readonly words: string }
  | { readonly kind: 'describe'; readonly table: string }
  /** `within`: a column (`table.column`) or a table; without it, in any column, the likeliest first. */
  | { readonly kind: 'values'; readonly text: string; readonly within?: string }
  /** What a column, or each of a table, holds. */
  | { readonly kind: 'list'; readonly within: string }

/** What a look goes through, as those who ask are told: names that they may see, and what is looked for, cut short. */
export type LookedAt =
  /** `of`: words; a table; a table, or a column with its table. */
  | { readonly kind: 'tables' | 'columns' | 'values'; readonly of: string }
  /** `columns`: how many may hold the texts, of those that the caller may see. */
  | { readonly kind: 'texts'; readonly texts: readonly string[]; readonly columns: number }

/** Gets what each look of a round goes through, before it is read; undefined where its caller may see nothing of it. */
export type OnLooking = (at: LookedAt | undefined) => void

/** What one round has found, as a model reads it: names and values that the caller may see. */
export interface Found {
  readonly kind: 'found'
  readonly text: string
  /** Tables and values that are told of in it; for operators, who see neither. */
  readonly tables: number
  readonly values: number
}

/** How a planner may look, in this turn. */
export interface Looking {
  /** Rounds that are left. */
  readonly left: number
  /** What the rounds before have found, oldest first. */
  readonly found: readonly Found[]
}

/** Things of one round. */
export const LOOKS_MAX = 5
export const LOOK_LENGTH_MAX = 200
/** Words of one that tables are searched by: each costs as much as there are tables. */
export const LOOK_WORDS_MAX = 6
/** What a round tells, about. */
export const FOUND_TOKENS_MAX = 1_000

/** Of the tokens of a prompt for tables and values, what may be taken by what was found. */
const FOR_FOUND = 0.5

/** What is worth offering: where a model is told the whole schema, there is nothing but values to look for. */
export const offeredLooks = (
  looking: Looking | undefined,
  { tables, tablesLeftOut }: Pick<QuestionContext, 'tables' | 'tablesLeftOut'>,
): readonly LookKind[] => {
  if (looking === undefined || looking.left <= 0) return []
  const isWhole = tablesLeftOut === 0 && tables.every(({ columnsLeftOut = 0 }) => columnsLeftOut === 0)
  return isWhole ? ['values'] : LOOK_KINDS
}

/**
 * What was found, oldest first, as far as the tokens of a prompt hold it: what was looked for last is needed most, and where
 * not even that fits, its first lines are told.
 */
export const foundWithin = (looking: Looking | undefined, tokensMax: number): readonly Found[] => {
  const kept: Found[] = []
  let left = tokensMax * FOR_FOUND
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
