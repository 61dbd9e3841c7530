import type { VerifiedFor } from './worlds.ts'

type Pair = readonly [question: string, query: string]

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** The verified queries of a relational database: each has constants that its question contains, and others. */
export const verifiedSql = (of: readonly VerifiedFor[]): readonly Pair[] =>
  of.flatMap(({ name, city, phone, vat, customerId, day }): Pair[] => [
    [
      `Unpaid orders of ${name}`,
      `SELECT o.id, o.total FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.status <> 'paid' AND c.name = ${text(name)} AND c.vat_number = ${text(vat)}`,
    ],
    [`Customers from ${city}`, `SELECT name FROM customers WHERE city = ${text(city)} AND phone = ${text(phone)}`],
    [`Calls from ${phone}`, `SELECT name AS caller FROM customers WHERE phone = ${text(phone)}`],
    [
      `Orders of ${name} by status`,
      `SELECT status, COUNT(*) AS n FROM orders WHERE customer_id = ${customerId} GROUP BY 1`,
    ],
    [
      `Orders of ${name} since ${day}`,
      `SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.name = ${text(name)} AND o.placed_on >= ${text(day)}`,
    ],
  ])

/** The same for MongoDB. */
export const verifiedCommands = (of: readonly VerifiedFor[]): readonly Pair[] =>
  of.flatMap(({ name, city, phone, vat, customerId }): Pair[] => [
    [
      `Unpaid orders of ${name}`,
      JSON.stringify({ collection: 'customers', filter: { name, vat_number: vat }, projection: { name: 1 } }),
    ],
    [`Customers from ${city}`, JSON.stringify({ collection: 'customers', filter: { city, phone } })],
    [`Calls from ${phone}`, JSON.stringify({ collection: 'customers', filter: { phone } })],
    [
      `Orders of ${name} by status`,
      JSON.stringify({
        collection: 'orders',
        pipeline: [{ $match: { customer_id: customerId } }, { $group: { _id: '$status', n: { $sum: 1 } } }],
      }),
    ],
  ])
