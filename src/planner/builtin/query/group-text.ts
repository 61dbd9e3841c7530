import { pathTo, type Scope, tableOf, Unplannable } from './scope.ts'
import { columnName, type Shown } from './select-text.ts'
import type { ColumnRef, Group, QueryTree } from './tree.ts'

/** A group as it is shown, and what its rows are grouped by. */
export interface GroupText {
  readonly shown: readonly Shown[]
  readonly by: readonly string[]
}

/** @throws Unplannable when the group would count rows twice */
export const groupText = (scope: Scope, tree: QueryTree, group: Group): GroupText => {
  switch (group.type) {
    case 'column': {
      const text = reachAny(scope, group.column, tree)
      return { shown: [{ text, name: columnName(scope.context, tree, group.column) }], by: [text] }
    }
    case 'entity':
      return entityText(scope, tree, group.table)
    case 'time': {
      const text = scope.context.dialect.bucket(scope.column(group.column), group.bucket)
      return { shown: [{ text, name: group.bucket }], by: [text] }
    }
    case 'periods': {
      const text = periodText(scope, group)
      return { shown: [{ text, name: 'period' }], by: [text] }
    }
  }
}

const entityText = (scope: Scope, tree: QueryTree, name: string): GroupText => {
  const table = tableOf(scope.context, name)
  const label = reachAny(scope, { table: name, column: table.label }, tree)
  const alias = label.slice(0, label.indexOf('.'))
  const keys = table.primaryKey.map((key) => scope.at(alias, key))
  const owner = table.singular.replaceAll(' ', '_')
  return {
    shown: [{ text: label, name: table.primaryKey.includes(table.label) ? `${owner}_${table.label}` : owner }],
    by: [...new Set([...keys, label])],
  }
}

const periodText = (scope: Scope, { column: ref, periods }: Extract<Group, { type: 'periods' }>): string => {
  const column = scope.column(ref)
  const { dialect } = scope.context
  const cases = periods.map(({ label, from, to }) => {
    const tests = [
      ...(from === null ? [] : [`${column} >= ${dialect.day(from)}`]),
      ...(to === null ? [] : [`${column} < ${dialect.day(to)}`]),
    ]
    return `WHEN ${tests.join(' AND ')} THEN ${dialect.text(label)}`
  })
  return `CASE ${cases.join(' ')} END`
}

/** Groups may lie behind a key with many rows when every measure survives repeated rows. */
const reachAny = (scope: Scope, ref: ColumnRef, tree: QueryTree): string => {
  const steps = pathTo(scope.context, scope.table.name, ref.table)
  const safe = tree.measures.every(
    ({ aggregate, column }) => column === null || aggregate === 'min' || aggregate === 'max',
  )
  if (!safe && steps.some((step) => !step.up))
    throw new Unplannable(`${tree.anchor} cannot be split by ${ref.table} without counting rows twice`)
  return scope.at(scope.join(steps), ref.column)
}
