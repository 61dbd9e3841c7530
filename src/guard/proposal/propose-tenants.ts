import { mapSliced, type Sliced } from '../../platform/values/sliced.ts'
import type { NameFolding } from '../name-folding.ts'
import { type OwnerTypes, ownerTypesText, typesOfOwner } from '../owner-types.ts'
import type { Policy, TablePolicy } from '../policy.ts'
import { type Column, type Schema, type Table, tableName } from '../schema.ts'
import { nameWords } from './name-words.ts'
import type { TableProposal } from './proposal.ts'
import type { KeyedSchema, SingleKey } from './single-keys.ts'
import { isTenantTable, mostFrequentType, type TenantType, tenantTypeOf } from './tenant-column.ts'

interface TenantProposals {
  readonly tenant: NonNullable<Policy['tenant']>
  /** Tables that identify their tenant themselves, and those that do so in an unusable way. */
  readonly tables: ReadonlyMap<Table, TableProposal>
}

interface Root {
  readonly table: Table
  readonly column: Column
}

/** A table with its tenant column. */
interface Carrier {
  readonly table: Table
  readonly column: Column
}

/** Proposes entries for tables with the tenant column, the tenant table, and tables with references of other names. */
export function* proposeTenants(
  { schema, keys }: KeyedSchema,
  folding: NameFolding,
  { column, type }: { readonly column: string; readonly type?: OwnerTypes },
): Sliced<TenantProposals> {
  const [folded, words] = [folding.column(column), nameWords(column).join(' ')]
  const isSame = (name: string): boolean => folding.column(name) === folded
  const carrying = yield* mapSliced(schema.tables, (table): Carrier[] => {
    // An array of tenants does not identify one owner.
    const single = table.columns.filter(({ arrays }) => arrays === undefined)
    const found =
      single.find(({ name }) => isSame(name)) ?? single.find(({ name }) => nameWords(name).join(' ') === words)
    return found === undefined ? [] : [{ table, column: found }]
  })
  const carriers = carrying.flat()
  const carrierOf = new Map(carriers.map((carrier) => [carrier.table, carrier]))
  const root = declaredRoot(carriers, keys) ?? namedRoot(schema, column, typeOf(undefined, carriers))
  const tenant = { column, type: type ?? typeOf(root?.column, carriers) }
  const rootHasIt = root !== undefined && carrierOf.get(root.table)?.column === root.column

  const proposalOf = (table: Table): TableProposal | undefined => {
    const of = proposalFor(table)
    if (table === root?.table && !rootHasIt) return rootProposal(root, tenant.type)
    const carrier = carrierOf.get(table)
    if (carrier === undefined) return keyToRootProposal(table, keys.get(table) ?? [], root, tenant)
    const { name } = carrier.column
    const foreignKey = keys
      .get(table)
      ?.find((key) => key.isDeclared && key.column === carrier.column && key.parent !== root?.table)
    if (
      foreignKey !== undefined &&
      root !== undefined &&
      carrierOf.get(foreignKey.parent)?.column !== foreignKey.parentColumn
    )
      return of(
        { mode: 'deny' },
        `its ${name} refers to ${tableName(foreignKey.parent)}, not to ${tableName(root.table)}`,
      )
    if (!isOfType(carrier.column, tenant.type)) return of({ mode: 'deny' }, typeMismatch(carrier.column, tenant.type))
    const nullNote = carrier.column.nullable
      ? `; rows where it is null belong to no tenant (\`sharedOrOwn\`: to all tenants)`
      : ''
    const own = { mode: 'tenant', ...(isSame(name) ? {} : { column: name }) } as const
    if (table.view) return of(own, `a view with ${name}: it may expose data of other collections`)
    return of(own, `has ${name}${nullNote}`, true)
  }
  const tables = yield* mapSliced(schema.tables, (table) => {
    const proposal = proposalOf(table)
    return proposal === undefined ? [] : [[table, proposal] as const]
  })
  return { tenant, tables: new Map(tables.flat()) }
}

const proposalFor =
  (table: Table) =>
  (policy: TablePolicy, reason: string, isCertain = false): TableProposal => ({
    table: tableName(table),
    policy,
    reason,
    isCertain,
  })

const isOfType = (column: Column, types: OwnerTypes): boolean => typesOfOwner(types).includes(tenantTypeOf(column))

const typeMismatch = ({ name, type }: Column, types: OwnerTypes): string =>
  `its ${name} is ${type}, while tenants are of type ${ownerTypesText(types)}`

const rootProposal = ({ table, column }: Root, type: OwnerTypes): TableProposal =>
  isOfType(column, type)
    ? proposalFor(table)(
        { mode: 'tenantRoot', column: column.name },
        `the table of tenants: each tenant sees its own row`,
      )
    : proposalFor(table)({ mode: 'deny' }, typeMismatch(column, type))

/** Uses a key to the tenant table under another name; two such keys are ambiguous, and the table is denied. */
const keyToRootProposal = (
  table: Table,
  keys: readonly SingleKey[],
  root: Root | undefined,
  { type }: TenantProposals['tenant'],
): TableProposal | undefined => {
  const toRoot = keys.filter(
    ({ parent, parentColumn, isDeclared }) => isDeclared && parent === root?.table && parentColumn === root.column,
  )
  const [key, another] = toRoot
  if (key === undefined || root === undefined || !isOfType(key.column, type)) return undefined
  const { name } = key.column
  if (another === undefined)
    return proposalFor(table)({ mode: 'tenant', column: name }, `its ${name} refers to ${tableName(root.table)}`)
  const names = toRoot.map(({ column }) => column.name).join(', ')
  return proposalFor(table)(
    { mode: 'deny' },
    `${names} all refer to ${tableName(root.table)}: which one identifies the owner of a row?`,
  )
}

/** The table and column that most tenant columns refer to. */
const declaredRoot = (
  carriers: readonly Carrier[],
  keys: ReadonlyMap<Table, readonly SingleKey[]>,
): Root | undefined => {
  const targets = carriers.flatMap(({ table, column }) =>
    (keys.get(table) ?? []).filter((key) => key.isDeclared && key.column === column && key.parent !== table),
  )
  const counts = Map.groupBy(targets, ({ parent }) => parent)
  const [most] = [...counts.values()].toSorted((a, b) => b.length - a.length)
  return most?.[0] && { table: most[0].parent, column: most[0].parentColumn }
}

/** The table named like the tenants; it may be unrelated, so its primary key must have their type. */
const namedRoot = ({ tables }: Schema, tenantColumn: string, type: TenantType): Root | undefined => {
  const table = tables.find(({ name }) => isTenantTable(name, tenantColumn))
  const [name, another] = table?.primaryKey ?? []
  const column = table?.columns.find((candidate) => candidate.name === name)
  if (table === undefined || column === undefined || another !== undefined) return undefined
  return tenantTypeOf(column) === type ? { table, column } : undefined
}

/** The type of the tenant table's key, else of most tenant columns. */
const typeOf = (key: Column | undefined, carriers: readonly Carrier[]): TenantType => {
  if (key !== undefined) return tenantTypeOf(key)
  return mostFrequentType(
    carriers.map(({ column }) => tenantTypeOf(column)),
    'integer',
  )
}
