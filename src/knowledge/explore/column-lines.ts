import { estimatedTokens } from '../../ask/rules/question-context.ts'
import type { ExplorePart } from './explore.ts'

/** A line about one column, with the number of values in it. */
export interface ColumnLine {
  readonly text: string
  readonly values: number
}

interface LinesWithin {
  readonly tokensMax: number
  /** Text shown if there are no lines. */
  readonly none: string
  /** Text shown at the end in any case. */
  readonly last?: string
  /** Number of columns without a line. */
  readonly more?: number
}

const MORE_TOKENS = 10

/** Lines under a title, as far as they fit the tokens; a last line counts the omitted columns. */
export const columnLinesWithin = (
  title: string,
  lines: readonly ColumnLine[],
  { tokensMax, none, last = '', more = 0 }: LinesWithin,
): ExplorePart => {
  let left = tokensMax - estimatedTokens(`${title}${last}`) - 2 - MORE_TOKENS
  const kept: ColumnLine[] = []
  for (const line of lines) {
    left -= estimatedTokens(line.text) + 1
    if (left < 0) break
    kept.push(line)
  }
  const omitted = more + lines.length - kept.length
  const texts = [
    ...(kept.length === 0 ? [] : [`${title}:`]),
    ...kept.map(({ text }) => text),
    ...(omitted === 0 ? [] : [`… and ${omitted} more column${omitted === 1 ? '' : 's'}, not told here`]),
    ...(last === '' ? [] : [last]),
  ]
  const text = texts.length === 0 ? `${title}: ${none}` : texts.join('\n')
  return { text, tables: 0, values: kept.reduce((sum, { values }) => sum + values, 0) }
}
