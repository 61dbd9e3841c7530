import type { Respelling } from '../../sql/text/lexicon.ts'

/** Literals under the pinned SQL mode: backslashes escape, double quotes hold texts. */
const LITERAL = /'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"/sy

const ESCAPE = /\s*ESCAPE\s*/iy

/** Candidates for an escape character in patterns. */
const ESCAPES = ['|', '!', '~', '^', '#']

/**
 * Respells texts with double quotes or backslashes in single quotes without backslashes, and `&&` as AND, which are
 * unambiguous in every SQL mode.
 *
 * @param before the token before it, in upper case
 * @returns undefined if nothing needs to or can change; a text that contains a backslash is refused later
 */
export const respell = (text: string, start: number, before: string): Respelling | undefined => {
  // AND has the same meaning and precedence in every mode.
  if (text.startsWith('&&', start) && text[start + 2] !== '&') return { end: start + 2, written: 'AND' }
  const quote = text[start]
  if (quote !== "'" && quote !== '"') return undefined
  const literal = literalAt(text, start)
  if (literal === undefined) return undefined
  const { value, end } = literal
  if (before === 'LIKE') return respellPattern(text, value, end, literal.plain)
  if (literal.plain || value.includes('\\')) return undefined
  // An alias in double quotes is a name.
  if (before === 'AS' && quote === '"' && /^[^`]+$/.test(value)) return { end, written: `\`${value}\`` }
  return { end, written: quoteText(value) }
}

const quoteText = (value: string): string => `'${value.replaceAll("'", "''")}'`

interface Literal {
  readonly value: string
  readonly end: number
  /** Whether it is read alike in every mode. */
  readonly plain: boolean
}

const literalAt = (text: string, start: number): Literal | undefined => {
  LITERAL.lastIndex = start
  const [written] = LITERAL.exec(text) ?? []
  if (written === undefined) return undefined
  const quote = written[0] ?? ''
  const value = decodeEscapes(written.slice(1, -1), quote)
  const plain = quote === "'" && !written.includes('\\')
  return value === undefined ? undefined : { value, end: start + written.length, plain }
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * Decodes escapes (https://dev.mysql.com/doc/refman/8.4/en/string-literals.html); undefined for control characters that
 * texts should not have.
 */
const decodeEscapes = (body: string, quote: string): string | undefined => {
  let value = ''
  for (let at = 0; at < body.length; at++) {
    const sign = body[at] ?? ''
    if (sign === quote) at++
    if (sign !== '\\') {
      value += sign
      continue
    }
    const next = body[++at] ?? ''
    if (next === '0' || next === 'b' || next === 'Z') return undefined
    value += next === '%' || next === '_' ? `\\${next}` : (CONTROLS[next] ?? next)
  }
  return value
}

/** Replaces backslash as a pattern's escape character by another one. */
const respellPattern = (text: string, value: string, end: number, plain: boolean): Respelling | undefined => {
  ESCAPE.lastIndex = end
  const chosen = ESCAPE.test(text) ? literalAt(text, ESCAPE.lastIndex) : undefined
  const byBackslash = chosen === undefined || chosen.value === '\\'
  if (!value.includes('\\') && chosen?.value !== '\\') return plain ? undefined : { end, written: quoteText(value) }
  const sign = ESCAPES.find((one) => !value.includes(one))
  const pattern = byBackslash && sign !== undefined ? withEscape(sign, value) : undefined
  if (pattern === undefined) return undefined
  return { end: chosen?.end ?? end, written: `${quoteText(pattern)} ESCAPE '${sign}'` }
}

/** Undefined if the pattern matches a literal backslash. */
const withEscape = (sign: string, value: string): string | undefined => {
  let pattern = ''
  for (let at = 0; at < value.length; at++) {
    if (value[at] !== '\\') {
      pattern += value[at]
      continue
    }
    const next = value[++at]
    if (next === undefined || next === '\\') return undefined
    pattern += next === '%' || next === '_' ? sign + next : next
  }
  return pattern
}
