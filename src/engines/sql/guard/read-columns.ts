import type { NameFolding } from '../../../guard/name-folding.ts'
import type { TableAccess } from '../../../guard/table-access.ts'
import { isNode } from './tree/raw-tree.ts'

/**
 * Removes the columns that a draft does not name from a table's access, to avoid parsing, comparing, verifying and
 * copying them. The meaning does not change: servers resolve only names that are written, and a name is kept in every
 * table that has it. All columns stay if the draft uses `*` or a NATURAL join. If none is named, one stays so that rows
 * can be counted.
 *
 * @param tree the draft's syntax tree
 */
export const columnsInUse = (
  tree: unknown,
  folding: Pick<NameFolding, 'column'>,
): ((access: TableAccess) => TableAccess) => {
  const names = new NameCollector(folding)
  names.collect(tree)
  return (access) => {
    if (names.meansAll) return access
    const columns = access.columns.filter((name) => names.has(name))
    return columns.length === access.columns.length
      ? access
      : { ...access, columns: columns.length === 0 ? access.columns.slice(0, 1) : columns }
  }
}

const WILDCARDS: ReadonlySet<string> = new Set(['Wildcard', 'QualifiedWildcard'])

class NameCollector {
  meansAll = false
  readonly #names = new Set<string>()
  readonly #folding: Pick<NameFolding, 'column'>

  constructor(folding: Pick<NameFolding, 'column'>) {
    this.#folding = folding
  }

  has(name: string): boolean {
    return this.#names.has(this.#folding.column(name))
  }

  collect(tree: unknown): void {
    if (Array.isArray(tree)) for (const one of tree) this.collect(one)
    else if (tree === 'Natural') this.meansAll = true
    else if (isNode(tree))
      for (const key in tree) {
        const field = tree[key]
        if (WILDCARDS.has(key)) this.meansAll = true
        if (key === 'value' && typeof field === 'string') this.#names.add(this.#folding.column(field))
        else this.collect(field)
      }
  }
}
