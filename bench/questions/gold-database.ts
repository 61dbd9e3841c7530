import { DatabaseSync } from 'node:sqlite'
import type { ComparableCell, ComparableResult } from '../../src/manage/evaluation/rules/comparable-result.ts'
import { isOrdered, rankedQuery } from '../../src/manage/evaluation/rules/gold-query.ts'
import { isSameAnswer, type RankedRows } from '../../src/manage/evaluation/rules/same-answer.ts'

/** Maximum of rows read to detect ties. */
const RANKED_MAX = 20_000

/** The result of a gold query, with what a comparison needs. */
interface Gold {
  readonly answer: ComparableResult
  readonly isOrdered: boolean
  readonly ranked: RankedRows | undefined
}

/** Answers gold queries from a SQLite file, read-only. */
export class GoldDatabase {
  readonly #database: DatabaseSync

  constructor(file: string) {
    // Gold queries of published sets use double quotes for strings.
    this.#database = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true })
  }

  /**
   * Whether an answer matches a gold query: strictly with exactly its columns, leniently with further ones.
   * @throws the error of the database for an invalid gold query
   */
  compare(actual: ComparableResult, query: string): { readonly strict: boolean; readonly lenient: boolean } {
    const { answer, isOrdered, ranked } = this.#gold(query)
    const same = (extraColumns: boolean) => isSameAnswer(actual, answer, { extraColumns, isOrdered }, ranked)
    const strict = same(false)
    return { strict, lenient: strict || same(true) }
  }

  close(): void {
    this.#database.close()
  }

  #gold(query: string): Gold {
    const answer = this.#run(query)
    return { answer, isOrdered: isOrdered(query), ranked: this.#ranked(query) }
  }

  #ranked(query: string): Gold['ranked'] {
    const wider = rankedQuery(query)
    if (wider === undefined) return undefined
    try {
      const { rows } = this.#run(wider.query)
      return rows.length > RANKED_MAX ? undefined : { rows, keys: wider.keys }
    } catch {
      // An alias, or a form that cannot be extended: then tied rows have to be those that gold selected.
      return undefined
    }
  }

  #run(query: string): ComparableResult {
    const statement = this.#database.prepare(query)
    statement.setReturnArrays(true)
    const rows = statement.all().map((row) => Object.values(row).map(cellOf))
    return { width: statement.columns().length, rows }
  }
}

const cellOf = (value: unknown): ComparableCell =>
  typeof value === 'number' || typeof value === 'string' ? value : value === null ? null : String(value)
