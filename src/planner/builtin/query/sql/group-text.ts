import { pathTo, tableOf } from '../query-context.ts'
import { columnName, entityName } from '../result-names.ts'
import { checkGroup } from '../row-counts.ts'
import type { ColumnRef, Group, QueryTree } from '../tree.ts'
import type { Scope } from './scope.ts'
import type { SelectColumn } from './select-text.ts'

/** The shown expression of a group, and its GROUP BY expressions. */
export interface GroupText {
  readonly shown: readonly SelectColumn[]
  readonly by: readonly string[]
  /** Sort expression of the groups, if that is not the shown one. */
  readonly rank?: string
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** @throws Unplannable if the group would count rows twice */
export const groupText = (scope: Scope, tree: QueryTree, group: Group): GroupText => {
  switch (group.type) {
    case 'column': {
      const text = reachAny(scope, group.column, tree)
      return { shown: [{ text, name: columnName(scope.context, tree, group.column) }], by: [text] }
    }
    case 'entity':
      return entityText(scope, tree, group)
    case 'time': {
      const text = scope.context.dialect.bucket(scope.column(group.column), group.bucket)
      const shown = { shown: [{ text, name: group.bucket }], by: [text] }
      return group.bucket === 'weekday' ? { ...shown, rank: weekdayRank(scope, text) } : shown
    }
    case 'periods': {
      const text = periodText(scope, group)
      return { shown: [{ text, name: 'period' }], by: [text] }
    }
  }
}

type EntityGroup = Extract<Group, { type: 'entity' }>

const entityText = (scope: Scope, tree: QueryTree, { table: name, by }: EntityGroup): GroupText => {
  const table = tableOf(scope.context, name)
  const label = reachAny(scope, { table: name, column: table.label, ...(by === undefined ? {} : { by }) }, tree)
  const alias = label.slice(0, label.indexOf('.'))
  const keys = table.primaryKey.map((key) => scope.at(alias, key))
  return {
    shown: [{ text: label, name: entityName(scope.context, name) }],
    by: [...new Set([...keys, label])],
  }
}

const weekdayRank = ({ context: { dialect } }: Scope, weekday: string): string =>
  `CASE ${WEEKDAYS.map((name, index) => `WHEN ${weekday} = ${dialect.text(name)} THEN ${index}`).join(' ')} END`

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

const reachAny = (scope: Scope, ref: ColumnRef, tree: QueryTree): string => {
  checkGroup(scope.context, tree, ref)
  return scope.at(scope.join(pathTo(scope.context, scope.table.name, ref.table, ref.by)), ref.column)
}
