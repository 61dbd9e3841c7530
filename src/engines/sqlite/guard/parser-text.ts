import type { Token } from './tokens.ts'

/** Longer words are no keywords. */
const KEYWORD_MAX = 12

/** What may follow IS (NOT) in the parser's grammar. */
const FORMS_OF_IS: ReadonlySet<string> = new Set(['NULL', 'TRUE', 'FALSE', 'DISTINCT'])

/**
 * The text for the parser: words that it does not know stand replaced by words of the same grammar and length, so that
 * every other word keeps its place.
 */
export const parserTextOf = (text: string, tokens: readonly Token[]): string => {
  const words = tokens.map(({ kind, text }) => {
    if (kind !== 'word') return text
    return text.length > KEYWORD_MAX ? '' : text.toUpperCase()
  })
  const pieces: string[] = []
  let written = 0
  tokens.forEach((token, index) => {
    const word = replacement(token, index, words)
    if (word === undefined) return
    pieces.push(text.slice(written, token.start), word.padEnd(token.text.length))
    written = token.start + token.text.length
  })
  return pieces.join('') + text.slice(written)
}

/** The last rule that applies wins. */
const replacement = ({ kind, text }: Token, index: number, words: readonly string[]): string | undefined => {
  if (kind === 'sign') return text === '<<' || text === '>>' ? '||' : undefined
  if (kind !== 'word') return undefined
  const word = (ahead: number): string | undefined => words[index + ahead]
  switch (word(0)) {
    case 'GLOB':
      return word(1) === '(' ? undefined : 'LIKE'
    case 'ISNULL':
      return '=0'
    case 'MATERIALIZED':
      return (word(-1) === 'AS' || word(-1) === 'NOT') && word(1) === '(' ? '' : undefined
    case 'NOT':
      if (word(-1) === 'AS' && word(1) === 'MATERIALIZED') return ''
      return word(-1) === 'IS' && !FORMS_OF_IS.has(word(1) ?? '') ? '' : undefined
    case 'IS':
      return FORMS_OF_IS.has(word(word(1) === 'NOT' ? 2 : 1) ?? '') ? undefined : '='
    default:
      return undefined
  }
}
