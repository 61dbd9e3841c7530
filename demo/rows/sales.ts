import { type Day, firstDay, isoDay } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { Shop } from '../shops/shop.ts'
import type { Customer } from './customers.ts'
import { cents, type DemoRows } from './tables.ts'

/** Work of the sales people, the demo's scopes: leads, quotes and visits, in the order of their days. */
export const addSales = (
  rows: DemoRows,
  shop: Shop,
  customers: readonly Customer[],
  today: Day,
  random: Random,
): void => {
  const people = shop.salesPeople.map((name, index) => [name, 4 - index] as const)
  const days = (count: number) =>
    [today, today - 1, ...Array.from({ length: count }, () => random.between(firstDay(today), today))].sort(
      (a, b) => a - b,
    )
  const known = (day: Day) => random.pick(customers.filter((customer) => customer.registered <= day)).id
  for (const day of days(Math.round(shop.orders * 0.1)))
    addLead(rows, shop, random.weighted(people), day, today, random)
  for (const day of days(Math.round(shop.orders * 0.14))) {
    addQuote(rows, shop, random.weighted(people), known(day), day, today, random)
  }
  for (const day of days(Math.round(shop.orders * 0.18))) {
    const purpose = random.weighted([
      ['presentation', 3],
      ['follow-up', 4],
      ['contract', 1],
      ['complaint', 1],
    ])
    const minutes = random.between(2, 18) * 5
    rows.add('visits', shop.id, random.weighted(people), known(day), purpose, minutes, isoDay(day))
  }
}

const addLead = (rows: DemoRows, shop: Shop, person: string, day: Day, today: Day, random: Random): void => {
  const fresh = today - day < 30
  const status = fresh
    ? random.weighted([
        ['new', 5],
        ['contacted', 3],
        ['qualified', 1],
      ])
    : random.weighted([
        ['contacted', 2],
        ['qualified', 2],
        ['won', 3],
        ['lost', 4],
      ])
  const source = random.weighted([
    ['website', 4],
    ['referral', 3],
    ['trade fair', 2],
    ['cold call', 1],
  ])
  const value = random.chance(0.12) ? null : random.between(4, 160) * 50
  rows.add('leads', shop.id, person, random.pick(shop.prospects), source, status, value, isoDay(day))
}

const addQuote = (
  rows: DemoRows,
  shop: Shop,
  person: string,
  customerId: number,
  day: Day,
  today: Day,
  random: Random,
): void => {
  const validUntil = day + 30
  const status =
    validUntil < today
      ? random.weighted([
          ['accepted', 5],
          ['rejected', 3],
          ['expired', 2],
        ])
      : random.weighted([
          ['draft', 2],
          ['sent', 5],
          ['accepted', 2],
          ['rejected', 1],
        ])
  const amount = cents(80 + random.next() ** 2 * 9000)
  rows.add('quotes', shop.id, person, customerId, amount, status, isoDay(day), isoDay(validUntil))
}

const ACTIONS: readonly (readonly [action: string, detail: string])[] = [
  ['login', 'back office'],
  ['price changed', 'by import'],
  ['export', 'customer list'],
  ['permission granted', 'to staff'],
  ['backup', 'nightly'],
]

/** The platform's own log about all shops: it is unclassified, and therefore denied. */
export const addAudit = (rows: DemoRows, shops: readonly Shop[], today: Day, random: Random): void => {
  for (let index = 0; index < 1500; index += 1) {
    const [action, detail] = random.pick(ACTIONS)
    const day = isoDay(today - Math.floor(((1499 - index) * 360) / 1500))
    const time = `${String(random.between(6, 21)).padStart(2, '0')}:${String(random.between(0, 59)).padStart(2, '0')}`
    rows.add(
      'platform_audit',
      random.pick(shops).id,
      `operator-${random.between(1, 6)}`,
      action,
      detail,
      `${day} ${time}`,
    )
  }
}
