import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { QueryLanguage } from '../src/ask/rules/drafted-query.ts'
import type { NewTable } from '../src/engines/loader.ts'
import { dayOf } from './calendar.ts'
import { documentTables } from './document-tables.ts'
import { seededRandom } from './random.ts'
import { addCatalog, addOwnCarrier, addShared } from './rows/catalog.ts'
import { addCustomers } from './rows/customers.ts'
import { addFulfilment } from './rows/fulfilment.ts'
import { addOrders } from './rows/orders.ts'
import { addAudit, addSales } from './rows/sales.ts'
import { DemoRows } from './rows/tables.ts'
import { addReviews, addTicket } from './rows/voices.ts'
import { DEMO_TABLES } from './schema.ts'
import { DEMO_SHOPS } from './shops/demo-shops.ts'
import type { Shop } from './shops/shop.ts'
import { createIndexes, createTable } from './sqlite-tables.ts'

/**
 * Writes the demo database to `file`, replacing what is there in one step: a kill leaves the old file or the new one.
 * The same day (UTC) and seed give the same content.
 */
export const generateDemo = (file: string, today: Date, seed = 'tabletalk'): void => {
  const unfinished = `${file}.${process.pid}.tmp`
  rmSync(unfinished, { force: true })
  try {
    writeDatabase(unfinished, demoRows(today, seed))
    const handle = openSync(unfinished, 'r+')
    fsyncSync(handle)
    closeSync(handle)
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** The demo's tables with their rows, for the loader of any engine; as `generateDemo` writes them. */
export const demoTables = (today: Date, seed = 'tabletalk'): readonly NewTable[] => {
  const rows = new Map(demoRows(today, seed).tables.map((table) => [table.name, table.rows]))
  return DEMO_TABLES.map((table) => ({ ...table, rows: rows.get(table.name) ?? [] }))
}

/** The demo as an engine is to load it: tables, or documents where its queries are no SQL. */
export const demoTablesFor = ({ language }: { readonly language: QueryLanguage }, today: Date): readonly NewTable[] =>
  language === 'sql' ? demoTables(today) : documentTables(demoTables(today))

/** Every part has random numbers of its own: the shops keep their products and prices from one day to the next. */
const demoRows = (date: Date, seed: string): DemoRows => {
  const today = dayOf(date)
  const random = (part: string) => seededRandom(`${seed} ${part}`)
  const rows = new DemoRows(DEMO_TABLES.map(({ name }) => name))
  addShared(rows)
  const markets = DEMO_SHOPS.map((shop) => ({
    shop,
    products: addCatalog(rows, shop, today, random(`catalog ${shop.id}`)),
    customers: addCustomers(rows, shop, today, random(`customers ${shop.id}`)),
    carrier: addOwnCarrier(rows, shop),
  }))
  const staff = supportStaff(DEMO_SHOPS)
  const parts = { fulfilment: random('fulfilment'), reviews: random('reviews'), tickets: random('tickets') }
  for (const order of addOrders(rows, markets, today, random('orders'))) {
    const carrier = markets.find((market) => market.shop === order.shop)?.carrier ?? 1
    addFulfilment(rows, order, carrier, today, parts.fulfilment)
    addReviews(rows, order, today, parts.reviews)
    addTicket(rows, order, staff.get(order.shop) ?? [], today, parts.tickets)
  }
  for (const { shop, customers } of markets) addSales(rows, shop, customers, today, random(`sales ${shop.id}`))
  addAudit(rows, DEMO_SHOPS, today, random('audit'))
  return rows
}

/** Ids of the employees who answer tickets; employees are numbered through all shops. */
const supportStaff = (shops: readonly Shop[]): ReadonlyMap<Shop, readonly number[]> => {
  const everyone = shops.flatMap((shop) => shop.employees.map(([, role]) => ({ shop, role })))
  const ids = (shop: Shop) =>
    everyone.flatMap((one, index) =>
      one.shop === shop && ['support', 'manager'].includes(one.role) ? [index + 1] : [],
    )
  return new Map(shops.map((shop) => [shop, ids(shop)]))
}

const writeDatabase = (file: string, rows: DemoRows): void => {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
    for (const table of DEMO_TABLES) database.exec(createTable(table))
    for (const table of rows.tables) {
      const width = table.rows[0]?.length ?? 0
      const insert = database.prepare(`INSERT INTO ${table.name} VALUES (${Array(width).fill('?').join(', ')})`)
      for (const row of table.rows) insert.run(...row)
    }
    for (const index of DEMO_TABLES.flatMap(createIndexes)) database.exec(index)
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}
