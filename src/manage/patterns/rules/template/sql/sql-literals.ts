import { type FormKind, isFactor, isSmall, textRole } from '../constant-forms.ts'
import type { Literal, LiteralRole, NamedColumn, RangeBound } from '../query-reading.ts'
import { isNameToken, type Token, type TokenContext, tokenContexts } from './sql-tokens.ts'
import { KEYWORDS } from './sql-words.ts'

const LIMITS: ReadonlySet<string> = new Set(['LIMIT', 'OFFSET', 'FIRST', 'NEXT', 'TOP'])
/** Functions whose arguments after the first are numbers of decimals or characters. */
const PRECISION_CALLS: ReadonlySet<string> = new Set(
  'ROUND TRUNC TRUNCATE SUBSTR SUBSTRING LEFT RIGHT LPAD RPAD LAG LEAD SPLIT_PART'.split(' '),
)
/** Types and functions with such numbers as their only arguments. */
const SIZED_TYPES: ReadonlySet<string> = new Set(
  'DECIMAL NUMERIC CHAR VARCHAR NVARCHAR CHARACTER VARYING FLOAT BIT TIME TIMESTAMP TIMESTAMPTZ DATETIME NTILE'.split(
    ' ',
  ),
)
type ArgumentForms = readonly (FormKind | undefined)[]

const FORMATTING: ArgumentForms = [undefined, 'format', undefined]
const MODIFIED: ArgumentForms = ['modifier']
/** Functions with formats, units or zones as arguments, by argument position; the last entry applies to all further arguments. */
const FORMS: ReadonlyMap<string, ArgumentForms> = new Map<string, ArgumentForms>([
  ['TO_CHAR', FORMATTING],
  ['TO_DATE', FORMATTING],
  ['TO_TIMESTAMP', FORMATTING],
  ['TO_NUMBER', FORMATTING],
  ['DATE_FORMAT', FORMATTING],
  ['STR_TO_DATE', FORMATTING],
  ['TIME_FORMAT', FORMATTING],
  ['STRFTIME', ['format', 'modifier']],
  ['DATE', MODIFIED],
  ['DATETIME', MODIFIED],
  ['TIME', MODIFIED],
  ['JULIANDAY', MODIFIED],
  ['UNIXEPOCH', MODIFIED],
  ['DATE_TRUNC', ['unit', undefined, 'zone']],
  ['DATE_PART', ['unit', undefined]],
  ['DATE_BIN', ['duration', undefined]],
  ['TIMEZONE', ['zone', undefined]],
  ['CONVERT_TZ', [undefined, 'zone']],
])
const EQUAL: ReadonlySet<string> = new Set(['=', '<>', '!='])
const RANGE: ReadonlySet<string> = new Set(['<', '>', '<=', '>='])
const ARITHMETIC: ReadonlySet<string> = new Set(['*', '/', '%', 'DIV'])
const PERCENTILES: ReadonlySet<string> = new Set(['PERCENTILE_CONT', 'PERCENTILE_DISC'])
const TODAY: ReadonlySet<string> = new Set(['CURRENT_DATE', 'CURRENT_TIMESTAMP', 'LOCALTIMESTAMP'])
/** Functions whose arguments can be labels in the result. */
const LABELLING: ReadonlySet<string> = new Set(['COALESCE', 'IFNULL', 'CONCAT'])
/** Type names before a text literal: `DATE '2026-11-21'`. */
const TYPED: ReadonlySet<string> = new Set(['DATE', 'TIMESTAMP', 'TIMESTAMPTZ', 'DATETIME', 'TIME'])

export const literalsOf = (tokens: readonly Token[]): readonly Literal[] => {
  const contexts = tokenContexts(tokens)
  // Each branch of a CASE has its own ranges.
  let branch = 0
  return tokens.flatMap((token, at): Literal[] => {
    if (token.sign === 'WHEN') branch += 1
    const position = contexts[at]
    if (position === undefined || (token.kind !== 'number' && token.kind !== 'text')) return []
    const { kind, start, end, text: value } = token
    const role = kind === 'number' ? numberRole(tokens, at, position) : textRole(formPlace(tokens, at, position), value)
    return [
      {
        kind,
        start,
        end,
        value,
        ...role,
        ...comparison(tokens, at, position, branch),
        ...labelOf(tokens, at, position),
      },
    ]
  })
}

const CALENDAR: ReadonlySet<string> = new Set('MONTH QUARTER WEEK DOW ISODOW HOUR DAYOFWEEK WEEKDAY'.split(' '))
const WEEKS_MAX = 53

