import { type Catalog, type CataloguedColumn, publishedCatalog } from '../../ask/rules/catalog.ts'
import { columnKey } from '../../ask/rules/knowledge.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import type { TextColumn } from '../text-columns.ts'

/** The catalog entries of these columns that are published and still allowed by the policy. */
export const cataloguedColumns = (
  catalog: Catalog,
  database: Pick<DatabaseSettings, 'sharedValues'>,
  texts: readonly TextColumn[],
): readonly CataloguedColumn[] => {
  const visible = new Map(texts.map((column) => [columnKey(column), column]))
  return publishedCatalog(catalog, database).columns.filter((column) =>
    isStillTrue(column, visible.get(columnKey(column))),
  )
}

/** Since indexing, the policy of a table may have changed from "same rows for all" to rows per tenant. */
const isStillTrue = ({ of }: CataloguedColumn, column: TextColumn | undefined): boolean =>
  column !== undefined && (of === 'tenants' || !(column.byTenant || column.byScope))
