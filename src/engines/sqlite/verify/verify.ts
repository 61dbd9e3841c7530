import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { QueryCandidate, Refusal } from '../../../guard/guarded-query.ts'
import type { VerifierRules } from '../../sql/verify/verifier-rules.ts'
import { type Texts, verifyRewritten } from '../../sql/verify/verify.ts'
import { at, nameOf, operands, placeholderOf } from '../../sql/verify/verify-tree.ts'
import { FUNCTIONS, ROW_FUNCTIONS } from '../language/allow-list.ts'
import { GATE } from '../language/gate.ts'
import { FOLDING, fold } from '../language/names.ts'

const QUOTE = '"'

/** Allowed variants of the parser's tree outside of filters; tables, functions and queries are checked separately. */
const FORMS: ReadonlySet<string> = new Set(
  `Query Select SetOperation Values Expressions LimitOffset OffsetCommaLimit UnnamedExpr ExprWithAlias Wildcard
  QualifiedWildcard ObjectName Identifier CompoundIdentifier Value Number SingleQuotedString HexStringLiteral Boolean Null
  BinaryOp UnaryOp Nested IsNull IsNotNull IsTrue IsNotTrue IsFalse IsNotFalse IsDistinctFrom IsNotDistinctFrom Between
  Like InList InSubquery Exists Subquery Case Cast Collate Ceil Floor Substring Trim Tuple Function List Unnamed Expr
  OrderBy WindowSpec NamedWindow CurrentRow Preceding Following Table Derived NestedJoin Join Inner Left LeftOuter Right
  RightOuter FullOuter CrossJoin On Using DateTimeField Word`.split(/\s+/),
)

/** The form of filters in SQLite: `column = ?n`, with a collation for text. */
const PROOF: VerifierRules = {
  gate: GATE,
  functions: FUNCTIONS,
  forms: FORMS,
  rowFunctions: new Set(ROW_FUNCTIONS.keys()),
  rowForms: new Map(),
  withSeesLater: true,
  folding: () => FOLDING,
  quote: QUOTE,
  // NULL equals nothing.
  isEqual(condition, { name }, value, parameters) {
    const { left, right } = operands(condition, 'Eq')
    const bound = placeholderOf(withoutCollation(right), parameters)
    const isValue = bound === null || (value !== null && String(bound) === String(value))
    const column = nameOf(left, QUOTE)
    return column !== undefined && fold(column) === fold(name) && bound !== undefined && isValue
  },
  keyColumn: ([expression, ...more]) => (more.length === 0 ? nameOf(withoutCollation(expression), QUOTE) : undefined),
  fences: () => 'none',
  marksFences: false,
  isFence: () => false,
}

/** The verifier for SQLite (`src/engines/sql/verify/verify.ts`). */
export const verify = (candidate: QueryCandidate, rules: GuardRules, texts: Texts): Promise<Refusal | undefined> =>
  verifyRewritten(candidate, rules, texts, PROOF)

const withoutCollation = (node: unknown): unknown => {
  const collation = at(node, 'Collate', 'collation', 0, 'Identifier', 'value')
  return collation === 'BINARY' ? at(node, 'Collate', 'expr') : node
}