/** `EXTRACT(MONTH FROM day) = 3`, `WEEKDAY(day) IN (5, 6)`. */
const isCalendarNumber = (
  tokens: readonly Token[],
  at: number,
  { call, open }: Pick<TokenContext, 'call' | 'open'>,
): boolean => {
  const sign = (position: number): string => tokens[position]?.sign ?? ''
  if (!/^\d\d?$/.test(tokens[at]?.text ?? '') || Number(tokens[at]?.text) > WEEKS_MAX) return false
  const compared = call === 'IN' ? open - 1 : at - 1
  if (call !== 'IN' && !EQUAL.has(sign(compared)) && !RANGE.has(sign(compared))) return false
  const end = sign(compared - 1) === 'NOT' ? compared - 2 : compared - 1
  if (sign(end) !== ')' || !ENDS.has(tokens[at + 1]?.sign ?? ';')) return false
  // At most a unit, a table and a column: `EXTRACT(MONTH FROM v.day)`.
  const begin = [2, 4, 6].map((steps) => end - steps).find((position) => sign(position) === '(')
  if (begin === undefined) return false
  return CALENDAR.has(sign(begin - 1) === 'EXTRACT' ? sign(begin + 1) : sign(begin - 1))
}

/** Tokens that may follow a column position in GROUP BY or ORDER BY. */
const AFTER_POSITION: ReadonlySet<string> = new Set([
  'end',
  ',',
  ')',
  ';',
  'ASC',
  'DESC',
  'NULLS',
  'HAVING',
  'ORDER',
  'LIMIT',
  'OFFSET',
  'FETCH',
  'WINDOW',
  'WITH',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'ROWS',
  'RANGE',
  'GROUPS',
  'FOR',
])

const numberRole = (
  tokens: readonly Token[],
  at: number,
  { call, argument, isListed, open }: TokenContext,
): { readonly role?: LiteralRole } => {
  if (isCalendarNumber(tokens, at, { call, open })) return { role: 'calendar' }
  const value = tokens[at]?.text ?? ''
  const [before, after] = [tokens[at - 1]?.sign ?? '', tokens[at + 1]?.sign ?? '']
  const isSecondLimit = before === ',' && tokens[at - 2]?.kind === 'number' && tokens[at - 3]?.sign === 'LIMIT'
  if (LIMITS.has(before) || isSecondLimit || (call === 'TOP' && at === open + 1)) return { role: 'limit' }
  const isWhole = AFTER_POSITION.has(tokens[at + 1]?.sign ?? 'end')
  const isPosition = isListed && isWhole && (before === 'BY' || before === ',' || at === open + 1)
  const isAfterFirst = argument > 0 || before === 'FROM' || before === 'FOR'
  const isMeasure = SIZED_TYPES.has(call) || (PRECISION_CALLS.has(call) && isAfterFirst)
  if (isSmall(value) && (isPosition || isMeasure)) return { role: 'form' }
  if (PERCENTILES.has(call) && /^0\.\d{1,3}$/.test(value)) return { role: 'form' }
  const isTodayOffset = (before === '-' || before === '+') && TODAY.has(tokens[at - 2]?.sign ?? '')
  if (isTodayOffset && isSmall(value)) return { role: 'duration' }
  if (before === 'INTERVAL' && isSmall(value)) return { role: 'duration' }
  return isFactor(value) && (ARITHMETIC.has(before) || ARITHMETIC.has(after)) ? { role: 'factor' } : {}
}

const formPlace = (tokens: readonly Token[], at: number, { call, argument }: TokenContext): FormKind | undefined => {
  const before = tokens[at - 1]?.sign
  if (before === 'INTERVAL') return 'duration'
  if (tokens[at + 1]?.sign === '::' && tokens[at + 2]?.sign === 'INTERVAL') return 'duration'
  if (before === 'ZONE' && tokens[at - 2]?.sign === 'TIME') return 'zone'
  // Only a text that is a whole argument has a form.
  if (before !== '(' && before !== ',') return undefined
  const argumentForms = FORMS.get(call)
  return argumentForms?.[Math.min(argument, argumentForms.length - 1)]
}

/** `THEN 'big' ELSE 'small'`, `SELECT 'visits' AS kind`, `COALESCE(reason, 'none')`. */
const labelOf = (tokens: readonly Token[], at: number, { call }: TokenContext): Pick<Literal, 'isLabel'> => {
  const [before, after] = [tokens[at - 1]?.sign ?? '', tokens[at + 1]?.sign ?? '']
  const isResult = (before === 'THEN' || before === 'ELSE') && (after === 'WHEN' || after === 'ELSE' || after === 'END')
  const isShown = (before === 'SELECT' || before === ',') && after === 'AS'
  const isArgument = LABELLING.has(call) && (before === '(' || before === ',') && (after === ')' || after === ',')
  return tokens[at]?.kind === 'text' && (isResult || isShown || isArgument) ? { isLabel: true } : {}
}

/** Tokens that may follow a constant that is compared directly, not as part of an expression. */
const ENDS: ReadonlySet<string> = new Set([
  ')',
  ',',
  ';',
  '::',
  'AND',
  'OR',
  'GROUP',
  'ORDER',
  'HAVING',
  'LIMIT',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'THEN',
  'LEFT',
  'RIGHT',
  'INNER',
  'JOIN',
  'CROSS',
  'FULL',
  'WHERE',
  'WINDOW',
  'END',
  'AS',
  'OFFSET',
  'FETCH',
  'WHEN',
  'ELSE',
])

