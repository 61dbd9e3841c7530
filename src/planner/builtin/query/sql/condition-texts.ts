import type { Step } from '../known-database.ts'
import { columnOf, pathTo, reversedStep, Unplannable } from '../query-context.ts'
import { countMeasure, exclusionComparator, relatedNumber } from '../row-counts.ts'
import type { ColumnRef, Condition, Scalar } from '../tree.ts'
import { measureText } from './measure-text.ts'
import { Scope } from './scope.ts'

/** Adds conditions to a scope. A one-to-many relation becomes EXISTS, so that no row is counted twice. */
export const addConditions = (scope: Scope, conditions: readonly Condition[]): void => {
  scope.where.push(...conditionTexts(scope, conditions))
}

/** The conditions as SQL texts; joins that they need are added to the scope. */
export const conditionTexts = (scope: Scope, conditions: readonly Condition[]): string[] => {
  const texts: string[] = []
  const behind = new Map<string, { steps: readonly Step[]; first: number; conditions: Condition[] }>()
  for (const condition of conditions) {
    if (condition.type === 'related') texts.push(relatedText(scope, condition))
    else if (condition.type === 'any') texts.push(anyText(scope, condition.options))
    else {
      const steps = pathTo(scope.context, scope.table.name, condition.column.table, condition.column.by)
      const first = steps.findIndex((step) => !step.up)
      const reached = scope.reached(steps)
      if (first < 0 || reached !== undefined) texts.push(plainText(scope, reached ?? scope.join(steps), condition))
      else {
        const key = JSON.stringify(steps.slice(0, first + 1))
        const known = behind.get(key) ?? { steps, first, conditions: [] }
        known.conditions.push(condition)
        behind.set(key, known)
      }
    }
  }
  for (const { steps, first, conditions: inner } of behind.values()) {
    const alias = scope.join(steps.slice(0, first))
    const step = steps[first]
    if (step !== undefined) texts.push(existsText(scope, alias, step, inner))
  }
  return texts
}

const anyText = (scope: Scope, options: readonly Condition[]): string =>
  `(${options.map((option) => conditionTexts(scope, [option]).join(' AND ')).join(' OR ')})`

const existsText = (scope: Scope, alias: string, step: Step, conditions: readonly Condition[]): string => {
  const inner = new Scope(scope.context, step.to)
  inner.where.push(`${inner.at(inner.alias, step.toColumn)} = ${scope.at(alias, step.fromColumn)}`)
  addConditions(inner, conditions)
  return `EXISTS (SELECT 1 ${inner.from()}${inner.whereClause()})`
}

type Related = Extract<Condition, { type: 'related' }>

const relatedText = (scope: Scope, related: Related): string => {
  const steps = pathTo(scope.context, scope.table.name, related.table, related.by)
  const [step, ...rest] = steps
  if (step === undefined) throw new Unplannable(`${related.table} is compared with itself`)
  const number = relatedNumber(related)
  if (number === 'counted') return countedText(scope, steps, related)
  const inner = new Scope(scope.context, step.to)
  inner.where.push(`${inner.at(inner.alias, step.toColumn)} = ${scope.at(scope.alias, step.fromColumn)}`)
  if (rest.every((one) => one.up)) {
    if (related.where.length > 0 || rest.some((one) => isOptional(scope, one))) inner.join(rest)
    addConditions(inner, related.where)
  } else addConditions(inner, [{ ...related, op: '>=', value: 1 }])
  return `${number === 'none' ? 'NOT ' : ''}EXISTS (SELECT 1 ${inner.from()}${inner.whereClause()})`
}

const isOptional = (scope: Scope, step: Step): boolean =>
  columnOf(scope.context, { table: step.from, column: step.fromColumn })?.nullable ?? true

/** "More than 3 orders": keys whose group of related rows is that large. A condition on few includes none at all. */
const countedText = (scope: Scope, steps: readonly Step[], related: Related): string => {
  const inner = new Scope(scope.context, related.table)
  const back = [...steps].reverse().map(reversedStep)
  const last = back.at(-1)
  if (last === undefined) throw new Unplannable('no path')
  const alias = inner.join(back.slice(0, -1))
  addConditions(inner, related.where)
  const link = inner.at(alias, last.fromColumn)
  const measured = measureText(inner, related.measure ?? countMeasure(related.table))
  const inverse = exclusionComparator(related)
  const own = scope.at(scope.alias, last.toColumn)
  if (inverse !== undefined) inner.where.push(`${link} IS NOT NULL`)
  const having = `GROUP BY ${link} HAVING ${measured} ${inverse ?? related.op} ${related.value}`
  return `${own} ${inverse === undefined ? 'IN' : 'NOT IN'} (SELECT ${link} ${inner.from()}${inner.whereClause()} ${having})`
}

/** A constant in the type of its column. */
const scalarText = ({ context }: Scope, column: ColumnRef, value: Scalar): string => {
  if (typeof value === 'string') return context.dialect.text(value)
  const info = columnOf(context, column)
  const isTruth = info?.kind === 'boolean' && (value === 0 || value === 1)
  return isTruth ? context.dialect.boolean(value === 1, info.type) : String(value)
}

type Plain = Exclude<Condition, { type: 'related' } | { type: 'any' }>

const plainText = (scope: Scope, alias: string, condition: Plain): string => {
  const { dialect } = scope.context
  const column = scope.at(alias, condition.column.column)
  switch (condition.type) {
    case 'compare':
      return `${column} ${condition.op} ${scalarText(scope, condition.column, condition.value)}`
    case 'in': {
      const list = condition.values.map((value) => scalarText(scope, condition.column, value)).join(', ')
      return `${column} ${condition.negated ? 'NOT IN' : 'IN'} (${list})`
    }
    case 'null':
      return `${column} IS ${condition.negated ? 'NOT ' : ''}NULL`
    case 'like':
      return `${condition.negated ? 'NOT ' : ''}${dialect.like(column, condition.pattern)}`
    case 'range': {
      const from = condition.from === null ? [] : [`${column} >= ${dialect.day(condition.from)}`]
      const to = condition.to === null ? [] : [`${column} < ${dialect.day(condition.to)}`]
      const both = [...from, ...to].join(' AND ')
      return condition.negated ? `NOT (${both})` : both
    }
    case 'average': {
      const inner = new Scope(scope.context, condition.column.table)
      const average = `SELECT ${(condition.fold ?? 'avg').toUpperCase()}(${inner.at(inner.alias, condition.column.column)}) ${inner.from()}`
      return `${column} ${condition.op} (${average})`
    }
    case 'alike': {
      const inner = new Scope(scope.context, condition.column.table)
      const same = inner.at(inner.alias, condition.column.column)
      addConditions(inner, condition.where)
      inner.where.push(`${same} IS NOT NULL`)
      return `${column} ${condition.negated ? 'NOT IN' : 'IN'} (SELECT ${same} ${inner.from()}${inner.whereClause()})`
    }
  }
}
