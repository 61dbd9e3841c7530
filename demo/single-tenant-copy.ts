import { copyFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DEMO_POLICY } from './policy.ts'

/**
 * Writes a copy of the demo that holds one tenant's rows only (and one scope's, when given), without the denied tables.
 * What a plain query finds there is what the guarded query must find in the whole demo. It deletes rows instead of
 * rewriting queries, so it shares nothing with the guard.
 */
export const singleTenantCopy = (demo: string, copy: string, tenant: number, scope?: string): void => {
  copyFileSync(demo, copy)
  const database = new DatabaseSync(copy, { enableForeignKeyConstraints: false })
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    for (const { name } of tables) keepTenant(database, String(name), tenant)
    if (scope !== undefined)
      keepScope(
        database,
        tables.map(({ name }) => String(name)),
        scope,
      )
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

const keepTenant = (database: DatabaseSync, table: string, tenant: number): void => {
  const policy = DEMO_POLICY.tables[table] ?? { mode: 'deny' }
  switch (policy.mode) {
    case 'shared':
      return
    case 'deny':
      database.exec(`DROP TABLE ${table}`)
      return
    case 'via':
      // The parent's rows may be gone already or not: both ways leave the children of this tenant's parents.
      database
        .prepare(`DELETE FROM ${table} WHERE ${policy.fk} NOT IN (SELECT id FROM orders WHERE shop_id = ?)`)
        .run(tenant)
      return
    default: {
      const column = policy.column ?? DEMO_POLICY.tenant?.column ?? 'shop_id'
      const others = policy.mode === 'sharedOrOwn' ? `${column} <> ?` : `${column} IS NOT ?`
      database.prepare(`DELETE FROM ${table} WHERE ${others}`).run(tenant)
    }
  }
}

const keepScope = (database: DatabaseSync, tables: readonly string[], scope: string): void => {
  for (const table of tables.filter((name) => DEMO_POLICY.tables[name] !== undefined)) {
    const scoped = database.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = 'sales_person'").get(table)
    if (scoped !== undefined) database.prepare(`DELETE FROM ${table} WHERE sales_person IS NOT ?`).run(scope)
  }
}
