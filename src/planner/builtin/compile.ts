import type { SqlDialect } from '../../domain/ask/sql-dialect.ts'
import { type Catalog, columnOf } from './catalog.ts'
import { addConditions, conditionTexts, measureText, operandText } from './conditions.ts'
import type { Group, Ir, Measure } from './ir.ts'
import { pathTo, type QueryContext, Scope, tableOf, Unplannable } from './scope.ts'

interface Shown {
  readonly text: string
  readonly name: string
}

/**
 * The query of an IR.
 *
 * @param dialect of the engine that is to run it; null where queries are no SQL
 * @throws Unplannable when it would have to guess or count rows twice, or cannot be spelled for the engine
 */
export const compile = (catalog: Catalog, dialect: SqlDialect | null, ir: Ir): string => {
  if (dialect === null) throw new Unplannable('how to ask this kind of database')
  const context: QueryContext = { catalog, dialect, via: ir.via, aliases: new Set() }
  if (ir.share !== null) return compileShare(context, ir)
  if (ir.measures.length === 0 && ir.groups.length === 0) return compileList(context, ir)
  if (ir.outer !== null) return compileOuter(context, ir, ir.outer)
  return compileGroups(context, ir)
}

const alias = (context: QueryContext, { text, name }: Shown): string => `${text} AS ${context.dialect.identifier(name)}`

const unique = (shown: readonly Shown[]): Shown[] => {
  const names = new Set<string>()
  return shown.map(({ text, name }) => {
    let free = name
    for (let n = 2; names.has(free.toLowerCase()); n++) free = `${name}_${n}`
    names.add(free.toLowerCase())
    return { text, name: free }
  })
}

/** @param ties what decides, ascending, among rows that are alike in all the others */
const orderText = ({ dialect }: QueryContext, parts: readonly string[], ties: readonly string[]): string => {
  const all = new Set([...parts, ...ties.map((text) => dialect.order(text, 'ascending'))])
  return all.size === 0 ? '' : ` ORDER BY ${[...all].join(', ')}`
}

const limitText = ({ dialect }: QueryContext, { limit }: Ir): string =>
  limit === null ? '' : ` ${dialect.limit(limit)}`

const compileList = (context: QueryContext, ir: Ir): string => {
  const scope = new Scope(context, ir.anchor)
  const order = ir.order.flatMap(({ by, descending }) => {
    if (typeof by === 'string') return []
    const text = scope.column(by)
    const nullable = columnOf(context.catalog, by)?.nullable ?? true
    // The first row of an order should have a value to be ordered by.
    if (nullable && ir.limit !== null) scope.where.push(`${text} IS NOT NULL`)
    return [context.dialect.order(text, descending ? 'descending' : 'ascending')]
  })
  addConditions(scope, ir.where)
  const shown = unique(
    ir.columns.map((ref) => ({ text: scope.column(ref, ref.table !== ir.anchor), name: columnName(context, ir, ref) })),
  )
  if (shown.length === 0) throw new Unplannable('nothing to show')
  const keys = scope.table.primaryKey.map((key) => scope.at(scope.alias, key))
  const tiebreak = ir.distinct
    ? shown.map(({ text }) => text)
    : ir.order.length > 0 || ir.limit !== null
      ? keys
      : [shown[0]?.text ?? '', ...keys]
  const select = shown.map((one) => alias(context, one)).join(', ')
  return `SELECT ${ir.distinct ? 'DISTINCT ' : ''}${select} ${scope.from()}${scope.whereClause()}${orderText(context, order, tiebreak)}${limitText(context, ir)}`
}

const columnName = (context: QueryContext, ir: Ir, ref: { table: string; column: string }): string => {
  if (ref.table === ir.anchor) return ref.column
  const table = tableOf(context, ref.table)
  const owner = table.singular.replaceAll(' ', '_')
  return ref.column === table.label && !/^id$/i.test(ref.column) ? owner : `${owner}_${ref.column}`
}

interface Grouping {
  readonly shown: readonly Shown[]
  readonly by: readonly string[]
}

const groupOf = (scope: Scope, ir: Ir, group: Group): Grouping => {
  const { context } = scope
  switch (group.type) {
    case 'column': {
      const text = reachAny(scope, group.column, ir)
      return { shown: [{ text, name: columnName(context, ir, group.column) }], by: [text] }
    }
    case 'entity': {
      const table = tableOf(context, group.table)
      const label = reachAny(scope, { table: group.table, column: table.label }, ir)
      const prefix = label.slice(0, label.indexOf('.'))
      const keys = table.primaryKey.map((key) => scope.at(prefix, key))
      const name = table.singular.replaceAll(' ', '_')
      return {
        shown: [{ text: label, name: table.primaryKey.includes(table.label) ? `${name}_${table.label}` : name }],
        by: [...new Set([...keys, label])],
      }
    }
    case 'time': {
      const text = context.dialect.bucket(scope.column(group.column), group.bucket)
      return { shown: [{ text, name: group.bucket }], by: [text] }
    }
    case 'periods': {
      const column = scope.column(group.column)
      const { dialect } = context
      const cases = group.periods.map(({ label, from, to }) => {
        const tests = [
          ...(from === null ? [] : [`${column} >= ${dialect.day(from)}`]),
          ...(to === null ? [] : [`${column} < ${dialect.day(to)}`]),
        ]
        return `WHEN ${tests.join(' AND ')} THEN ${dialect.text(label)}`
      })
      const text = `CASE ${cases.join(' ')} END`
      return { shown: [{ text, name: 'period' }], by: [text] }
    }
  }
}

