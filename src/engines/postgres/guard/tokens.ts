import { slip } from '../../shared/refuse.ts'

const WORD = 'word'
/** A text, a quoted name or a number. */
export const LITERAL = 'literal'

const PLAIN = /'(?:[^']|'')*'?/y
const ESCAPED = /'(?:[^'\\]|''|\\[\s\S])*'?/y
const NAME = /"(?:[^"]|"")*"?/y
const DOLLARS = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const LINE_COMMENT = /--[^\n\r]*/y

/**
 * Words and signs of a text as PostgreSQL's scanner tells them apart, in one pass. Only limits are told from them: the
 * parser reads the text by itself.
 *
 * @returns what kind each word and literal is, and each other sign itself
 * @throws Refused where comments are nested without end
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

/** Whatever is not ASCII is a letter to PostgreSQL. */
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

/** Where what the pattern finds at this place ends; the place itself where it finds nothing. */
const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** PostgreSQL's scanner takes the square of the depth of comments in comments. */
const COMMENTS_MAX = 20

/** @throws Refused */
const commentEnd = (text: string, start: number): number => {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('/*', at)) {
      depth++
      at++
      if (depth > COMMENTS_MAX) throw slip('too_deep', 'Comments are nested too deeply: leave them out instead.')
    } else if (text.startsWith('*/', at)) {
      depth--
      at++
      if (depth === 0) return at + 1
    }
  }
  return text.length
}
