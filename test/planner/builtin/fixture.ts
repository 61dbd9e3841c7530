import { DatabaseSync } from 'node:sqlite'
import { withContext } from '../../../bench/questions/with-context.ts'
import type { Draft, QueryDraft } from '../../../src/ask/rules/draft.ts'
import type { Glossary } from '../../../src/ask/rules/glossary.ts'
import { withGlossedKeys } from '../../../src/ask/rules/glossed-keys.ts'
import type { ColumnValues, Knowledge, VisibleTable } from '../../../src/ask/rules/knowledge.ts'
import type { RecentTurn } from '../../../src/ask/rules/question.ts'
import { SQL_DIALECT } from '../../../src/engines/sqlite/dialect.ts'
import { builtinPlanner } from '../../../src/planner/builtin/index.ts'

export const ASKED_AT = '2026-11-21T10:00:00.000Z'

type Cell = string | number | bigint | Uint8Array | null

export interface Asked {
  readonly draft: Draft
  readonly rows: readonly (readonly Cell[])[]
  readonly columns: readonly string[]
}

/** A small in-memory database with its knowledge for a planner. */
export class Fixture {
  readonly knowledge: Knowledge
  readonly #database = new DatabaseSync(':memory:')
  readonly #planner = builtinPlanner()

  constructor(script: string, glossary: Glossary) {
    this.#database.exec(script)
    const tables = this.#tables()
    this.knowledge = {
      view: {
        databaseName: 'fixture',
        engine: 'sqlite',
        dialectNotes: '',
        promptRules: '',
        dialect: SQL_DIALECT,
        schema: { engine: 'sqlite', tables: withGlossedKeys(tables, glossary) },
        glossary,
      },
      values: tables.flatMap((table) => this.#values(table)),
    }
  }

  #all(query: string): readonly Record<string, Cell>[] {
    return this.#database.prepare(query).all()
  }

  #tables(): VisibleTable[] {
    return this.#all("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }): VisibleTable => {
      const columns = this.#all(`PRAGMA table_info("${name}")`)
      const keys = this.#all(`PRAGMA foreign_key_list("${name}")`)
      return {
        name: String(name),
        columns: columns.map((column) => ({
          name: String(column.name),
          type: String(column.type),
          nullable: column.notnull === 0 && column.pk === 0,
        })),
        primaryKey: columns.filter(({ pk }) => pk !== 0).map((column) => String(column.name)),
        foreignKeys: keys.map((key) => ({
          columns: [String(key.from)],
          refTable: String(key.table),
          refColumns: [String(key.to)],
        })),
      }
    })
  }

  #values(table: VisibleTable): ColumnValues[] {
    return table.columns
      .filter(({ type }) => type === 'TEXT')
      .map(({ name }) => ({
        table: table.name,
        column: name,
        values: this.#all(`SELECT DISTINCT "${name}" AS v FROM "${table.name}" WHERE "${name}" IS NOT NULL`).map(
          ({ v }) => String(v),
        ),
        complete: true,
      }))
  }

  /** Asks all questions in one conversation. @returns the answer to the last one */
  async ask(...questions: readonly string[]): Promise<Asked> {
    const turns: RecentTurn[] = []
    let asked: Asked | undefined
    for (const question of questions) {
      asked = await this.#askOne(question, turns)
      turns.push({
        question,
        columns: asked.columns,
        rowCount: asked.rows.length,
        ...(asked.draft.mode === 'query' ? planned(asked.draft) : {}),
      })
    }
    if (asked === undefined) throw new Error('no question')
    return asked
  }

  /** The rows of the answer, or of the first choice. */
  async rows(...questions: readonly string[]): Promise<readonly (readonly Cell[])[]> {
    const { draft, rows } = await this.ask(...questions)
    if (draft.mode === 'query') return rows
    const [choice] = draft.mode === 'clarify' ? (draft.choices ?? []) : []
    if (choice === undefined) throw new Error(`${questions.at(-1)}: ${draft.reply}`)
    return this.rows(...questions.slice(0, -1), choice.question)
  }

  /** The first column of the answer. */
  async list(...questions: readonly string[]): Promise<readonly Cell[]> {
    return (await this.rows(...questions)).map(([first]) => first ?? null)
  }

  /** The only cell of the answer. */
  async value(...questions: readonly string[]): Promise<Cell> {
    const rows = await this.rows(...questions)
    if (rows.length !== 1 || rows[0]?.length !== 1) throw new Error(`not one cell: ${JSON.stringify(rows)}`)
    return rows[0][0] ?? null
  }

  async #askOne(question: string, recentTurns: readonly RecentTurn[]): Promise<Asked> {
    const draft = await this.#planner.draft(
      withContext({
        question,
        askedAt: ASKED_AT,
        recentTurns,
        knowledge: this.knowledge,
        signal: new AbortController().signal,
      }),
    )
    if (draft.mode === 'look' || draft.mode === 'accept') throw new Error('a mode that was not offered')
    if (draft.mode !== 'query') return { draft, rows: [], columns: [] }
    const statement = this.#database.prepare(draft.query)
    const columns = statement.columns().map(({ name }) => name)
    return { draft, columns, rows: statement.all().map((row) => columns.map((column) => row[column] ?? null)) }
  }
}

const planned = ({ query, plan }: QueryDraft): Pick<RecentTurn, 'query' | 'plan'> =>
  plan === undefined ? { query } : { query, plan }
