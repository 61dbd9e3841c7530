import type { CataloguedColumn } from '../../ask/rules/catalog.ts'
import { columnKey } from '../../ask/rules/knowledge.ts'
import type { NotFound } from '../../ask/rules/not-found.ts'
import type { TextColumn } from '../text-columns.ts'
import type { AskedName } from './asked-names.ts'
import { type LookedUp, partsFound, searchedText } from './look-up-names.ts'

/** Where names were looked up. */
interface NameSearch {
  /** All columns that may hold them. */
  readonly columns: readonly TextColumn[]
  /** The result in rows. */
  readonly looked: LookedUp
  /** The text of values known without reading rows (`searchedText`). */
  readonly known: string
  readonly catalogued: (column: TextColumn) => CataloguedColumn | undefined
}

/** The sure names that were not found. @returns undefined if all were found */
export const notFoundIn = (
  names: readonly AskedName[],
  { columns, looked, known, catalogued }: NameSearch,
): NotFound | undefined => {
  const found = searchedText(looked.found)
  const missing = names.filter((name) => name.isSure && !partsFound(name, found, known))
  if (missing.length === 0) return undefined
  const unread = columns.filter((one) => !looked.read.has(columnKey(one)) && catalogued(one)?.complete !== true)
  return {
    texts: [...new Set(missing.map(({ text }) => text))],
    read: columns.length - unread.length,
    of: columns.length,
    unread: unread.map(({ table, column }) => ({ table, column })),
    isPart: looked.read.size > 0,
  }
}
