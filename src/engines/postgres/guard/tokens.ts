import { repairableRefusal } from '../../shared/refuse.ts'

const WORD = 'word'
/** A text, quoted name or number. */
export const LITERAL = 'literal'

const PLAIN = /'(?:[^']|'')*'?/y
const ESCAPED = /'(?:[^'\\]|''|\\[\s\S])*'?/y
const NAME = /"(?:[^"]|"")*"?/y
const DOLLARS = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const LINE_COMMENT = /--[^\n\r]*/y

/**
 * Tokenizes a text like PostgreSQL's scanner, in one pass. Used for limits only; the parser reads the text itself.
 *
 * @returns the kind of each word and literal, and every other sign itself
 * @throws Refused if comments are nested too deeply
 */
export const tokensOf = (text: string): readonly string[] => {
  const tokens: string[] = []
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) at++
    else if (isWordStart(code)) {
      const start = at
      at = wordEnd(text, at)
      const escaped = at === start + 1 && (code | LOWER_CASE) === SMALL_E && text.charCodeAt(at) === QUOTE
      if (escaped) at = endOf(ESCAPED, text, at)
      tokens.push(escaped ? LITERAL : WORD)
    } else if (isDigit(code)) {
      at = numberEnd(text, at)
      tokens.push(LITERAL)
    } else if (code === QUOTE || code === DOUBLE_QUOTE) {
      at = endOf(code === QUOTE ? PLAIN : NAME, text, at)
      tokens.push(LITERAL)
    } else if (code === MINUS && text.charCodeAt(at + 1) === MINUS) at = endOf(LINE_COMMENT, text, at)
    else if (code === SLASH && text.charCodeAt(at + 1) === STAR) at = commentEnd(text, at)
    else {
      const opened = code === DOLLAR ? endOf(DOLLARS, text, at) : at
      if (opened > at) {
        const end = text.indexOf(text.slice(at, opened), opened)
        at = end < 0 ? text.length : end + opened - at
        tokens.push(LITERAL)
      } else tokens.push(text.charAt(at++))
    }
  }
  return tokens
}

const [QUOTE, DOUBLE_QUOTE, DOLLAR, MINUS, SLASH, STAR] = [0x27, 0x22, 0x24, 0x2d, 0x2f, 0x2a]
const [UNDERSCORE, DOT, SMALL_E, LOWER_CASE] = [0x5f, 0x2e, 0x65, 0x20]

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** PostgreSQL treats all non-ASCII characters as letters. */
const isWordStart = (code: number): boolean => {
  const lower = code | LOWER_CASE
  return (lower >= 0x61 && lower <= 0x7a) || code === UNDERSCORE || code >= 0x80
}

const wordEnd = (text: string, start: number): number => {
  let at = start + 1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (!isWordStart(code) && !isDigit(code) && code !== DOLLAR) break
  }
  return at
}

const numberEnd = (text: string, start: number): number => {
  let at = start + 1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x80 || !(isWordStart(code) || isDigit(code) || code === DOT)) break
  }
  return at
}

/** The end of a match at this position, or the position itself. */
const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** PostgreSQL's scanner takes quadratic time in the nesting depth of comments. */
const COMMENTS_MAX = 20

/** @throws Refused */
const commentEnd = (text: string, start: number): number => {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('/*', at)) {
      depth++
      at++
      if (depth > COMMENTS_MAX)
        throw repairableRefusal('too_deep', 'Comments are nested too deeply: leave them out instead.')
    } else if (text.startsWith('*/', at)) {
      depth--
      at++
      if (depth === 0) return at + 1
    }
  }
  return text.length
}
