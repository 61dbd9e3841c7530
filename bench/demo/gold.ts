import { DatabaseSync } from 'node:sqlite'
import { type DemoQuery, goldsOf } from '../../demo/questions.ts'
import { singleTenantCopy } from '../../demo/single-tenant-copy.ts'
import { type Cell, type Rows, sameRows, sameTop } from './same-rows.ts'

/** Judges results by the results of gold queries in copies of the demo that hold one tenant only. */
export class GoldCopies {
  readonly #demo: string
  readonly #folder: string
  readonly #today: string
  readonly #open = new Map<string, DatabaseSync>()

  constructor(demo: string, folder: string, today: Date) {
    this.#demo = demo
    this.#folder = folder
    this.#today = today.toISOString().slice(0, 10)
  }

  /** Whether the rows equal those of one of the question's gold queries. */
  agrees(question: DemoQuery, tenant: number, rows: Rows): boolean {
    return goldsOf(question).some((gold) => {
      const wanted = this.rows(gold, tenant, question.scope)
      const ordered = question.ordered ?? false
      if (sameRows(rows, wanted, ordered)) return true
      const ranking = ranked(gold)
      return ranking !== undefined && sameTop(rows, wanted, this.rows(ranking, tenant, question.scope), ordered)
    })
  }

  /** The result of a query among the rows of one tenant, and one scope if given; its `'now'` is the demo's day. */
  rows(query: string, tenant: number, scope?: string): Rows {
    const statement = this.#copy(tenant, scope).prepare(query.replaceAll("'now'", `'${this.#today}'`))
    statement.setReturnArrays(true)
    return statement.all().map((row): readonly Cell[] => Object.values(row).map(cellOf))
  }

  close(): void {
    for (const database of this.#open.values()) database.close()
    this.#open.clear()
  }

  #copy(tenant: number, scope: string | undefined): DatabaseSync {
    const key = `${tenant}-${scope ?? 'all'}`
    const opened = this.#open.get(key)
    if (opened !== undefined) return opened
    const file = `${this.#folder}/tenant-${key}.sqlite`
    singleTenantCopy(this.#demo, file, tenant, scope)
    const database = new DatabaseSync(file, { readOnly: true })
    this.#open.set(key, database)
    return database
  }
}

/** A "top n" query without its limit, and with the ranking expression as last column. */
const ranked = (gold: string): string | undefined => {
  const [, body, key] = /^(SELECT [\s\S]+) ORDER BY ([\s\S]+?)(?: ASC| DESC)? LIMIT \d+$/.exec(gold) ?? []
  if (body === undefined || key === undefined) return undefined
  const direction = gold.includes(' DESC LIMIT') ? 'DESC' : 'ASC'
  return `${body.replace(' FROM ', `, ${key} FROM `)} ORDER BY ${key} ${direction}`
}

const cellOf = (value: unknown): Cell =>
  typeof value === 'number' || typeof value === 'string' || value === null ? value : String(value)
