import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import type { DatabaseView } from '../../../src/ask/rules/knowledge.ts'
import { lexiconOf } from '../../../src/planner/builtin/schema/index.ts'

const wideView = (tables: number, columns: readonly string[]): DatabaseView => ({
  databaseName: 'wide',
  engine: 'any',
  dialectNotes: '',
  promptRules: '',
  dialect: null,
  glossary: EMPTY_GLOSSARY,
  schema: {
    engine: 'any',
    tables: Array.from({ length: tables }, (_, table) => ({
      name: `ward_${table}_visits`,
      primaryKey: [],
      foreignKeys: [],
      columns: columns.map((name) => ({ name, type: 'TEXT', nullable: true })),
    })),
  },
})

describe('Lexicon of 500 tables with the same column names', () => {
  const view = wideView(500, ['status', 'city', 'note'])
  const { lookup } = { lookup: (said: string) => lexiconOf(view).lookup(said.split(' ')) }

  it('finds a column after the name of its table, for any table', () => {
    for (const table of [0, 250, 499])
      expect(lookup(`ward ${table} visit status`)[0]).toEqual({
        kind: 'column',
        table: `ward_${table}_visits`,
        weight: 1.05,
        column: { table: `ward_${table}_visits`, column: 'status' },
      })
    expect(lookup('ward 7 status')).toEqual([])
  })

  it('has as many phrases as with a third of the columns, except for the further column names', () => {
    const narrow = lexiconOf(wideView(500, ['status']))
    expect(lexiconOf(view).size).toBe(narrow.size + 2)
  })
})
