import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Creates an SQLite file with two tenants, 3 and 8, with 6 and 16 orders. @returns its path */
export const crmFile = (folder: string, name = 'crm.db'): string => {
  const file = path.join(folder, name)
  const database = new DatabaseSync(file)
  // One transaction: otherwise every row waits for its own fsync.
  database.exec(`
    BEGIN;
    CREATE TABLE countries (code TEXT PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE organizations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, api_key TEXT);
    CREATE TABLE users (id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL REFERENCES organizations(id),
      email TEXT NOT NULL, password_hash TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL REFERENCES organizations(id),
      ordered_on TEXT NOT NULL, total REAL NOT NULL);
    CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id),
      product TEXT NOT NULL, quantity INTEGER NOT NULL);
    INSERT INTO countries VALUES ('DE', 'Germany'), ('FR', 'France');
    INSERT INTO organizations VALUES (3, 'Three', 'k3'), (8, 'Eight', 'k8');
  `)
  const order = database.prepare('INSERT INTO orders VALUES (?, ?, ?, ?)')
  const item = database.prepare('INSERT INTO order_items VALUES (?, ?, ?, ?)')
  for (const organization of [3, 8])
    for (let index = 0; index < 2 * organization; index++) {
      const id = 100 * organization + index
      order.run(id, organization, '2026-10-01', index)
      item.run(id, id, 'Lamp', 1)
    }
  database.exec('COMMIT')
  database.close()
  return file
}

/** Runs SQL on an SQLite file. */
export const change = (file: string, sql: string): void => {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}