/** Groups may lie behind a key with many rows when every measure survives repeated rows. */
const reachAny = (scope: Scope, ref: { table: string; column: string }, ir: Ir): string => {
  const steps = pathTo(scope.context, scope.table.name, ref.table)
  const safe = ir.measures.every(
    ({ aggregate, column }) => column === null || aggregate === 'min' || aggregate === 'max',
  )
  if (!safe && steps.some((step) => !step.up))
    throw new Unplannable(`${ir.anchor} cannot be split by ${ref.table} without counting rows twice`)
  return scope.at(scope.join(steps), ref.column)
}

const compileGroups = (context: QueryContext, ir: Ir): string => {
  const scope = new Scope(context, ir.anchor)
  const groups = ir.groups.map((group) => groupOf(scope, ir, group))
  addConditions(scope, ir.where)
  const measures = ir.measures.map((measure) => ({ text: measureText(scope, measure), name: measure.name }))
  const shares = ir.shareOfTotal ? measures.slice(0, 1).map(({ text }) => shareOfTotal(context, ir, text)) : []
  const shown = unique([...groups.flatMap((group) => group.shown), ...measures, ...shares])
  const by = [...new Set(groups.flatMap((group) => group.by))]
  const main = measures[0]?.text
  const having = ir.having.map(({ measure, op, value }) => `${measureText(scope, measure)} ${op} ${value}`)
  const order = ir.order.flatMap(({ by: key, descending }) => {
    const direction = descending ? 'descending' : 'ascending'
    if (key === 'measure' && main !== undefined) {
      if (!descending && ir.measures[0]?.column !== null) having.push(`${main} IS NOT NULL`)
      return [context.dialect.order(main, direction)]
    }
    if (key === 'group')
      return groups.flatMap((group) => group.by.map((text) => context.dialect.order(text, direction)))
    return []
  })
  const tiebreak =
    by.length === 0 ? [] : groups.flatMap((group) => [...group.shown.map(({ text }) => text), ...group.by])
  const grouping = by.length === 0 ? '' : ` GROUP BY ${by.join(', ')}`
  const filter = having.length === 0 ? '' : ` HAVING ${[...new Set(having)].join(' AND ')}`
  const select = shown.map((one) => alias(context, one)).join(', ')
  return `SELECT ${select} ${scope.from()}${scope.whereClause()}${grouping}${filter}${orderText(context, order, tiebreak)}${limitText(context, ir)}`
}

const percentText = ({ dialect }: QueryContext, part: string, whole: string): string =>
  dialect.round(dialect.percentage(part, whole), 2)

const shareOfTotal = (context: QueryContext, ir: Ir, part: string): Shown => {
  const scope = new Scope(context, ir.anchor)
  addConditions(scope, ir.where)
  const whole = ir.measures[0] === undefined ? 'COUNT(*)' : measureText(scope, ir.measures[0])
  return {
    text: percentText(context, part, `(SELECT ${whole} ${scope.from()}${scope.whereClause()})`),
    name: 'percentage',
  }
}

const compileOuter = (context: QueryContext, ir: Ir, outer: NonNullable<Ir['outer']>): string => {
  const scope = new Scope(context, ir.anchor)
  const groups = ir.groups.map((group) => groupOf(scope, ir, group))
  addConditions(scope, ir.where)
  const [measure] = ir.measures
  if (measure === undefined || groups.length === 0) throw new Unplannable('nothing to average')
  const value = context.dialect.identifier('value')
  const having = ir.having.map((one) => `${measureText(scope, one.measure)} ${one.op} ${one.value}`)
  const filter = having.length === 0 ? '' : ` HAVING ${having.join(' AND ')}`
  const by = [...new Set(groups.flatMap((group) => group.by))].join(', ')
  const inner = `SELECT ${measureText(scope, measure)} AS ${value} ${scope.from()}${scope.whereClause()} GROUP BY ${by}${filter}`
  const call =
    outer === 'count'
      ? 'COUNT(*)'
      : outer === 'avg'
        ? context.dialect.round(`AVG(g.${value})`, 2)
        : `${outer.toUpperCase()}(g.${value})`
  const prefix = outer === 'avg' ? 'average' : outer
  return `SELECT ${call} AS ${context.dialect.identifier(outer === 'count' ? measure.name : `${prefix}_${measure.name}`)} FROM (${inner}) g`
}

const compileShare = (context: QueryContext, ir: Ir): string => {
  const scope = new Scope(context, ir.anchor)
  const groups = ir.groups.map((group) => groupOf(scope, ir, group))
  addConditions(scope, ir.where)
  const part = conditionTexts(scope, ir.share ?? []).join(' AND ')
  const [measure] = ir.measures
  const summed: Measure | undefined = measure?.aggregate === 'sum' ? measure : undefined
  const operand = summed === undefined ? '1' : operandText(scope, summed)
  const whole = summed === undefined ? 'COUNT(*)' : `SUM(${operand})`
  if (scope.fanned) throw new Unplannable('a share would count rows twice')
  const text = percentText(context, `SUM(CASE WHEN ${part} THEN ${operand} ELSE 0 END)`, whole)
  const shown = unique([...groups.flatMap((group) => group.shown), { text, name: 'percentage' }])
  const by = [...new Set(groups.flatMap((group) => group.by))]
  const grouping = by.length === 0 ? '' : ` GROUP BY ${by.join(', ')}`
  return `SELECT ${shown.map((one) => alias(context, one)).join(', ')} ${scope.from()}${scope.whereClause()}${grouping}${orderText(context, [], by)}${limitText(context, ir)}`
}
