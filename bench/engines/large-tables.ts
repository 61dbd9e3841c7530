import { ROWS, TENANTS } from './shapes.ts'

/** How one server generates the large tables quickly. */
export interface LargeTables {
  readonly create: readonly string[]
}

const TABLES = [
  'CREATE TABLE customers (id BIGINT PRIMARY KEY, tenant_id BIGINT NOT NULL, name VARCHAR(60) NOT NULL)',
  'CREATE TABLE sales (id BIGINT PRIMARY KEY, tenant_id BIGINT NOT NULL, customer_id BIGINT NOT NULL, sold_on DATE NOT NULL, amount DECIMAL(12,2) NOT NULL, status VARCHAR(20) NOT NULL)',
  'CREATE TABLE sale_notes (id BIGINT PRIMARY KEY, sale_id BIGINT NOT NULL, note VARCHAR(60) NOT NULL)',
]

const INDEXES = [
  'CREATE INDEX customers_tenant ON customers (tenant_id)',
  'CREATE INDEX sales_tenant_day ON sales (tenant_id, sold_on, id)',
  'CREATE INDEX sale_notes_sale ON sale_notes (sale_id)',
]

const CUSTOMERS = 20_000
const NOTES = ROWS / 10

/** Rows of tenants are interleaved, as when many tenants write concurrently. */
export const POSTGRES_TABLES: LargeTables = {
  create: [
    ...TABLES,
    `INSERT INTO customers SELECT n, 1 + n % ${TENANTS}, 'Customer ' || n FROM generate_series(1, ${CUSTOMERS}) n`,
    `INSERT INTO sales SELECT n, 1 + n % ${TENANTS}, 1 + (n * 7919) % ${CUSTOMERS}, DATE '2026-01-01' + (n * 31 % 365)::int, (n * 17 % 10000) / 100.0, CASE n % 3 WHEN 0 THEN 'paid' WHEN 1 THEN 'open' ELSE 'sent' END FROM generate_series(1, ${ROWS}::bigint) n`,
    `INSERT INTO sale_notes SELECT n, n * 10 + 7, 'note ' || n FROM generate_series(1, ${NOTES}) n`,
    ...INDEXES,
    'ANALYZE customers',
    'ANALYZE sales',
    'ANALYZE sale_notes',
  ],
}

export const MYSQL_TABLES: LargeTables = {
  create: [
    ...TABLES,
    `INSERT INTO customers SELECT seq, 1 + seq % ${TENANTS}, CONCAT('Customer ', seq) FROM seq_1_to_${CUSTOMERS}`,
    `INSERT INTO sales SELECT seq, 1 + seq % ${TENANTS}, 1 + (seq * 7919) % ${CUSTOMERS}, DATE '2026-01-01' + INTERVAL (seq * 31 % 365) DAY, (seq * 17 % 10000) / 100, CASE seq % 3 WHEN 0 THEN 'paid' WHEN 1 THEN 'open' ELSE 'sent' END FROM seq_1_to_${ROWS}`,
    `INSERT INTO sale_notes SELECT seq, seq * 10 + 7, CONCAT('note ', seq) FROM seq_1_to_${NOTES}`,
    ...INDEXES,
    'ANALYZE TABLE customers, sales, sale_notes',
  ],
}
