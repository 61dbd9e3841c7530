import { DatabaseSync } from 'node:sqlite'
import type { Answered, AnsweredCell } from './same-answer.ts'
import { sameAnswer } from './same-answer.ts'

/** So many rows are looked at to see which of them tie. */
const RANKED_MAX = 20_000

/** What one gold query finds, and what is needed to compare with it. */
interface Gold {
  readonly answer: Answered
  readonly isOrdered: boolean
  readonly ranked: { readonly rows: Answered['rows']; readonly keys: number } | undefined
}

/** Answers gold queries from a SQLite file, read only. */
export class GoldDatabase {
  readonly #database: DatabaseSync

  constructor(file: string) {
    // Gold queries of published sets put texts into double quotes.
    this.#database = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true })
  }

  /**
   * Whether an answer is what a gold query finds: strictly with its columns only, leniently with others beside them.
   * @throws what the database says of a gold query that it cannot run
   */
  compare(actual: Answered, query: string): { readonly strict: boolean; readonly lenient: boolean } {
    const { answer, isOrdered, ranked } = this.#gold(query)
    const same = (extraColumns: boolean) => sameAnswer(actual, answer, { extraColumns, isOrdered }, ranked)
    const strict = same(false)
    return { strict, lenient: strict || same(true) }
  }

  close(): void {
    this.#database.close()
  }

  #gold(query: string): Gold {
    const answer = this.#run(query)
    const isOrdered = /\border\s+by\b[^()]*(?:\([^()]*\)[^()]*)*$/i.test(query)
    return { answer, isOrdered, ranked: this.#ranked(query) }
  }

  #ranked(query: string): Gold['ranked'] {
    const wider = withRanks(query)
    if (wider === undefined) return undefined
    try {
      const { rows } = this.#run(wider.query)
      return rows.length > RANKED_MAX ? undefined : { rows, keys: wider.keys }
    } catch {
      // An alias, or a form that cannot be widened so: then rows that tie must be those that gold chose.
      return undefined
    }
  }

  #run(query: string): Answered {
    const statement = this.#database.prepare(query)
    statement.setReturnArrays(true)
    const rows = statement.all().map((row) => Object.values(row).map(cellOf))
    return { width: statement.columns().length, rows }
  }
}

/** A gold query without its limit, and with what it orders by as its last columns, where its form is simple enough. */
const withRanks = (query: string): { readonly query: string; readonly keys: number } | undefined => {
  const found =
    /^\s*select\s+(?!distinct\b)([\s\S]+?)\s+from\s+([\s\S]+?)\s+order\s+by\s+([\s\S]+?)(?:\s+limit\s+\d+)?\s*;?\s*$/i.exec(
      query,
    )
  const [, selected, from, order] = found ?? []
  if (selected === undefined || from === undefined || order === undefined) return undefined
  if (/\b(?:union|intersect|except|over)\b/i.test(query)) return undefined
  const keys = order.split(/,(?![^()]*\))/).map((key) => key.replace(/\s+(?:asc|desc)\s*$/i, '').trim())
  return { query: `SELECT ${selected}, ${keys.join(', ')} FROM ${from} ORDER BY ${order}`, keys: keys.length }
}

const cellOf = (value: unknown): AnsweredCell =>
  typeof value === 'number' || typeof value === 'string' ? value : value === null ? null : String(value)
