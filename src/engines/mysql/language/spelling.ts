import type { Respelt } from '../../sql/text/lexicon.ts'

/** As servers read texts in the mode that sessions are pinned to: backslashes escape, double quotes hold texts. */
const LITERAL = /'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"/sy

const ESCAPE = /\s*ESCAPE\s*/iy

/** Signs that may say in a pattern that the next one means itself. */
const ESCAPES = ['|', '!', '~', '^', '#']

/**
 * Spells a text that has double quotes or backslashes in single quotes and without backslashes, and `&&` as AND, which
 * means the same in every mode of a server.
 *
 * @param before the word before it, in capitals
 * @returns undefined where nothing is to be done, or nothing can be: a text that holds a backslash is refused
 */
export const respell = (text: string, start: number, before: string): Respelt | undefined => {
  // In every mode it means the same, and binds alike.
  if (text.startsWith('&&', start) && text[start + 2] !== '&') return { end: start + 2, written: 'AND' }
  const quote = text[start]
  if (quote !== "'" && quote !== '"') return undefined
  const literal = literalAt(text, start)
  if (literal === undefined) return undefined
  const { value, end } = literal
  if (before === 'LIKE') return respeltPattern(text, value, end, literal.plain)
  if (literal.plain || value.includes('\\')) return undefined
  // An alias in double quotes is a name.
  if (before === 'AS' && quote === '"' && /^[^`]+$/.test(value)) return { end, written: `\`${value}\`` }
  return { end, written: quoted(value) }
}

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`

interface Literal {
  readonly value: string
  readonly end: number
  /** Whether every server and every mode reads it alike. */
  readonly plain: boolean
}

const literalAt = (text: string, start: number): Literal | undefined => {
  LITERAL.lastIndex = start
  const [written] = LITERAL.exec(text) ?? []
  if (written === undefined) return undefined
  const quote = written[0] ?? ''
  const value = meaningOf(written.slice(1, -1), quote)
  const plain = quote === "'" && !written.includes('\\')
  return value === undefined ? undefined : { value, end: start + written.length, plain }
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** https://dev.mysql.com/doc/refman/8.4/en/string-literals.html; undefined for signs that no text should have. */
const meaningOf = (body: string, quote: string): string | undefined => {
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

/** A pattern in which a backslash says that the next sign means itself: another sign says so then. */
const respeltPattern = (text: string, value: string, end: number, plain: boolean): Respelt | undefined => {
  ESCAPE.lastIndex = end
  const chosen = ESCAPE.test(text) ? literalAt(text, ESCAPE.lastIndex) : undefined
  const byBackslash = chosen === undefined || chosen.value === '\\'
  if (!value.includes('\\') && chosen?.value !== '\\') return plain ? undefined : { end, written: quoted(value) }
  const sign = ESCAPES.find((one) => !value.includes(one))
  const pattern = byBackslash && sign !== undefined ? escapedBy(sign, value) : undefined
  if (pattern === undefined) return undefined
  return { end: chosen?.end ?? end, written: `${quoted(pattern)} ESCAPE '${sign}'` }
}

/** Undefined where the pattern means a backslash itself. */
const escapedBy = (sign: string, value: string): string | undefined => {
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
