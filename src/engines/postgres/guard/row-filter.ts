import type { BoundValue } from '../../../guard/restriction.ts'
import type { Table } from '../../../guard/schema.ts'
import type { RowRule, TableAccess } from '../../../guard/table-access.ts'
import { comparisonWith } from './bound-value.ts'
import type { DatabaseTypes } from './database-types.ts'
import type { RawNode } from './raw-node.ts'

interface Use {
  readonly value: BoundValue
  readonly cast: readonly string[] | undefined
}

/** The values of a statement, once per type that they are compared as. */
export class Parameters {
  readonly types: DatabaseTypes
  readonly #uses: Use[] = []

  constructor(types: DatabaseTypes) {
    this.types = types
  }

  get uses(): readonly Use[] {
    return this.#uses
  }

  get values(): readonly BoundValue[] {
    return this.#uses.map(({ value }) => value)
  }

  numberOf(value: BoundValue, cast: readonly string[] | undefined): number {
    const known = this.#uses.findIndex((use) => use.value === value && isSameType(use.cast, cast))
    return known < 0 ? this.#uses.push({ value, cast }) : known + 1
  }
}

const isSameType = (one: Use['cast'], other: Use['cast']): boolean =>
  one === other || (one !== undefined && other !== undefined && one.join('\0') === other.join('\0'))

/**
 * `SELECT columns FROM schema.table WHERE filter`, alone or in a fence: the only form in which a database table is
 * read.
 *
 * @param fenced whether to keep the query's conditions from rows and statistics of others; this prevents the use of
 * indexes
 */
export const filteredSelect = (
  access: TableAccess,
  parameters: Parameters,
  { fenced, inherited }: { readonly fenced: boolean; readonly inherited: unknown },
): RawNode => {
  const { table, columns, rules } = access
  const where = conditionOf(table, rules, parameters)
  const filtered = select(columns, table, where, inherited)
  return {
    SelectStmt: fenced && rules.length > 0 ? fence(filtered, select(columns, table, FALSE, inherited)) : filtered,
  }
}

const FALSE: RawNode = { A_Const: { boolval: {} } }

/**
 * `… UNION ALL SELECT columns FROM table WHERE false OFFSET 0`. OFFSET prevents pushing conditions below the filter,
 * and a UNION hides column statistics from the planner, which would otherwise evaluate operators on values of all
 * tenants (`examine_simple_variable` of PostgreSQL).
 */
const fence = (filtered: RawNode, nothing: RawNode): RawNode => ({
  limitOffset: { A_Const: { ival: {} } },
  limitOption: 'LIMIT_OPTION_COUNT',
  op: 'SETOP_UNION',
  all: true,
  larg: filtered,
  rarg: nothing,
})

/** Whether the filter reads other tables, which PostgreSQL may join in any order. */
export const readsOtherTables = ({ rules }: TableAccess): boolean => rules.some(({ kind }) => kind === 'parent')

const select = (columns: readonly string[], table: Table, where: RawNode | undefined, inherited: unknown): RawNode => ({
  targetList: columns.map((column) => ({ ResTarget: { val: columnRef(column) } })),
  fromClause: [
    {
      RangeVar: {
        schemaname: table.schema ?? 'public',
        relname: table.name,
        ...(inherited === true ? { inh: true } : {}),
        relpersistence: 'p',
      },
    },
  ],
  ...(where === undefined ? {} : { whereClause: where }),
  limitOption: 'LIMIT_OPTION_DEFAULT',
  op: 'SETOP_NONE',
})

const conditionOf = (table: Table, rules: readonly RowRule[], parameters: Parameters): RawNode | undefined => {
  const [first, ...more] = rules.map((rule) => condition(table, rule, parameters))
  if (first === undefined || more.length === 0) return first
  return { BoolExpr: { boolop: 'AND_EXPR', args: [first, ...more] } }
}

const condition = (table: Table, rule: RowRule, parameters: Parameters): RawNode => {
  const column = columnRef(rule.column)
  if (rule.kind === 'parent') {
    const where = conditionOf(rule.parent, rule.rules, parameters)
    const subselect = { SelectStmt: select([rule.parentColumn], rule.parent, where, true) }
    return { SubLink: { subLinkType: 'ANY_SUBLINK', testexpr: column, subselect } }
  }
  const declared = table.columns.find(({ name }) => name === rule.column)?.type ?? ''
  const { value, cast, isBytewise, below } = comparisonWith(rule.bound, declared, parameters.types)
  const parameter: RawNode = { ParamRef: { number: parameters.numberOf(value, cast) } }
  const typed = cast === undefined ? parameter : { TypeCast: { arg: parameter, typeName: typeName(cast) } }
  const collated = isBytewise ? { CollateClause: { arg: typed, collname: strings(['C']) } } : typed
  const compared =
    below === true && cast !== undefined ? { TypeCast: { arg: column, typeName: typeName(cast) } } : column
  const equals = { A_Expr: { kind: 'AEXPR_OP', name: strings(['=']), lexpr: compared, rexpr: collated } }
  if (!rule.orShared) return equals
  const isNull = { NullTest: { arg: columnRef(rule.column), nulltesttype: 'IS_NULL' } }
  return { BoolExpr: { boolop: 'OR_EXPR', args: [isNull, equals] } }
}

const typeName = (names: readonly string[]): RawNode => ({ names: strings(names), typemod: -1 })

const columnRef = (name: string): RawNode => ({ ColumnRef: { fields: strings([name]) } })

const strings = (texts: readonly string[]): readonly RawNode[] => texts.map((sval) => ({ String: { sval } }))
