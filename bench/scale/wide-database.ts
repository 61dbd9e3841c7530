import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import type { Store } from '../../src/store/store.ts'

/** A SQLite file with so many tables, one of which has so many rows and is queried. */
export const wideDatabase = async (
  store: Store,
  organizationId: number,
  { folder, tables, rows }: { readonly folder: string; readonly tables: number; readonly rows: number },
): Promise<string> => {
  const id = randomUUID()
  const file = path.join(folder, `${id}.sqlite`)
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL)')
  database.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
     INSERT INTO customers SELECT i, 'customer ' || i, 'city ' || (i % 20) FROM n`,
  )
  for (let table = 1; table < tables; table++)
    database.exec(`CREATE TABLE archive_${table} (id INTEGER PRIMARY KEY, note TEXT, amount REAL, kept_on TEXT)`)
  database.close()
  const settings = { id, organizationId, name: id, engine: 'sqlite', requiresOrganizationScoping: false }
  const policy = { version: 1, engine: 'sqlite', tables: { '*': { mode: 'shared' } } } as const
  await store.databases.put({ ...settings, policy, glossary: EMPTY_GLOSSARY }, `sqlite:${file}`)
  return id
}
