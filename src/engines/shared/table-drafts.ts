import type { Table } from '../../domain/guard/schema.ts'
import type { Engine } from '../engine.ts'

/** Drafts that read one table and nothing else, in the language of an engine. */
export interface TableDrafts {
  /** Counts its rows, as `n`. */
  readonly count: string
  /** Its first rows with every column, in the order of the database. */
  firstRows(rowsMax: number): string
}

/** The drafts of a table or collection. */
export const tableDrafts = ({ dialect: { sql } }: Pick<Engine, 'dialect'>, table: Table): TableDrafts => {
  if (sql !== null) {
    const from = sql.table(table)
    return {
      count: `SELECT COUNT(*) AS n FROM ${from}`,
      firstRows: (rowsMax) => `SELECT * FROM ${from} ${sql.limit(rowsMax)}`,
    }
  }
  const command = (stage: object) => JSON.stringify({ collection: table.name, pipeline: [stage] })
  return { count: command({ $count: 'n' }), firstRows: (rowsMax) => command({ $limit: rowsMax }) }
}
