import { attack, type Refused, slip } from './refuse.ts'

export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'parameter'
  readonly text: string
  readonly start: number
}

const SPACE = /[ \t\r\n]+/y
const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
const NUMBER = /0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const TEXT = /'(?:[^']|'')*'/y
const BLOB = /[xX]'[0-9a-fA-F]*'/y
const NAME = /"(?:[^"\\]|"")+"|`(?:[^`\\]|``)+`|\[[^[\]\\]+\](?!\])/y
const SIGN = /->>|->|\|\||<<|>>|<=|>=|<>|!=|==|[(),.;=<>+\-*/%|&~]/y
const PARAMETER = /\?[1-9]\d?/y

const KINDS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['text', BLOB],
  ['text', TEXT],
  ['name', NAME],
  ['word', WORD],
  ['number', NUMBER],
  ['sign', SIGN],
]
const KINDS_AND_PARAMETERS = [...KINDS, ['parameter', PARAMETER] as const]

/**
 * Cuts a text into its words, in one pass.
 *
 * @param parameters whether `?1` may occur
 * @param max how many words are too many to go on
 * @throws Refused where two lexers might cut differently
 */
export const tokensOf = (text: string, parameters: boolean, max: number): readonly Token[] => {
  const tokens: Token[] = []
  for (let start = 0; start < text.length; ) {
    const space = match(SPACE, text, start)
    if (space !== undefined) {
      start += space.length
      continue
    }
    const token = next(text, start, parameters ? KINDS_AND_PARAMETERS : KINDS)
    if (token === undefined) throw unreadable(text, start)
    if (token.text === ';') throw attack('several_statements', 'Write exactly one SELECT statement.')
    if (touches(token, text)) throw slip('ambiguous_text', `Put a space after ${token.text.slice(0, 60)}.`)
    if (tokens.length === max) throw slip('too_long', TOO_LONG)
    tokens.push(token)
    start += token.text.length
  }
  return tokens
}

/** What a planner is told of a text that is too long. */
export const TOO_LONG =
  'The query is too long; ask for less at once, and join or compare with a sub-select instead of lists.'

const next = (text: string, start: number, kinds: typeof KINDS): Token | undefined => {
  if (text.startsWith('--', start) || text.startsWith('/*', start)) return undefined
  for (const [kind, pattern] of kinds) {
    const found = match(pattern, text, start)
    if (found !== undefined) return { kind, text: found, start }
  }
  return undefined
}

/** `N'x'`, `1_000`, `'a'b`: a lexer may join what another one separates. */
const touches = ({ kind, text: word, start }: Token, text: string): boolean => {
  if (kind === 'sign') return false
  const after = text.slice(start + word.length, start + word.length + 2) || ' '
  return kind === 'word' ? /^['"`[]/.test(after) : /^[\p{L}\p{M}\p{N}_'"`[]/u.test(after)
}

const match = (pattern: RegExp, text: string, start: number): string | undefined => {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0]
}

const unreadable = (text: string, start: number): Refused => {
  const rest = text.slice(start, start + 2)
  if (rest === '--' || rest === '/*') return slip('comment', 'Write the query without comments.')
  if (/^[?:@$#]/.test(rest))
    return slip('variable', 'Write values into the query as literals, and CAST(x AS type) instead of x::type.')
  if (/^['"`[]/.test(rest)) return slip('open_quote', 'A quote is not closed, or a quoted name is empty or odd.')
  return slip('odd_character', 'The query has a character in it that is no SQL.')
}
