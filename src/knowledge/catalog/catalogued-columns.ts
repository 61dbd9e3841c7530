import type { DatabaseSettings } from '../../domain/access/database-settings.ts'
import { type Catalog, type CataloguedColumn, publishedCatalog } from '../../domain/ask/catalog.ts'
import { columnKey } from '../../domain/ask/knowledge.ts'
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
