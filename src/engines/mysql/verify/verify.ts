import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { QueryCandidate, Refusal } from '../../../guard/guarded-query.ts'
import type { BoundValue } from '../../../guard/restriction.ts'
import type { Column } from '../../../guard/schema.ts'
import type { VerifierRules } from '../../sql/verify/verifier-rules.ts'
import { type Texts, verifyRewritten } from '../../sql/verify/verify.ts'
import { at, nameOf, operands, placeholderOf } from '../../sql/verify/verify-tree.ts'
import { EXACT_COLUMNS, FLOAT_COLUMNS, FUNCTIONS } from '../language/allow-list.ts'
import { GATE } from '../language/gate.ts'
import { foldingOf } from '../language/names.ts'
import { verifyJsonTable } from './verify-json-table.ts'
import { verifyKeys } from './verify-keys.ts'
import { verifyMayFail } from './verify-may-fail.ts'
import { verifyMayTruncate } from './verify-may-truncate.ts'

const QUOTE = '`'

/** Allowed variants of the parser's tree outside of filters; tables, functions and queries are checked separately. */
const FORMS: ReadonlySet<string> = new Set(
  `Query Select SetOperation Expressions LimitOffset OffsetCommaLimit UnnamedExpr ExprWithAlias Wildcard QualifiedWildcard
  ObjectName Identifier CompoundIdentifier Value Number SingleQuotedString HexStringLiteral Boolean Null BinaryOp UnaryOp
  Nested IsNull IsNotNull IsTrue IsNotTrue IsFalse IsNotFalse IsUnknown IsNotUnknown Between Like RLike InList InSubquery
  Exists Subquery AnyOp AllOp Case Cast Convert Collate Ceil Floor Substring Trim Position Extract Interval TypedString
  Tuple Function List Unnamed Expr OrderBy Separator WindowSpec NamedWindow CurrentRow Preceding Following Table Derived
  NestedJoin Join Inner Left LeftOuter Right RightOuter CrossJoin On Using DateTimeField Week`.split(/\s+/),
)

/** 2^64 - 1, the largest unsigned 64-bit integer. */
const FENCE = String(2n ** 64n - 1n)

/** The form of filters in MySQL. */
export const PROOF: VerifierRules = {
  gate: GATE,
  functions: FUNCTIONS,
  forms: FORMS,
  rowFunctions: new Set(),
  rowForms: new Map([['JsonTable', verifyJsonTable]]),
  withSeesLater: false,
  folding: foldingOf,
  quote: QUOTE,
  isEqual: (condition, column, value, parameters) =>
    isNumber(column) ? isNumeric(condition, column, value, parameters) : isText(condition, column, value, parameters),
  keyColumn(side, child, parent) {
    const [first, second] = side
    const texts = [child, parent].filter((column) => !isNumber(column))
    if (texts.length === 0 && !isFloat(child) && !isFloat(parent))
      return second === undefined ? nameOf(first, QUOTE) : undefined
    const exact = nameOf(byteOperand(texts.length === 2 ? second : first, [child, parent]), QUOTE)
    if (texts.length === 2) return side.length === 2 && nameOf(first, QUOTE) === exact ? exact : undefined
    return side.length === 1 ? exact : undefined
  },
  fences(statement, schema) {
    if (verifyMayTruncate(statement, schema) || verifyMayFail(statement)) return 'all'
    return verifyKeys(statement) ? 'children' : 'none'
  },
  marksFences: true,
  isFence(limit) {
    const { limit: rows, offset, limit_by } = Object(at(limit, 'LimitOffset'))
    const otherParts = [offset, ...(Array.isArray(limit_by) ? limit_by : [])]
    return at(rows, 'Value', 'value', 'Number', 0) === FENCE && otherParts.every((one) => (one ?? null) === null)
  },
}

/** The verifier for MySQL and MariaDB (`src/engines/sql/verify/verify.ts`). */
export const verify = (candidate: QueryCandidate, rules: GuardRules, texts: Texts): Promise<Refusal | undefined> =>
  verifyRewritten(candidate, rules, texts, PROOF)

/** `column = CAST(?n AS SIGNED)`; NULL equals nothing. */
const isNumeric = (condition: unknown, column: Column, value: BoundValue, parameters: readonly BoundValue[]) => {
  const { left, right } = operands(condition, 'Eq')
  const bound = placeholderOf(at(right, 'Cast', 'expr'), parameters)
  const isValue = bound === null || (typeof bound === 'bigint' && value !== null && String(bound) === String(value))
  const fits = !isFloat(column) || bound === null || (typeof bound === 'bigint' && BigInt(Number(bound)) === bound)
  return (
    isColumn(left, column) &&
    at(right, 'Cast', 'data_type') === 'Signed' &&
    isValue &&
    fits &&
    !isInexact(bound, column)
  )
}

/** Adjacent integers may be the same float. */
const isInexact = (bound: BoundValue | undefined, column: Column): boolean =>
  isFloat(column) && typeof bound === 'bigint' && !Number.isSafeInteger(Number(bound))

/** `(column = ?n AND bytes of column = bytes of ?m)`. */
const isText = (condition: unknown, column: Column, value: BoundValue, parameters: readonly BoundValue[]) => {
  const both = operands(at(condition, 'Nested'), 'And')
  const [plain, exact] = [operands(both.left, 'Eq'), operands(both.right, 'Eq')]
  const bound = [plain.right, byteOperand(exact.right)].map((one) => placeholderOf(one, parameters))
  const wanted = value === null ? null : String(value)
  return (
    isColumn(plain.left, column) &&
    isColumn(byteOperand(exact.left, [column]), column) &&
    bound.every((one) => one === null || (one !== undefined && one === wanted))
  )
}

const isColumn = (node: unknown, { name }: Column): boolean => nameOf(node, QUOTE)?.toLowerCase() === name.toLowerCase()

/** The operand of `CAST(CONVERT(… USING utf8mb4) AS BINARY)`, or of `CAST(… AS BINARY)` for a binary column. */
const byteOperand = (node: unknown, columns: readonly Column[] = []): unknown => {
  const type = at(node, 'Cast', 'data_type')
  const convert = at(node, 'Cast', 'expr', 'Convert')
  const isBinary = Object.keys(Object(type)).join() === 'Binary' && at(type, 'Binary') === null
  const plain = isBinary ? at(node, 'Cast', 'expr') : undefined
  if (columns.some((column) => BYTES.has(typeWord(column)) && isColumn(plain, column))) return plain
  return isBinary && at(convert, 'charset', 0, 'Identifier', 'value') === 'utf8mb4' ? at(convert, 'expr') : undefined
}

const BYTES: ReadonlySet<string> = new Set(['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob'])

const typeWord = ({ type }: Column): string =>
  type
    .trim()
    .toLowerCase()
    .split(/[^a-z]/, 1)[0] ?? ''
const isFloat = (column: Column): boolean => FLOAT_COLUMNS.has(typeWord(column))
const isNumber = (column: Column): boolean => isFloat(column) || EXACT_COLUMNS.has(typeWord(column))