/** `status = 'open'`, `t.status <> 'open'`, `status IN ('open', 'new')`, `total BETWEEN 1 AND 5`. */
const comparison = (
  tokens: readonly Token[],
  at: number,
  { call, open }: TokenContext,
  branch: number,
): Pick<Literal, 'compared' | 'column' | 'bound'> => {
  const next = tokens[at + 1]
  const isWhole = next === undefined || ENDS.has(next.sign)
  const column = (position: number) => {
    const found = isWhole ? columnBefore(tokens, position) : undefined
    return found === undefined ? {} : { column: found }
  }
  const bounded = (side: RangeBound['side'], from: number, step: 1 | -1): Pick<Literal, 'bound'> => {
    const bound = boundOf(tokens, from, step)
    return bound === undefined ? {} : { bound: { side, ...bound, about: `${bound.about} ${branch}` } }
  }
  // An operand of an expression is not the end of a range: `id > 4710 + 1`.
  const range = (side: RangeBound['side'], position: number) =>
    isWhole ? ({ compared: 'range', ...column(position), ...bounded(side, position - 1, -1) } as const) : {}
  const sign = (position: number): string => tokens[position]?.sign ?? ''
  let before = at - 1
  if (TYPED.has(sign(before)) || sign(before) === '-') before -= 1
  if (EQUAL.has(sign(before))) return { compared: 'equal', ...column(before) }
  if (RANGE.has(sign(before))) return range(sign(before).startsWith('>') ? 'low' : 'high', before)
  const isLow = sign(before) === 'BETWEEN'
  const between = isLow ? before : sign(before) === 'AND' ? betweenBefore(tokens, before) : undefined
  if (between !== undefined) return range(isLow ? 'low' : 'high', sign(between - 1) === 'NOT' ? between - 1 : between)
  if (call === 'IN') return { compared: 'equal', ...column(sign(open - 2) === 'NOT' ? open - 2 : open - 1) }
  const after = next?.sign ?? ''
  if (EQUAL.has(after)) return { compared: 'equal' }
  if (!RANGE.has(after) || !BEGINS.has(sign(before))) return {}
  return { compared: 'range', ...bounded(after.startsWith('<') ? 'low' : 'high', at + 2, 1) }
}

/** The expression on one side of a comparison; undefined if it is longer than `BOUNDED_MAX` tokens. */
const boundOf = (tokens: readonly Token[], from: number, step: 1 | -1): Omit<RangeBound, 'side'> | undefined => {
  const [opening, closing] = step === 1 ? ['(', ')'] : [')', '(']
  const about: Token[] = []
  const columns: string[] = []
  let [depth, groups] = [0, 0]
  for (let at = from; ; at += step) {
    const token = tokens[at]
    if (token === undefined || (depth === 0 && (token.sign === closing || BOUNDARIES.has(token.sign)))) break
    if (about.length === BOUND_TOKENS_MAX) return undefined
    if (token.sign === opening) depth += 1
    if (token.sign === closing) {
      depth -= 1
      if (depth === 0) groups += 1
    }
    about.push(token)
    const after = tokens[at + 1]?.sign
    const isSyntax = token.kind === 'word' && KEYWORDS.has(token.sign)
    if (isNameToken(token) && !isSyntax && after !== '(' && after !== '.') columns.push(token.text.toLowerCase())
  }
  const [first, last] = step === 1 ? [about[0], about.at(-1)] : [about.at(-1), about[0]]
  const isCount = first?.sign === 'COUNT' && last?.sign === ')' && groups === 1
  if (isCount) return { about: about.map(({ text }) => text).join(' '), columns: [] }
  return columns.length === 0 ? undefined : { about: [...new Set(columns)].sort().join(' '), columns }
}

const BOUND_TOKENS_MAX = 60

/** The index of BETWEEN in `BETWEEN a AND b`, where `a` is a constant. */
const betweenBefore = (tokens: readonly Token[], and: number): number | undefined =>
  [2, 3].map((steps) => and - steps).find((position) => tokens[position]?.sign === 'BETWEEN')

/** The column name that ends before a token and is a whole expression. */
const columnBefore = (tokens: readonly Token[], at: number): NamedColumn | undefined => {
  const [name, dot, of] = [tokens[at - 1], tokens[at - 2], tokens[at - 3]]
  if (name === undefined || !isNameToken(name)) return undefined
  if (dot?.sign !== '.') return BEGINS.has(dot?.sign ?? '') ? { name: name.text } : undefined
  if (of === undefined || !isNameToken(of)) return undefined
  // Of `schema.table.column` only the table is needed: the sources contain the schema.
  const first = tokens[at - 4]?.sign === '.' ? tokens[at - 6] : tokens[at - 4]
  return BEGINS.has(first?.sign ?? '') ? { of: of.text, name: name.text } : undefined
}

const BEGINS: ReadonlySet<string> = new Set('WHERE AND OR NOT ON ( HAVING WHEN'.split(' '))
/** Tokens between two expressions. */
const BOUNDARIES: ReadonlySet<string> = new Set(
  [...BEGINS, ...ENDS, 'SELECT', 'DISTINCT', 'BETWEEN', 'CASE', 'BY'].filter(
    (sign) => sign !== '(' && sign !== ')' && sign !== '::',
  ),
)
