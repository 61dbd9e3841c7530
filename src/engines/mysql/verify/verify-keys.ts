import { at, list, onlyName } from '../../sql/verify/verify-tree.ts'
import { AGGREGATES } from '../language/allow-list.ts'
import { verifyRisk } from './verify-may-fail.ts'

/**
 * The verifier's check whether sort, group or DISTINCT keys of the outermost SELECT may fail: a server may compute them
 * for one table before joining others.
 */
export const verifyKeys = (statement: unknown): boolean => isRisky(at(statement, 'Query'))

const isRisky = (query: unknown): boolean => {
  const sorted = list(at(query, 'order_by', 'kind', 'Expressions')).map((sort) => at(sort, 'expr'))
  return selectsOf(at(query, 'body')).some(({ select, isSetOperation }) => {
    if (select === undefined) return true
    const keys = [...(isSetOperation ? [] : sorted), ...list(at(select, 'group_by', 'Expressions', 0))]
    const names = new Set<unknown>()
    let risks = 0
    for (const item of list(at(select, 'projection'))) {
      const value = at(item, 'ExprWithAlias', 'expr') ?? at(item, 'UnnamedExpr')
      if (isOverRows(value) || !verifyRisk(value)) continue
      risks++
      names.add(lowered(at(item, 'ExprWithAlias', 'alias', 'value')))
    }
    if (risks > 0 && (at(select, 'distinct') === 'Distinct' || keys.some((key) => at(key, 'Value') !== undefined)))
      return true
    return keys.some(
      (key) => names.has(lowered(at(key, 'Identifier', 'value'))) || (!isOverRows(key) && verifyRisk(key)),
    )
  })
}

/** The SELECTs whose rows a query returns. */
const selectsOf = (body: unknown): readonly { readonly select: unknown; readonly isSetOperation: boolean }[] => {
  const operation = at(body, 'SetOperation')
  if (operation !== undefined)
    return [at(operation, 'left'), at(operation, 'right')].flatMap((part) =>
      selectsOf(part).map(({ select }) => ({ select, isSetOperation: true })),
    )
  const within = at(body, 'Query')
  if (within === undefined) return [{ select: at(body, 'Select'), isSetOperation: false }]
  return isRisky(within) ? [{ select: undefined, isSetOperation: false }] : []
}

/** Lower-case column name; a unique symbol for keys that are not names. */
const lowered = (name: unknown): unknown => (typeof name === 'string' ? name.toLowerCase() : Symbol('no name'))

const isOverRows = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, 'body')) return false
  const call = at(value, 'Function')
  const windowed = (at(call, 'over') ?? null) !== null
  return windowed || AGGREGATES.has((onlyName(call) ?? '').toLowerCase()) || Object.values(value).some(isOverRows)
}
