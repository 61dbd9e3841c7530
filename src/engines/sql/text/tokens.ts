import { finalRefusal, type RefusalError, repairableRefusal } from '../../shared/refuse.ts'
import { type Lexicon, TOO_LONG, type Token, type WordKind } from './lexicon.ts'

/**
 * Tokenizes a text in one pass.
 *
 * @param max maximum number of tokens
 * @throws Refused where two lexers might differ
 */
type Tokenizer = (text: string, max: number) => readonly Token[]

const ASCII = 128
/** Longer words are not keywords. */
const KEYWORD_MAX = 18

/** @param parameters whether placeholders may occur */
export const tokenizer = (lexicon: Lexicon, parameters: boolean): Tokenizer => {
  const all = parameters ? [...lexicon.kinds, lexicon.parameter] : lexicon.kinds
  const byBegin = Array.from({ length: ASCII }, (_, code) =>
    all.filter(({ begins }) => begins.test(String.fromCharCode(code))),
  )
  const comments = new Set(lexicon.comments.map((begin) => begin.charCodeAt(0)))
  return (text, max) => {
    const tokens: Token[] = []
    let before: Token | undefined
    for (let start = 0; start < text.length; ) {
      const code = text.charCodeAt(start)
      if (isSpace(code)) {
        start++
        continue
      }
      const isComment = comments.has(code) && lexicon.comments.some((begin) => text.startsWith(begin, start))
      const token = isComment ? undefined : tokenAt(text, start, byBegin[code] ?? all)
      if (token === undefined) throw unreadable(text, start, lexicon)
      if (token.text === ';') throw finalRefusal('several_statements', 'Write exactly one SELECT statement.')
      const fault = lexicon.fault(token, text, before) ?? adjacencyFault(token, text)
      if (fault !== undefined) throw fault
      if (tokens.length === max) throw repairableRefusal('too_long', TOO_LONG)
      tokens.push(token)
      before = token
      start += token.text.length
    }
    return tokens
  }
}

/** Space, tab and line breaks. */
export const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13

/** The token at a position, if any. */
export const tokenAt = (text: string, start: number, kinds: readonly WordKind[]): Token | undefined => {
  for (const { kind, pattern } of kinds) {
    pattern.lastIndex = start
    if (!pattern.test(text)) continue
    const found = text.slice(start, pattern.lastIndex)
    const keyword = kind !== 'word' ? found : found.length > KEYWORD_MAX ? '' : found.toUpperCase()
    return { kind, text: found, start, keyword }
  }
  return undefined
}

/** Characters that no lexer joins to the token before them. */
const SEPARATORS: ReadonlySet<string | undefined> = new Set([undefined, ...' \t\r\n,.()=<>+-*/%'])

/** `N'x'`, `1_000`, `'a'b`: lexers may join or separate these. */
const adjacencyFault = ({ kind, text: word, start }: Token, text: string): RefusalError | undefined => {
  if (kind === 'sign' || SEPARATORS.has(text[start + word.length])) return undefined
  const after = text.slice(start + word.length, start + word.length + 2)
  const touches = kind === 'word' ? /^['"`[]/.test(after) : /^[\p{L}\p{M}\p{N}_'"`[]/u.test(after)
  return touches ? repairableRefusal('ambiguous_text', `Put a space after ${word.slice(0, 60)}.`) : undefined
}

const unreadable = (text: string, start: number, lexicon: Lexicon): RefusalError => {
  const rest = text.slice(start, start + 2)
  if (lexicon.comments.some((begin) => rest.startsWith(begin)))
    return repairableRefusal('comment', 'Write the query without comments.')
  const ofDialect = lexicon.unreadable(rest)
  if (ofDialect !== undefined) return ofDialect
  if (/^[?:@$#]/.test(rest))
    return repairableRefusal(
      'variable',
      'Write values into the query as literals, and CAST(x AS type) instead of x::type.',
    )
  if (/^['"`[]/.test(rest))
    return repairableRefusal('open_quote', 'A quote is not closed, or a quoted name is empty or odd.')
  return repairableRefusal('odd_character', 'The query contains a character that is not valid in SQL.')
}
