export interface Weakened {
  readonly how: string
  readonly statement: string
}

/** `"tenant_id" = ?1`, `tenant_id = $1`, with or without a collation or a cast of the bound value. */
const EQUAL =
  /((?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|[a-z_]\w*)(?:\.(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|[a-z_]\w*))*) = ((?:\?\d*|\$\d+)(?:::\w+| COLLATE \w+)?|CAST\(\? AS SIGNED\))/gi

const CHANGES: readonly { readonly how: string; readonly change: (column: string, value: string) => string }[] = [
  { how: 'is always true', change: () => '1 = 1' },
  { how: 'is turned round', change: (column, value) => `${column} <> ${value}` },
  { how: 'lets more in', change: (column, value) => `${column} >= ${value}` },
  { how: 'is one of two', change: (column, value) => `(${column} = ${value} OR 1 = 1)` },
  { how: 'is negated', change: (column, value) => `NOT ${column} = ${value}` },
  { how: 'compares a column with itself', change: (column) => `${column} = ${column}` },
  { how: 'takes every value', change: (column) => `${column} IS NOT NULL` },
  { how: 'is a constant', change: (column) => `${column} = 1` },
  { how: 'compares the value with itself', change: (_, value) => `${value} = ${value}` },
  { how: 'lets NULL in', change: (column, value) => `${column} = ${value} OR ${column} IS NULL` },
]

/** Variants of a guarded statement, each with one filter weakened or removed. Drafts have no placeholders. */
export const weakenedSql = (statement: string): readonly Weakened[] =>
  [...statement.matchAll(EQUAL)].flatMap((match) => {
    const [whole, column = '', value = ''] = match
    const [before, after] = [statement.slice(0, match.index), statement.slice(match.index + whole.length)]
    const changed = CHANGES.map(({ how, change }) => ({ how, statement: before + change(column, value) + after }))
    return [...changed, ...removed(before, after)].map((one) => ({ ...one, how: `${whole} ${one.how}` }))
  })

/** Removes the condition and its AND, or the WHERE if no other condition remains. */
const removed = (before: string, after: string): readonly Weakened[] => {
  const how = 'is gone'
  if (/^ AND /i.test(after)) return [{ how, statement: before + after.slice(5) }]
  if (/ AND $/i.test(before)) return [{ how, statement: before.slice(0, -5) + after }]
  if (/ WHERE $/i.test(before)) return [{ how, statement: before.slice(0, -7) + after }]
  return []
}
