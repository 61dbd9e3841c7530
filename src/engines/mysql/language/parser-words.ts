import type { Replacement } from '../../sql/text/parser-text.ts'

/** Units of time of two parts: a server lets nothing else be called so, except after a point. */
const UNITS: ReadonlySet<string> = new Set(
  `YEAR_MONTH DAY_HOUR DAY_MINUTE DAY_SECOND DAY_MICROSECOND HOUR_MINUTE HOUR_SECOND HOUR_MICROSECOND MINUTE_SECOND
  MINUTE_MICROSECOND SECOND_MICROSECOND`.split(/\s+/),
)

/** `a MOD b` reads like `a % b`, and one unit of time like another; WITH ROLLUP adds rows to groups and names nothing. */
export const PARSER_WORDS: Replacement = ({ kind, text }, word) => {
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
