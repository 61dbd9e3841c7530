import type { NameFolding } from '../../../guard/name-folding.ts'
import type { TableAccess } from '../../../guard/table-access.ts'
import { isNode } from './tree/raw-tree.ts'

/**
 * What a draft may see of a table, without the columns that it does not name: they would be read by nobody, and parsed,
 * compared, verified and copied for nothing. Nothing changes its meaning: a server looks a name up only where it is
 * written, and it is kept in every table that has it. Where all columns are asked for, or matched by their names, all
 * stay. A table of which none is named keeps one to count its rows by.
 *
 * @param tree of the draft, as the parser tells it
 */
export const readColumns = (
  tree: unknown,
  folding: Pick<NameFolding, 'column'>,
): ((access: TableAccess) => TableAccess) => {
  const names = new Names(folding)
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

class Names {
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
