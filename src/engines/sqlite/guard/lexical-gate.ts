import { attack, type Refused, slip } from './refuse.ts'

/** A text that SQLite and the parser cut into the same words, and its form for the parser. */
export interface GatedText {
  readonly text: string
  /**
   * The same text, character for character in the same places, where words that the parser does not know stand
   * replaced by words of the same grammar: GLOB by LIKE, IS by =, and so on. Only its structure is ever used.
   */
  readonly parserText: string
}

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'parameter'
  readonly text: string
  readonly start: number
}

const BYTES_MAX = 20_000
const SPACE = /[ \t\r\n]+/y
const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
const NUMBER = /0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const TEXT = /'(?:[^']|'')*'/y
const BLOB = /[xX]'[0-9a-fA-F]*'/y
const NAME = /"(?:[^"\\]|"")+"|`(?:[^`\\]|``)+`|\[[^[\]\\]+\](?!\])/y
const SIGN = /->>|->|\|\||<<|>>|<=|>=|<>|!=|==|[(),.;=<>+\-*/%|&~]/y
const PARAMETER = /\?[1-9]\d?/y

/**
 * Refuses text that SQLite could cut into words differently than the parser does: there a query may hide from the
 * parser. Comments, variables, backslashes outside of literals and prefixed literals are of that kind; one semicolon
 * at the end is dropped.
 *
 * @param parameters whether `?1` may occur: in a statement that the guard wrote itself.
 * @throws Refused
 */
export const lexicalGate = (draft: string, { parameters = false } = {}): GatedText => {
  if (Buffer.byteLength(draft) > BYTES_MAX) throw slip('too_long', 'The query is too long; ask for less at once.')
  if (draft.includes('\0') || !draft.isWellFormed())
    throw attack('odd_character', 'The query has a character in it that is no text.')
  const text = draft.replace(/^[ \t\r\n]+/, '').replace(/(?:[ \t\r\n]|;(?=[ \t\r\n]*$))+$/, '')
  const tokens = cut(text, parameters)
  if (tokens.some(({ text }) => text === ';')) throw attack('several_statements', 'Write exactly one SELECT statement.')
  return { text, parserText: forParser(text, tokens) }
}

const cut = (text: string, parameters: boolean): readonly Token[] => {
  const tokens: Token[] = []
  for (let start = 0; start < text.length; ) {
    const space = match(SPACE, text, start)
    if (space !== undefined) {
      start += space.length
      continue
    }
    const token = next(text, start, parameters)
    if (token === undefined) throw unreadable(text, start)
    if (touches(token, text)) throw slip('ambiguous_text', `Put a space after ${token.text}.`)
    tokens.push(token)
    start += token.text.length
  }
  return tokens
}

const next = (text: string, start: number, parameters: boolean): Token | undefined => {
  if (text.startsWith('--', start) || text.startsWith('/*', start)) return undefined
  const kinds: readonly (readonly [Token['kind'], RegExp])[] = [
    ['text', BLOB],
    ['text', TEXT],
    ['name', NAME],
    ['word', WORD],
    ['number', NUMBER],
    ['sign', SIGN],
    ...(parameters ? [['parameter', PARAMETER] as const] : []),
  ]
  for (const [kind, pattern] of kinds) {
    const found = match(pattern, text, start)
    if (found !== undefined) return { kind, text: found, start }
  }
  return undefined
}

/** `N'x'`, `1_000`, `'a'b`: a lexer may join what another one separates. */
const touches = ({ kind, text: word, start }: Token, text: string): boolean => {
  if (kind === 'sign') return false
  const after = text[start + word.length] ?? ' '
  return kind === 'word' ? /['"`[]/.test(after) : /[\p{L}\p{M}\p{N}_'"`[]/u.test(after)
}

const match = (pattern: RegExp, text: string, start: number): string | undefined => {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0]
}

const unreadable = (text: string, start: number): Refused => {
  const rest = text.slice(start)
  if (rest.startsWith('--') || rest.startsWith('/*')) return slip('comment', 'Write the query without comments.')
  if (/^[?:@$#]/.test(rest))
    return slip('variable', 'Write values into the query as literals, and CAST(x AS type) instead of x::type.')
  if (/^['"`[]/.test(rest)) return slip('open_quote', 'A quote is not closed, or a quoted name is empty or odd.')
  return slip('odd_character', 'The query has a character in it that is no SQL.')
}

/** Rewrites words for the parser, each to the same length. */
const forParser = (text: string, tokens: readonly Token[]): string => {
  let written = text
  const put = (token: Token, word: string) => {
    const filled = word.padEnd(token.text.length)
    written = written.slice(0, token.start) + filled + written.slice(token.start + token.text.length)
  }
  tokens.forEach((token, index) => {
    const word = (ahead: number) => {
      const other = tokens[index + ahead]
      return other?.kind === 'word' ? other.text.toUpperCase() : other?.text
    }
    if (token.kind === 'sign' && (token.text === '<<' || token.text === '>>')) put(token, '||')
    if (token.kind !== 'word') return
    if (word(0) === 'GLOB' && word(1) !== '(') put(token, 'LIKE')
    if (word(0) === 'ISNULL') put(token, '=0')
    if (word(0) === 'MATERIALIZED' && (word(-1) === 'AS' || word(-1) === 'NOT') && word(1) === '(') put(token, '')
    if (word(0) === 'NOT' && word(-1) === 'AS' && word(1) === 'MATERIALIZED') put(token, '')
    if (word(0) === 'NOT' && word(-1) === 'IS' && !FORMS_OF_IS.has(word(1) ?? '')) put(token, '')
    if (word(0) === 'IS' && !FORMS_OF_IS.has(word(word(1) === 'NOT' ? 2 : 1) ?? '')) put(token, '=')
  })
  return written
}

/** What may follow IS (NOT) in the parser's grammar. */
const FORMS_OF_IS: ReadonlySet<string> = new Set(['NULL', 'TRUE', 'FALSE', 'DISTINCT'])
