import { type Day, firstDay, isoDay } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { Shop } from '../shops/shop.ts'
import type { DemoRows } from './tables.ts'

export interface Customer {
  readonly id: number
  readonly registered: Day
  readonly business: boolean
  /** Relative number of orders; 0 for who never ordered. */
  readonly appetite: number
}

/** Customers in the order of registration. No two of a shop have the same name, so a name stands for a person. */
export const addCustomers = (rows: DemoRows, shop: Shop, today: Day, random: Random): readonly Customer[] => {
  const start = firstDay(today)
  const span = today - start
  const registrations = Array.from({ length: shop.customers }, (_, index) => {
    // The first of them were there before the history starts; the last ones came this week.
    if (index < shop.customers * 0.15) return start - random.between(1, 700)
    if (index >= shop.customers - 3) return today - random.between(0, 3)
    return start + Math.floor(random.next() ** 0.8 * span)
  }).sort((a, b) => a - b)
  const names = new Set<string>()
  return registrations.map((registered) => {
    const name = freshName(names, shop, random)
    const home = random.weighted(shop.homes.map((candidate) => [candidate, candidate.weight] as const))
    const city = random.weighted(home.cities.map((candidate, index) => [candidate, 1 / (index + 1)] as const))
    const business = random.chance(0.18)
    const id = rows.add(
      'customers',
      shop.id,
      name,
      `${plain(name)}@${random.pick(['mail', 'post', 'inbox'])}.example`,
      random.chance(0.25) ? null : `+00 555 ${random.between(100000, 999999)}`,
      city,
      home.country,
      business ? 'business' : random.chance(0.2) ? 'member' : 'private',
      random.chance(0.45) ? 1 : 0,
      isoDay(registered),
      `scrypt$${Math.floor(random.next() * 2 ** 32).toString(16)}${Math.floor(random.next() * 2 ** 32).toString(16)}`,
    )
    const appetite = random.chance(0.1) ? 0 : (business ? 2 : 1) * (0.3 + random.next() ** 6 * 9)
    return { id, registered, business, appetite }
  })
}

const freshName = (taken: Set<string>, shop: Shop, random: Random): string => {
  let name = ''
  do name = `${random.pick(shop.firstNames)} ${random.pick(shop.lastNames)}`
  while (taken.has(name))
  taken.add(name)
  return name
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')
