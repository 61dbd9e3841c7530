import { constants, DatabaseSync } from 'node:sqlite'

/** What a gold query reads: a context without it cannot lead to that query. */
export interface GoldNeeds {
  readonly tables: ReadonlySet<string>
  /** As `table.column`. */
  readonly columns: ReadonlySet<string>
  /** String constants of the query that occur in a column that it reads. */
  readonly literals: ReadonlySet<string>
}

/** Strings in a query; for LIKE, the text between wildcards. */
const TEXT = /'((?:[^']|'')*)'|"([^"]*)"/g

/** Determines the tables and columns that queries read, using SQLite itself. */
export class GoldReader {
  readonly #database: DatabaseSync
  #reads = new Map<string, Set<string>>()

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true })
    this.#database.setAuthorizer((action, table, column) => {
      if (action !== constants.SQLITE_READ || table === null) return constants.SQLITE_OK
      const columns = this.#reads.get(table) ?? new Set()
      this.#reads.set(table, columns)
      if (column !== null && column !== '') columns.add(column)
      return constants.SQLITE_OK
    })
  }

  /** @throws the error of the database for an invalid query */
  needs(query: string): GoldNeeds {
    this.#reads = new Map()
    this.#database.prepare(query)
    const reads = [...this.#reads].map(([table, columns]) => [table, [...columns]] as const)
    const texts = [...query.matchAll(TEXT)].map(([, single, double]) => (single ?? double ?? '').replaceAll("''", "'"))
    const holds = (text: string): boolean =>
      reads.some(([table, columns]) => columns.some((column) => this.#holds(table, column, text)))
    return {
      tables: new Set(reads.map(([table]) => table)),
      columns: new Set(reads.flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))),
      literals: new Set(texts.filter((text) => text !== '' && holds(text))),
    }
  }

  #holds(table: string, column: string, text: string): boolean {
    const found = this.#database.prepare(`SELECT 1 FROM ${named(table)} WHERE ${named(column)} = ? LIMIT 1`).get(text)
    return found !== undefined
  }

  close(): void {
    this.#database.close()
  }
}

const named = (name: string): string => `"${name.replaceAll('"', '""')}"`
