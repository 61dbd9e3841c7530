export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign'
  /** Without quotation. */
  readonly text: string
  /** A word in capitals, a sign as it is; '' of all else. */
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

/** Undefined where some dialect may read the text differently. */
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

export const isNamed = ({ kind }: Token): boolean => kind === 'word' || kind === 'name'

/** Where a token stands among parentheses and lists. */
export interface Around {
  /** The word before the parenthesis that it is in. */
  readonly call: string
  /** Where that parenthesis is; -1 outside of all. */
  readonly open: number
  /** Its place among what commas divide there. */
  readonly argument: number
  /** It is in a list of what rows are grouped or ordered by. */
  readonly isListed: boolean
}

interface Frame {
  readonly call: string
  readonly open: number
  argument: number
  isListed: boolean
}

/** Calls in which numbers are places of columns. */
const LISTING: ReadonlySet<string> = new Set(['ROLLUP', 'CUBE', 'SETS'])
const ENDS_LIST: ReadonlySet<string> = new Set([
  ...['HAVING', 'LIMIT', 'OFFSET', 'FETCH', 'WINDOW', 'UNION', 'INTERSECT', 'EXCEPT', 'FOR', 'ROWS', 'RANGE', 'GROUPS'],
  ...['SELECT', 'WHERE', ';'],
])

/** Of each token in turn; linear. */
export const surroundings = (tokens: readonly Token[]): readonly Around[] => {
  const frames: Frame[] = [{ call: '', open: -1, argument: 0, isListed: false }]
  return tokens.map(({ sign }, at) => {
    if (sign === ')' && frames.length > 1) frames.pop()
    const frame = frames.at(-1) ?? { call: '', open: -1, argument: 0, isListed: false }
    if (ENDS_LIST.has(sign)) frame.isListed = false
    if (sign === ',') frame.argument += 1
    const around = { ...frame }
    const before = tokens[at - 1]?.sign ?? ''
    if (sign === 'BY') frame.isListed = before === 'GROUP' || before === 'ORDER' || before === 'PARTITION'
    if (sign === '(') {
      const isListed =
        LISTING.has(before) ||
        (frame.isListed && (before === ',' || before === '' || LISTING.has(frame.call))) ||
        (before === 'ON' && tokens[at - 2]?.sign === 'DISTINCT')
      frames.push({ call: before, open: at, argument: 0, isListed })
    }
    return around
  })
}
