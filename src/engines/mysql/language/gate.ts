import { type RefusalError, repairableRefusal } from '../../shared/refuse.ts'
import { type Gate, gateOf } from '../../sql/text/gated-text.ts'
import type { Lexicon, Token } from '../../sql/text/lexicon.ts'
import type { Replacement } from '../../sql/text/parser-text.ts'
import { respell } from './spelling.ts'

const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
/** Servers read `0x41` as hexadecimal but `0X41` as a name, and `1.` and `.5` as numbers only in some positions. */
const NUMBER = /0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const TEXT = /'(?:[^'\\]|'')*'/y
const BLOB = /[xX]'(?:[0-9a-fA-F]{2})*'/y
const NAME = /`(?:[^`\\]|``)+`/y
const SIGN = /->>|->|<=>|<<|>>|<=|>=|<>|!=|[(),.;=<>+\-*/%|&^~]/y

/**
 * Tokens that server and parser read alike in every `sql_mode` and character set. Refused as ambiguous: backslashes,
 * which may escape; double quotes, for texts or names; `||`, which joins or means OR; and comments, which may be code.
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
  // `--` without a following space or control character is two minus signs.
  code: /--(?=[^\0-\x20])|\/\*(?:!|M!|\+)/iy,
  needsNormalizing: /--|#|\/\*|["\\]|&&/,
  respell,
  fault(token, text, before) {
    return numberFault(token, text) ?? textFault(token, before) ?? operatorFault(token, before)
  },
  unreadable(rest) {
    if (rest.startsWith('"'))
      return repairableRefusal(
        'double_quotes',
        'Write texts in single quotes, and names with odd characters in backticks.',
      )
    if (rest.startsWith('\\')) return repairableRefusal('backslash', BACKSLASH)
    if (rest.startsWith('!')) return repairableRefusal('ambiguous_operator', 'Write NOT instead of !.')
    if (/^[[\]]/.test(rest)) return repairableRefusal('odd_character', 'Write names with odd characters in backticks.')
    if (/^[{}]/.test(rest)) return repairableRefusal('odd_character', 'Write dates as text, without braces.')
    if (rest.startsWith("'"))
      return repairableRefusal('open_quote', `A text is not closed, or has a backslash in it. ${BACKSLASH}`)
    if (/^[@:?$]/.test(rest))
      return repairableRefusal('variable', 'Write values into the query as literals, without variables.')
    return undefined
  },
}

const BACKSLASH =
  "Write no backslashes: double a quote in a text (''), use [0-9] and [.] in regular expressions, and LIKE … ESCAPE '|'."

/** `1.`, `.5`, `t.1e5`: where the number ends depends on what is before it. */
const numberFault = ({ kind, text: word, start }: Token, text: string): RefusalError | undefined => {
  const after = text[start + word.length] ?? ''
  const isAmbiguous = kind === 'number' ? after === '.' : word === '.' && /\d/.test(after)
  return isAmbiguous
    ? repairableRefusal('ambiguous_text', 'Write numbers with digits on both sides of the point, as 0.5 or 1.0.')
    : undefined
}

/** `'a' 'b'` is one text, and `_utf8 'a'` has another character set. */
const textFault = ({ kind }: Token, before: Token | undefined): RefusalError | undefined => {
  if (kind !== 'text' || before === undefined) return undefined
  const joined = before.kind === 'text' || (before.kind === 'word' && before.text.startsWith('_'))
  return joined
    ? repairableRefusal('ambiguous_text', 'Write one text in one pair of single quotes, and nothing before it.')
    : undefined
}

/** Operators whose meaning depends on the SQL mode. */
const operatorFault = ({ text, start }: Token, before: Token | undefined): RefusalError | undefined => {
  const isDoubled = before?.text === text && before.start === start - 1
  if (isDoubled && text === '|')
    return repairableRefusal('ambiguous_operator', 'Write CONCAT(a, b) to join texts, and OR for either.')
  if (isDoubled && text === '&') return repairableRefusal('ambiguous_operator', 'Write AND instead of &&.')
  return undefined
}

/** Composite units of time; servers allow these words as names only after a dot. */
const UNITS: ReadonlySet<string> = new Set(
  `YEAR_MONTH DAY_HOUR DAY_MINUTE DAY_SECOND DAY_MICROSECOND HOUR_MINUTE HOUR_SECOND HOUR_MICROSECOND MINUTE_SECOND
  MINUTE_MICROSECOND SECOND_MICROSECOND`.split(/\s+/),
)

/** The parser sees `a MOD b` as `a % b`, and every unit as DAY; WITH ROLLUP is dropped, as it has no names. */
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

/** Shared by the guard and the verifier, which gate the same statement in turn. */
export const GATE: Gate = gateOf(LEXICON, PARSER_WORDS)
