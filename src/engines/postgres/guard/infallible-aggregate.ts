import { infallibleKind } from './infallible-value.ts'
import type { KnownNames } from './known-names.ts'
import { isNode, listAt, nodeAt, type RawNode, stringsAt } from './raw-node.ts'

/** The context of an expression. */
export interface ExpressionContext {
  readonly names: KnownNames
  /** Whether its query is uncorrelated, so that its aggregates are over rows that passed its filters. */
  readonly isUncorrelated: boolean
}

const SUMS: ReadonlySet<string> = new Set(['count', 'sum', 'avg', 'min', 'max'])
const RANKS: ReadonlySet<string> = new Set(['row_number', 'rank', 'dense_rank'])
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/'])

/** Whether a value is an aggregate or computed from aggregates, so that it can be compared with constants. */
export const isInfallibleAggregate = (value: RawNode, place: ExpressionContext): boolean => {
  const call = nodeAt(value, 'FuncCall')
  if (call !== undefined) {
    const [name = ''] = stringsAt(call, 'funcname') ?? []
    if (name === 'round') return onlySummed(listAt(call, 'args'), place)
    const window = nodeAt(call, 'over')
    return (SUMS.has(name) || (window !== undefined && RANKS.has(name))) && isInfallibleCall(call, window, place)
  }
  const operation = nodeAt(value, 'A_Expr')
  if (operation !== undefined)
    return (
      ARITHMETIC.has(stringsAt(operation, 'name')?.[0] ?? '') &&
      onlySummed([nodeAt(operation, 'lexpr'), nodeAt(operation, 'rexpr')], place)
    )
  const coalesced = nodeAt(value, 'CoalesceExpr')
  if (coalesced !== undefined) return onlySummed(listAt(coalesced, 'args'), place)
  return false
}

const onlySummed = (parts: readonly (RawNode | undefined)[], place: ExpressionContext): boolean =>
  place.isUncorrelated &&
  parts.every((part) => part !== undefined && ('A_Const' in part || isInfallibleAggregate(part, place))) &&
  parts.some((part) => part !== undefined && !('A_Const' in part))

const isInfallibleCall = (call: RawNode, window: RawNode | undefined, place: ExpressionContext): boolean => {
  const isInfallibleKey = (key: RawNode): boolean =>
    infallibleKind(key, place.names) !== undefined || isInfallibleAggregate(key, place)
  if (window !== undefined && !keysOf(window).every(isInfallibleKey)) return false
  if (place.isUncorrelated) return queriesIn(call).length === 0
  const bare = call.agg_filter === undefined && call.agg_order === undefined
  return bare && listAt(call, 'args').every((argument) => infallibleKind(argument, place.names) !== undefined)
}

/** The sort and partition keys of an expression's windows. */
export const windowKeysIn = (value: unknown): readonly RawNode[] => {
  if (Array.isArray(value)) return value.flatMap(windowKeysIn)
  if (!isNode(value)) return []
  return Object.entries(value).flatMap(([key, content]) => {
    if (key === 'SelectStmt') return []
    return key === 'over' && isNode(content) ? keysOf(content) : windowKeysIn(content)
  })
}

const keysOf = (window: RawNode): readonly RawNode[] =>
  [...listAt(window, 'partitionClause'), ...listAt(window, 'orderClause')].map(
    (key) => nodeAt(nodeAt(key, 'SortBy') ?? {}, 'node') ?? key,
  )

/** The outermost sub-queries of an expression. */
export const queriesIn = (value: unknown): readonly RawNode[] => {
  if (Array.isArray(value)) return value.flatMap(queriesIn)
  if (!isNode(value)) return []
  return Object.entries(value).flatMap(([key, content]) =>
    key === 'SelectStmt' ? [{ SelectStmt: content }] : queriesIn(content),
  )
}
