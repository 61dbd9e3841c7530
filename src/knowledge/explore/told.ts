import { estimatedTokens } from '../../ask/rules/question-context.ts'
import type { Part } from './explore.ts'

/** What is said of one column, and how many values are in it. */
export interface ToldLine {
  readonly text: string
  readonly values: number
}

interface Telling {
  readonly tokensMax: number
  /** What stands there instead where there is no line. */
  readonly none: string
  /** Stands in any case. */
  readonly last?: string
  /** Columns that there are no lines of. */
  readonly more?: number
}

const MORE_TOKENS = 10

/** Lines under their title, as far as the tokens hold them; of how many columns more nothing is told, is said. */
export const told = (
  title: string,
  lines: readonly ToldLine[],
  { tokensMax, none, last = '', more = 0 }: Telling,
): Part => {
  let left = tokensMax - estimatedTokens(`${title}${last}`) - 2 - MORE_TOKENS
  const kept: ToldLine[] = []
  for (const line of lines) {
    left -= estimatedTokens(line.text) + 1
    if (left < 0) break
    kept.push(line)
  }
  const untold = more + lines.length - kept.length
  const texts = [
    ...(kept.length === 0 ? [] : [`${title}:`]),
    ...kept.map(({ text }) => text),
    ...(untold === 0 ? [] : [`… and ${untold} more column${untold === 1 ? '' : 's'}, not told here`]),
    ...(last === '' ? [] : [last]),
  ]
  const text = texts.length === 0 ? `${title}: ${none}` : texts.join('\n')
  return { text, tables: 0, values: kept.reduce((sum, { values }) => sum + values, 0) }
}
