import { type Refused, slip } from '../../shared/refuse.ts'
import { type Gate, gateOf } from '../../sql/text/gated-text.ts'
import type { Lexicon, Token } from '../../sql/text/lexicon.ts'
import type { Replacement } from '../../sql/text/parser-text.ts'
import { respell } from './spelling.ts'

const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
/** A server takes `0x41` for hexadecimal and `0X41` for a name, and `1.` and `.5` for numbers in some places only. */
const NUMBER = /0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const TEXT = /'(?:[^'\\]|'')*'/y
const BLOB = /[xX]'(?:[0-9a-fA-F]{2})*'/y
const NAME = /`(?:[^`\\]|``)+`/y
const SIGN = /->>|->|<=>|<<|>>|<=|>=|<>|!=|[(),.;=<>+\-*/%|&^~]/y

/**
 * The words that a server and the parser agree on whatever the server's `sql_mode` and character set are. A backslash
 * may or may not end a text, double quotes may hold a text or a name, `||` may join or mean OR, and comments may be
 * code: none of them passes.
 */
const LEXICON: Lexicon = {
  kinds: [
    { kind: 'text', pattern: BLOB, begins: /[xX]/ },
    { kind: 'text', pattern: TEXT, begins: /'/ },
    { kind: 'name', pattern: NAME, begins: /`/ },
    { kind: 'word', pattern: WORD, begins: /[A-Za-z_]/ },
    { kind: 'number', pattern: NUMBER, begins: /[0-9]/ },
    { kind: 'sign', pattern: SIGN, begins: /[^\w\s]/ },
  ],
  parameter: { kind: 'parameter', pattern: /\?/y, begins: /\?/ },
  comments: ['--', '#', '/*'],
  // Two minuses before anything but a space are minus minus.
  code: /--(?=[^\0-\x20])|\/\*(?:!|M!|\+)/iy,
  loose: /--|#|\/\*|["\\]|&&/,
  respell,
  fault(token, text, before) {
    return numberFault(token, text) ?? textFault(token, before) ?? operatorFault(token, before)
  },
  unreadable(rest) {
    if (rest.startsWith('"'))
      return slip('double_quotes', 'Write texts in single quotes, and names with odd characters in backticks.')
    if (rest.startsWith('\\')) return slip('backslash', BACKSLASH)
    if (rest.startsWith('!')) return slip('ambiguous_operator', 'Write NOT instead of !.')
    if (/^[[\]]/.test(rest)) return slip('odd_character', 'Write names with odd characters in backticks.')
    if (/^[{}]/.test(rest)) return slip('odd_character', 'Write dates as text, without braces.')
    if (rest.startsWith("'")) return slip('open_quote', `A text is not closed, or has a backslash in it. ${BACKSLASH}`)
    if (/^[@:?$]/.test(rest)) return slip('variable', 'Write values into the query as literals, without variables.')
    return undefined
  },
}

const BACKSLASH =
  "Write no backslashes: double a quote in a text (''), use [0-9] and [.] in regular expressions, and LIKE … ESCAPE '|'."

/** `1.`, `.5`, `t.1e5`: where a number ends, and where a name begins, depends on what is before it. */
const numberFault = ({ kind, text: word, start }: Token, text: string): Refused | undefined => {
  const after = text[start + word.length] ?? ''
  const odd = kind === 'number' ? after === '.' : word === '.' && /\d/.test(after)
  return odd
    ? slip('ambiguous_text', 'Write numbers with digits on both sides of the point, as 0.5 or 1.0.')
    : undefined
}

/** `'a' 'b'` is one text, and `_utf8 'a'` a text in another character set. */
const textFault = ({ kind }: Token, before: Token | undefined): Refused | undefined => {
  if (kind !== 'text' || before === undefined) return undefined
  const joined = before.kind === 'text' || (before.kind === 'word' && before.text.startsWith('_'))
  return joined
    ? slip('ambiguous_text', 'Write one text in one pair of single quotes, and nothing before it.')
    : undefined
}

/** What it means depends on the server's mode. */
const operatorFault = ({ text, start }: Token, before: Token | undefined): Refused | undefined => {
  const twice = before?.text === text && before.start === start - 1
  if (twice && text === '|') return slip('ambiguous_operator', 'Write CONCAT(a, b) to join texts, and OR for either.')
  if (twice && text === '&') return slip('ambiguous_operator', 'Write AND instead of &&.')
  return undefined
}

/** Units of time of two parts: a server lets nothing else be called so, except after a point. */
const UNITS: ReadonlySet<string> = new Set(
  `YEAR_MONTH DAY_HOUR DAY_MINUTE DAY_SECOND DAY_MICROSECOND HOUR_MINUTE HOUR_SECOND HOUR_MICROSECOND MINUTE_SECOND
  MINUTE_MICROSECOND SECOND_MICROSECOND`.split(/\s+/),
)

/** `a MOD b` reads like `a % b`, and one unit of time like another; WITH ROLLUP adds rows to groups and names nothing. */
const PARSER_WORDS: Replacement = ({ kind, text }, word) => {
  if (kind === 'sign') return text === '<<' || text === '>>' ? '*' : undefined
  if (kind !== 'word') return undefined
  if (UNITS.has(word(0) ?? '')) return word(-1) === '.' ? undefined : 'DAY'
  switch (word(0)) {
    case 'MOD':
      return word(1) === '(' || word(-1) === '.' ? undefined : '%'
    case 'WITH':
      return word(1) === 'ROLLUP' ? '' : undefined
    case 'ROLLUP':
      return word(-1) === 'WITH' ? '' : undefined
    default:
      return undefined
  }
}

/** One for the guard and the verifier, which gate the same statement one after the other. */
export const GATE: Gate = gateOf(LEXICON, PARSER_WORDS)
