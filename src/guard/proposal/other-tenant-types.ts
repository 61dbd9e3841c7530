import type { NameFolding } from '../name-folding.ts'
import { ownerTypesText, typesOfOwner } from '../owner-types.ts'
import type { Policy } from '../policy.ts'
import { type Schema, tableName } from '../schema.ts'
import { tenantTypeOf } from './tenant-column.ts'

/** One sentence per table whose tenant column has a type that no tenant id can equal. */
export const otherTenantTypes = (schema: Schema, { tenant }: Policy, folding: NameFolding): readonly string[] => {
  if (tenant === undefined) return []
  const types = typesOfOwner(tenant.type)
  return schema.tables.flatMap((table) =>
    table.columns
      .filter(({ name }) => folding.column(name) === folding.column(tenant.column))
      .filter((column) => !types.includes(tenantTypeOf(column)))
      .map(({ name, type }) => `${tableName(table)}.${name} is ${type}, tenants are ${ownerTypesText(tenant.type)}.`),
  )
}
