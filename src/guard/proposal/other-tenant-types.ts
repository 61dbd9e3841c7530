import type { NameFolding } from '../name-folding.ts'
import { ownerTypesText, typesOfOwner } from '../owner-types.ts'
import type { Policy } from '../policy.ts'
import { type Schema, tableName } from '../schema.ts'
import { tenantTypeOf } from './tenant-column.ts'

/** Tables that have the tenant column, in a type that tenants are not of, each in words: no tenant's id equals its values. */
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
