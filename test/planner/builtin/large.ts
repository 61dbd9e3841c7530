import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import type { ColumnValues, Knowledge, VisibleTable } from '../../../src/ask/rules/knowledge.ts'
import { SQL_DIALECT } from '../../../src/engines/sqlite/dialect.ts'

/** A deterministic pseudo-random number generator. */
export const numbers = (seed: number): ((below: number) => number) => {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const THINGS = ['order', 'customer', 'product', 'invoice', 'visit', 'ticket', 'payment', 'site', 'asset', 'contract']
const PARTS = ['line', 'note', 'event', 'group', 'plan', 'batch', 'item', 'check', 'route', 'stage']

const tableNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `${THINGS[index % 10]}_${PARTS[Math.floor(index / 10) % 10]}s`
    return index < 100 ? name : `${name}_${Math.floor(index / 100)}`
  })

/** A schema in which tables reference others at random. */
export const largeTables = (tables: number, keys: number): readonly VisibleTable[] => {
  const next = numbers(7)
  const names = tableNames(tables)
  const targets = Array.from({ length: tables }, (): number[] => [])
  for (let key = 0; key < keys; key++) targets[next(tables)]?.push(next(tables))
  return names.map((name, index) => {
    const foreign = (targets[index] ?? []).map((to, key) => ({ column: `ref_${key}_id`, to: names[to] ?? name }))
    return {
      name,
      columns: [
        { name: 'id', type: 'INTEGER', nullable: false },
        { name: 'name', type: 'TEXT', nullable: false },
        { name: 'status', type: 'TEXT', nullable: false },
        { name: 'total_amount', type: 'REAL', nullable: true },
        { name: 'created_at', type: 'DATETIME', nullable: false },
        ...foreign.map(({ column }) => ({ name: column, type: 'INTEGER', nullable: true })),
      ],
      primaryKey: ['id'],
      foreignKeys: foreign.map(({ column, to }) => ({ columns: [column], refTable: to, refColumns: ['id'] })),
    }
  })
}

const GIVEN = ['Anna', 'Ben', 'Carla', 'Dario', 'Elif', 'Finn', 'Greta', 'Hugo', 'Ines', 'Jonas']
const FAMILY = ['Keller', 'Lang', 'Moreau', 'Novak', 'Okafor', 'Peters', 'Quist', 'Rossi', 'Schmitt', 'Tanaka']

/** Names of two and three words, many of which share a word. */
const largeValues = (table: string, column: string, count: number): ColumnValues => ({
  table,
  column,
  complete: false,
  values: Array.from({ length: count }, (_, n) => {
    const name = `${GIVEN[n % 10]} ${FAMILY[Math.floor(n / 10) % 10]}`
    return n < 100 ? `${name} ${table}` : `${name} ${table} ${Math.floor(n / 100)}`
  }),
})

/** Planner knowledge of a large database: at most 200 columns of at most 2,000 values, 50,000 in total. */
export const largeKnowledge = ({ tables = 20, keys = 40, values = 0 }): Knowledge => {
  const schema = { engine: 'sqlite', tables: largeTables(tables, keys) }
  const columns = schema.tables.flatMap(({ name }) => [`${name}.name`, `${name}.status`]).slice(0, 200)
  const perColumn = Math.min(2_000, Math.floor(values / Math.min(columns.length, 100)) || values)
  const filled = values === 0 ? 0 : Math.ceil(values / perColumn)
  return {
    view: {
      databaseName: 'large',
      engine: 'sqlite',
      dialectNotes: '',
      promptRules: '',
      dialect: SQL_DIALECT,
      schema,
      glossary: EMPTY_GLOSSARY,
    },
    values: columns.slice(0, filled).map((name) => {
      const [table = '', column = ''] = name.split('.')
      return largeValues(table, column, perColumn)
    }),
  }
}
