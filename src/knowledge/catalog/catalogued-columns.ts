import { type Catalog, type CataloguedColumn, publishedCatalog } from '../../ask/rules/catalog.ts'
import { columnKey } from '../../ask/rules/knowledge.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import type { TextColumn } from '../text-columns.ts'

/** What of a catalog is told of these columns: what is published, as long as the policy leaves it everybody's. */
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

/** A table may have been opened to each tenant alone since its rows were everybody's. */
const isStillTrue = ({ of }: CataloguedColumn, column: TextColumn | undefined): boolean =>
  column !== undefined && (of === 'tenants' || !(column.byTenant || column.byScope))
