/** The rows of every table, in the order of insertion: what is referred to comes first. */
export type Cell = string | number | null

export interface DemoTable {
  readonly name: string
  readonly rows: (readonly Cell[])[]
}

/** Collects rows and numbers them; `id` is always the first column. */
export class DemoRows {
  readonly tables: readonly DemoTable[]
  readonly #byName: ReadonlyMap<string, DemoTable>

  constructor(names: readonly string[]) {
    this.tables = names.map((name) => ({ name, rows: [] }))
    this.#byName = new Map(this.tables.map((table) => [table.name, table]))
  }

  /** Adds a row under the next free id, and returns that id. */
  add(table: string, ...cells: readonly Cell[]): number {
    const { rows } = this.#table(table)
    rows.push([rows.length + 1, ...cells])
    return rows.length
  }

  /** Adds a row whose key is its own. */
  addKeyed(table: string, ...cells: readonly Cell[]): void {
    this.#table(table).rows.push(cells)
  }

  #table(name: string): DemoTable {
    const table = this.#byName.get(name)
    if (table === undefined) throw new RangeError(`no demo table ${name}`)
    return table
  }
}

export const cents = (amount: number): number => Math.round(amount * 100) / 100
