import type { Literal, NamedColumn, QueryReading, Source } from './query-reading.ts'

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign'
  /** Without quotation. */
  readonly text: string
  /** A keyword in capitals, a sign as it is; '' of all else. */
  readonly sign: string
  readonly start: number
  readonly end: number
}

/** In this order. What begins none of them is read differently by some dialect, or is a comment. */
const KINDS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['word', /[\p{L}_][\p{L}\p{M}\p{N}_]*(?!['"`])/uy],
  ['number', /\d+(?:\.\d+)?(?![\p{L}\p{N}_.'"`])/uy],
  ['text', /'(?:[^'\\]|'')*'(?![\p{L}\p{N}_'"`])/uy],
  ['name', /"(?:[^"\\]|"")+"(?!["`'])|`(?:[^`\\]|``)+`(?!["`'])/y],
  ['sign', /(?:<>|!=|<=|>=|\|\||::|-(?!-)|\/(?!\*)|[(),.;=<>+*%])/y],
]
const SPACE = /\s*/y
const TOKENS_MAX = 5_000

export const readSql = (query: string): QueryReading | undefined => {
  const tokens = tokensOf(query)
  if (tokens === undefined) return undefined
  const calls = callsAround(tokens)
  const literals = tokens.flatMap((token, at): Literal[] => {
    const { kind, start, end, text: value } = token
    if (kind === 'number') {
      const limitsRows = LIMITS.has(tokens[at - 1]?.sign ?? '')
      const before = tokens[at - 1]?.sign
      const isForm = before === 'BY' || (before === ',' && ROUNDING.has(calls[at] ?? ''))
      return [{ kind, start, end, value, ...(limitsRows && { limitsRows }), ...(isForm && { isForm }) }]
    }
    if (kind !== 'text') return []
    const column = comparedColumn(tokens, at)
    return [{ kind, start, end, value, ...(column === undefined ? {} : { column }) }]
  })
  return {
    literals,
    names: tokens.filter(isNamed).map(({ text }) => text),
    sources: sourcesOf(tokens),
    given: new Set(
      tokens.flatMap((token, at) =>
        tokens[at - 1]?.sign === 'AS' && isNamed(token) ? [token.text.toLowerCase()] : [],
      ),
    ),
  }
}

const tokensOf = (query: string): readonly Token[] | undefined => {
  const tokens: Token[] = []
  for (let at = 0; ; ) {
    SPACE.lastIndex = at
    SPACE.test(query)
    at = SPACE.lastIndex
    if (at >= query.length) return tokens
    const token = tokenAt(query, at)
    if (token === undefined || tokens.length === TOKENS_MAX) return undefined
    tokens.push(token)
    at = token.end
  }
}

const tokenAt = (query: string, start: number): Token | undefined => {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = start
    if (!pattern.test(query)) continue
    const end = pattern.lastIndex
    const written = query.slice(start, end)
    const quote = kind === 'text' || kind === 'name' ? written.charAt(0) : undefined
    const text = quote === undefined ? written : written.slice(1, -1).replaceAll(quote + quote, quote)
    const sign =
      kind === 'word' ? (written.length > KEYWORD_MAX ? '' : written.toUpperCase()) : kind === 'sign' ? written : ''
    return { kind, text, sign, start, end }
  }
  return undefined
}

const KEYWORD_MAX = 18

const isNamed = ({ kind }: Token): boolean => kind === 'word' || kind === 'name'

/** Of each token, what stands before the parenthesis that it is in. */
const callsAround = (tokens: readonly Token[]): readonly string[] => {
  const open: string[] = []
  return tokens.map(({ sign }, at) => {
    if (sign === ')') open.pop()
    const around = open.at(-1) ?? ''
    if (sign === '(') open.push(tokens[at - 1]?.sign ?? '')
    return around
  })
}

const ROUNDING: ReadonlySet<string> = new Set(['ROUND', 'TRUNC', 'TRUNCATE', 'DECIMAL', 'NUMERIC'])
const LIMITS: ReadonlySet<string> = new Set(['LIMIT', 'OFFSET', 'FIRST', 'NEXT', 'TOP'])
const COMPARING: ReadonlySet<string> = new Set(['=', '<>', '!='])
/** What may follow a constant that is compared as it is. */
const ENDS: ReadonlySet<string> = new Set([
  ...[')', ',', ';', '::', 'AND', 'OR', 'GROUP', 'ORDER', 'HAVING', 'LIMIT', 'UNION', 'INTERSECT', 'EXCEPT', 'THEN'],
  ...['LEFT', 'RIGHT', 'INNER', 'JOIN', 'CROSS', 'FULL', 'WHERE', 'WINDOW', 'END'],
])

/** `status = 'open'`, `t.status <> 'open'`, `status IN ('open', 'new')`; nothing else. */
const comparedColumn = (tokens: readonly Token[], at: number): NamedColumn | undefined => {
  const next = tokens[at + 1]
  if (next !== undefined && !ENDS.has(next.sign)) return undefined
  const before = tokens[at - 1]?.sign ?? ''
  if (COMPARING.has(before)) return columnBefore(tokens, at - 1)
  let open = at - 1
  while (tokens[open]?.sign === ',' && tokens[open - 1]?.kind === 'text') open -= 2
  if (tokens[open]?.sign !== '(' || tokens[open - 1]?.sign !== 'IN') return undefined
  return columnBefore(tokens, tokens[open - 2]?.sign === 'NOT' ? open - 2 : open - 1)
}

/** The name that ends before a token, and begins where an expression may. */
const columnBefore = (tokens: readonly Token[], at: number): NamedColumn | undefined => {
  const [name, dot, of] = [tokens[at - 1], tokens[at - 2], tokens[at - 3]]
  if (name === undefined || !isNamed(name)) return undefined
  if (dot?.sign !== '.') return BEGINS.has(dot?.sign ?? '') ? { name: name.text } : undefined
  if (of === undefined || !isNamed(of)) return undefined
  // Of `schema.table.column` the table is enough: sources say which schema it is of.
  const first = tokens[at - 4]?.sign === '.' ? tokens[at - 6] : tokens[at - 4]
  return BEGINS.has(first?.sign ?? '') ? { of: of.text, name: name.text } : undefined
}

const BEGINS: ReadonlySet<string> = new Set(['WHERE', 'AND', 'OR', 'NOT', 'ON', '(', 'HAVING', 'WHEN'])

const NO_ALIAS: ReadonlySet<string> = new Set([
  ...['AS', 'WHERE', 'JOIN', 'ON', 'INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS', 'NATURAL', 'USING', 'GROUP', 'ORDER'],
  ...['HAVING', 'LIMIT', 'OFFSET', 'FETCH', 'WINDOW', 'UNION', 'INTERSECT', 'EXCEPT', 'STRAIGHT_JOIN', 'FOR', 'SET'],
])

const sourcesOf = (tokens: readonly Token[]): readonly Source[] => {
  const sources: Source[] = []
  for (let at = 0; at < tokens.length; at++) {
    const { sign } = tokens[at] ?? { sign: '' }
    if ((sign !== 'FROM' && sign !== 'JOIN') || isOfExpression(tokens, at)) continue
    for (let next = at + 1; ; next++) {
      const first = tokens[next]
      if (first === undefined || !isNamed(first)) break
      const second = tokens[next + 1]?.sign === '.' ? tokens[next + 2] : undefined
      const name = second ?? first
      next += second === undefined ? 1 : 3
      if (tokens[next]?.sign === 'AS') next++
      const said = tokens[next]
      const alias = said !== undefined && isNamed(said) && !NO_ALIAS.has(said.sign) ? said.text : undefined
      if (alias !== undefined) next++
      sources.push({
        ...{ name: name.text },
        ...(second === undefined ? {} : { schema: first.text }),
        ...(alias === undefined ? {} : { alias }),
      })
      if (tokens[next]?.sign !== ',') break
    }
  }
  return sources
}

/** `EXTRACT(year FROM day)`, `a IS DISTINCT FROM b`. */
const isOfExpression = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 3]?.sign === 'EXTRACT' || tokens[at - 1]?.sign === 'DISTINCT'
