export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign'
  /** Without quotation. */
  readonly text: string
  /** A word in upper case, or a sign; '' for other kinds. */
  readonly sign: string
  readonly start: number
  readonly end: number
}

/** Tried in this order. Text that matches none is a comment or is read differently by some dialect. */
const KINDS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['word', /[\p{L}_][\p{L}\p{M}\p{N}_]*(?!['"`])/uy],
  ['number', /\d+(?:\.\d+)?(?![\p{L}\p{N}_.'"`])/uy],
  ['text', /'(?:[^'\\]|'')*'(?![\p{L}\p{N}_'"`])/uy],
  ['name', /"(?:[^"\\]|"")+"(?!["`'])|`(?:[^`\\]|``)+`(?!["`'])/y],
  ['sign', /(?:<>|!=|<=|>=|\|\||::|-(?!-)|\/(?!\*)|[(),.;=<>+*%])/y],
]
const SPACE = /\s*/y
const TOKENS_MAX = 5_000

/** @returns undefined if dialects could read the text differently */
export const tokensOf = (query: string): readonly Token[] | undefined => {
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

export const isNameToken = ({ kind }: Token): boolean => kind === 'word' || kind === 'name'

/** The context of a token in parentheses and lists. */
export interface TokenContext {
  /** The word before the enclosing parenthesis. */
  readonly call: string
  /** The index of that parenthesis; -1 outside of all. */
  readonly open: number
  /** The index of its argument in that parenthesis. */
  readonly argument: number
  /** Whether it is in a list of GROUP BY, ORDER BY or PARTITION BY. */
  readonly isListed: boolean
}

interface Frame {
  readonly call: string
  readonly open: number
  argument: number
  isListed: boolean
}

/** Calls in which numbers are column positions. */
const LISTING: ReadonlySet<string> = new Set(['ROLLUP', 'CUBE', 'SETS'])
const ENDS_LIST: ReadonlySet<string> = new Set(
  'HAVING LIMIT OFFSET FETCH WINDOW UNION INTERSECT EXCEPT FOR ROWS RANGE GROUPS SELECT WHERE ;'.split(' '),
)

/** The context of each token, in linear time. */
export const tokenContexts = (tokens: readonly Token[]): readonly TokenContext[] => {
  const frames: Frame[] = [{ call: '', open: -1, argument: 0, isListed: false }]
  return tokens.map(({ sign }, at) => {
    if (sign === ')' && frames.length > 1) frames.pop()
    const frame = frames.at(-1) ?? { call: '', open: -1, argument: 0, isListed: false }
    if (ENDS_LIST.has(sign)) frame.isListed = false
    if (sign === ',') frame.argument += 1
    const context = { ...frame }
    const before = tokens[at - 1]?.sign ?? ''
    if (sign === 'BY') frame.isListed = before === 'GROUP' || before === 'ORDER' || before === 'PARTITION'
    if (sign === '(') {
      const isListed =
        LISTING.has(before) ||
        (frame.isListed && (before === ',' || before === '' || LISTING.has(frame.call))) ||
        (before === 'ON' && tokens[at - 2]?.sign === 'DISTINCT')
      frames.push({ call: before, open: at, argument: 0, isListed })
    }
    return context
  })
}
